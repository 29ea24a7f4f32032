//! Rows of styled text, and a terminal that writes only the rows that have changed, to avoid flicker.

use crossterm::style::{Attribute, Color, Print, ResetColor, SetAttribute, SetBackgroundColor, SetForegroundColor};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, DisableLineWrap, EnableLineWrap, EndSynchronizedUpdate,
    EnterAlternateScreen, LeaveAlternateScreen, size,
};
use crossterm::{cursor, execute, queue};
use std::io::{self, BufWriter, Stdout, Write};

/// Style of a piece of text; colors are those of the 256-color palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextStyle {
    /// Text color.
    pub fg: Option<u8>,
    /// Background color.
    pub bg: Option<u8>,
    /// Whether the text is bold.
    pub bold: bool,
}

impl TextStyle {
    /// A text color.
    pub const fn fg(color: u8) -> Self {
        Self { fg: Some(color), bg: None, bold: false }
    }

    /// The same with a background color.
    pub const fn on(self, color: u8) -> Self {
        Self { bg: Some(color), ..self }
    }

    /// The same in bold.
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }
}

/// One row of the screen. Every character is taken to be one column wide; those that are not are replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScreenRow {
    spans: Vec<(String, TextStyle)>,
    width: usize,
}

/// Whether a character is one column wide: no control character, and not from a script of double width.
fn fits_one_column(c: char) -> bool {
    c >= ' ' && c != '\u{7f}' && c < '\u{1100}' || ('\u{2010}'..'\u{2e80}').contains(&c)
}

impl ScreenRow {
    /// A row with this text.
    pub fn of(text: &str, style: TextStyle) -> Self {
        let mut row = Self::default();
        row.put(text, style);
        row
    }

    /// Adds text at the end.
    pub fn put(&mut self, text: &str, style: TextStyle) -> &mut Self {
        let text: String = text.chars().map(|c| if fits_one_column(c) { c } else { '?' }).collect();
        self.width += text.chars().count();
        self.spans.push((text, style));
        self
    }

    /// Pads with blanks to `column`, or cuts the text beyond it.
    pub fn fill(&mut self, column: usize, style: TextStyle) -> &mut Self {
        if self.width < column {
            let blanks = " ".repeat(column - self.width);
            return self.put(&blanks, style);
        }
        while self.width > column {
            let Some((text, _)) = self.spans.last_mut() else { break };
            if text.pop().is_some() {
                self.width -= 1;
            } else {
                self.spans.pop();
            }
        }
        self
    }

    /// Adds text that ends right before `column`, and cuts the text already there.
    pub fn put_right(&mut self, text: &str, column: usize, style: TextStyle) -> &mut Self {
        let start = column.saturating_sub(text.chars().count());
        let ground = TextStyle { bg: style.bg, ..TextStyle::default() };
        self.fill(start, ground).put(text, style)
    }

    /// Appends another row.
    pub fn append(&mut self, other: Self) -> &mut Self {
        self.width += other.width;
        self.spans.extend(other.spans);
        self
    }

    /// The text without styles.
    #[cfg(test)]
    pub fn text(&self) -> String {
        self.spans.iter().map(|(text, _)| text.as_str()).collect()
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for (text, style) in &self.spans {
            if let Some(color) = style.fg {
                queue!(out, SetForegroundColor(Color::AnsiValue(color)))?;
            }
            if let Some(color) = style.bg {
                queue!(out, SetBackgroundColor(Color::AnsiValue(color)))?;
            }
            if style.bold {
                queue!(out, SetAttribute(Attribute::Bold))?;
            }
            queue!(out, Print(text))?;
            if *style != TextStyle::default() {
                queue!(out, SetAttribute(Attribute::Reset), ResetColor)?;
            }
        }
        Ok(())
    }
}

/// The terminal while the match is drawn. Drop restores it and leaves the last picture on it.
pub struct Terminal {
    out: BufWriter<Stdout>,
    shown: Vec<ScreenRow>,
    size: (u16, u16),
}

impl Terminal {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// When it cannot be written to.
    pub fn open() -> io::Result<Self> {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
        execute!(out, EnterAlternateScreen, DisableLineWrap, cursor::Hide, Clear(ClearType::All))?;
        Ok(Self { out, shown: Vec::new(), size: (0, 0) })
    }

    /// Columns and rows.
    pub fn size(&self) -> (usize, usize) {
        let (columns, rows) = size().unwrap_or((80, 24));
        (columns.into(), rows.into())
    }

    /// Shows these rows, from the top.
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub fn draw(&mut self, mut rows: Vec<ScreenRow>) -> io::Result<()> {
        let size = size().unwrap_or((80, 24));
        rows.truncate(size.1.into());
        queue!(self.out, BeginSynchronizedUpdate)?;
        if size != self.size {
            self.size = size;
            self.shown.clear();
            queue!(self.out, Clear(ClearType::All))?;
        }
        for (number, row) in rows.iter_mut().enumerate() {
            if row.width > size.0.into() {
                row.fill(size.0.into(), TextStyle::default());
            }
            if self.shown.get(number) != Some(row) {
                queue!(self.out, cursor::MoveTo(0, u16::try_from(number).unwrap_or(u16::MAX)))?;
                row.write(&mut self.out)?;
                queue!(self.out, Clear(ClearType::UntilNewLine))?;
            }
        }
        for number in rows.len()..self.shown.len() {
            queue!(self.out, cursor::MoveTo(0, u16::try_from(number).unwrap_or(u16::MAX)))?;
            queue!(self.out, Clear(ClearType::CurrentLine))?;
        }
        self.shown = rows;
        execute!(self.out, EndSynchronizedUpdate)
    }

    fn close(&mut self) -> io::Result<()> {
        execute!(self.out, EnableLineWrap, LeaveAlternateScreen, cursor::Show, ResetColor)?;
        for row in &self.shown {
            row.write(&mut self.out)?;
            queue!(self.out, Print("\n"))?;
        }
        self.out.flush()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Nothing to restore if the terminal is gone.
        let _ = self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_width_they_say() {
        let plain = TextStyle::default();
        let mut row = ScreenRow::default();
        row.put("♞ ab\u{1b}[2J漢", plain);
        assert_eq!((row.width, row.spans[0].0.as_str()), (9, "♞ ab?[2J?"));
        row.put_right("end", 8, plain);
        assert_eq!(row.width, 8);
        assert_eq!(row.text(), "♞ ab?end");
        row.fill(10, plain).fill(3, plain);
        assert_eq!(row.width, 3);
    }
}
