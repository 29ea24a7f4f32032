//! The curve of a training: a line on the terminal for each epoch, and a plot of all epochs.

use embedded_graphics::mono_font::{MonoTextStyle, ascii::FONT_8X13};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::{Line, Polyline, PrimitiveStyle};
use embedded_graphics::text::{Alignment, Text};
use std::convert::Infallible;

/// Columns of the bar on the terminal.
const COLUMNS: usize = 40;
/// Size of the picture in pixels, and the plot area in it: left, top, right, bottom.
const SIZE: Size = Size::new(800, 480);
const PLOT: [i32; 4] = [60, 40, 780, 440];
/// Distance of grid lines, in percent of the handcrafted evaluation's loss.
const STEP: i32 = 10;
const PAPER: Rgb888 = Rgb888::new(255, 255, 255);
const INK: Rgb888 = Rgb888::new(40, 40, 40);
const GRID: Rgb888 = Rgb888::new(220, 220, 220);

/// Losses, in the units of [`super::model::Loss`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// The training loss, on the training games.
    pub training: f64,
    /// The same on the games held out.
    pub held_out: f64,
    /// Loss of the results alone, on the games held out.
    pub results: f64,
    /// Loss of the scores alone, on the games held out.
    pub scores: f64,
}

impl Losses {
    fn all(&self) -> [f64; 4] {
        let Self { training, held_out, results, scores } = *self;
        [training, held_out, results, scores]
    }

    /// The line of the terminal without its bar, after `epoch` epochs.
    pub fn line(&self, epoch: u32) -> String {
        self.all().iter().fold(format!("{epoch:5}"), |line, loss| format!("{line}{loss:13.5}"))
    }

    /// Parses the losses of such a line.
    pub fn parse(line: &str) -> Option<Self> {
        let mut numbers = line.split_whitespace().skip(1).map_while(|word| word.parse().ok());
        let mut next = || numbers.next();
        Some(Self { training: next()?, held_out: next()?, results: next()?, scores: next()? })
    }
}

/// A bar for a loss: full at that of the handcrafted evaluation, empty at half of it, longer than full when it is
/// worse.
pub fn bar(loss: f64, handcrafted: f64) -> String {
    let share = (2.0 * loss / handcrafted.max(1e-9) - 1.0).clamp(0.0, 1.5);
    "▪".repeat((share * COLUMNS as f64) as usize)
}

/// The pixels of the picture, three bytes each.
struct Canvas(Vec<u8>);

impl OriginDimensions for Canvas {
    fn size(&self) -> Size {
        SIZE
    }
}

impl DrawTarget for Canvas {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(point, color) in pixels {
            if self.bounding_box().contains(point) {
                let start = 3 * (point.y as usize * SIZE.width as usize + point.x as usize);
                self.0[start..start + 3].copy_from_slice(&[color.r(), color.g(), color.b()]);
            }
        }
        Ok(())
    }
}

impl Canvas {
    fn text(&mut self, text: &str, at: Point, alignment: Alignment, color: Rgb888) {
        let Ok(_) = Text::with_alignment(text, at, MonoTextStyle::new(&FONT_8X13, color), alignment).draw(self);
    }

    fn lines(&mut self, points: &[Point], color: Rgb888, width: u32) {
        let Ok(()) = Polyline::new(points).into_styled(PrimitiveStyle::with_stroke(color, width)).draw(self);
    }
}

/// The losses after each epoch as a picture in PNG, in percent of those of the handcrafted evaluation.
///
/// # Errors
/// When the picture cannot be encoded; never, since it is written to memory.
pub fn picture(epochs: &[Losses], handcrafted: &Losses) -> Result<Vec<u8>, png::EncodingError> {
    const COLORS: [(&str, Rgb888); 4] = [
        ("training", Rgb888::new(160, 160, 160)),
        ("held out", INK),
        ("results held out", Rgb888::new(30, 100, 200)),
        ("scores held out", Rgb888::new(200, 60, 30)),
    ];
    let part = |losses: &Losses| -> [f64; 4] {
        let whole = handcrafted.all();
        std::array::from_fn(|index| 100.0 * losses.all()[index] / whole[index].max(1e-9))
    };
    let parts: Vec<[f64; 4]> = epochs.iter().map(part).collect();
    let ends = |pick: fn(f64, f64) -> f64| parts.iter().flatten().fold(100.0, |end, &value| pick(end, value));
    // A loss beyond these is drawn on the edge of the plot.
    let least = ((ends(f64::min) as i32 / STEP) * STEP).clamp(0, 90);
    let most = ((ends(f64::max) as i32 / STEP + 1) * STEP).clamp(110, 200);
    let [left, top, right, bottom] = PLOT;
    let height = |percent: f64| {
        let share = (percent - f64::from(least)) / f64::from(most - least);
        bottom - (share.clamp(0.0, 1.0) * f64::from(bottom - top)) as i32
    };
    let place = |epoch: usize| left + ((right - left) as usize * epoch / parts.len().max(1)) as i32;
    let mut canvas = Canvas(vec![255; 3 * (SIZE.width * SIZE.height) as usize]);
    let Ok(()) = canvas.clear(PAPER);
    for percent in (least..=most).step_by(STEP as usize) {
        let y = height(f64::from(percent));
        let color = if percent == 100 { INK } else { GRID };
        let line = Line::new(Point::new(left, y), Point::new(right, y));
        let Ok(()) = line.into_styled(PrimitiveStyle::with_stroke(color, 1)).draw(&mut canvas);
        canvas.text(&format!("{percent} %"), Point::new(left - 6, y + 4), Alignment::Right, INK);
    }
    // At most ten numbers fit.
    for epoch in (1..=parts.len()).step_by(parts.len().div_ceil(10).max(1)) {
        canvas.text(&epoch.to_string(), Point::new(place(epoch), bottom + 20), Alignment::Center, INK);
    }
    let title = "losses after each epoch, in percent of the handcrafted evaluation's";
    canvas.text(title, Point::new(left, 16), Alignment::Left, INK);
    for (index, (name, color)) in COLORS.into_iter().enumerate() {
        let points: Vec<Point> =
            (0..parts.len()).map(|at| Point::new(place(at + 1), height(parts[at][index]))).collect();
        canvas.lines(&points, color, 2);
        points.iter().for_each(|&Point { x, y }| canvas.lines(&[Point::new(x - 2, y), Point::new(x + 2, y)], color, 5));
        canvas.text(name, Point::new(left + 180 * index as i32, 32), Alignment::Left, color);
    }
    encoded(&canvas.0)
}

fn encoded(pixels: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIZE.width, SIZE.height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_curve_can_be_read_again() {
        let losses = Losses { training: 0.03251, held_out: 0.0316, results: 0.20628, scores: 0.01219 };
        assert_eq!(Losses::parse(&format!("{}  {}  190 k/s", losses.line(3), bar(0.01, 0.012))), Some(losses));
        assert_eq!(Losses::parse("    3      0.03251"), None);
    }

    #[test]
    fn the_picture_is_a_png_in_which_every_loss_has_its_line() {
        let handcrafted = Losses { training: 0.04, held_out: 0.04, results: 0.21, scores: 0.017 };
        let epoch = |share: f64| Losses {
            training: 0.03 * share,
            held_out: 0.035 * share,
            results: 0.2 * share,
            scores: 0.012 * share,
        };
        let bytes = picture(&[epoch(1.0), epoch(0.9), epoch(40.0)], &handcrafted).expect("a picture");
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut pixels).expect("a frame");
        for color in [[160, 160, 160], [40, 40, 40], [30, 100, 200], [200, 60, 30]] {
            assert!(pixels.chunks(3).any(|pixel| pixel == color), "{color:?}");
        }
        assert!(picture(&[], &handcrafted).is_ok(), "no epoch yet");
        assert!(picture(&[epoch(f64::NAN)], &Losses::default()).is_ok());
    }
}
