//! Text diagram of a board: pieces as chess symbols, hands, side to move.

use super::Position;
use crate::types::{Color, Piece, Square};

/// The held pieces of `color` as chess symbols, strongest first; `-` for none.
pub fn hand_figures(position: &Position, color: Color) -> String {
    let letters = position.hand(color).letters();
    if letters.is_empty() {
        return "-".to_owned();
    }
    letters
        .chars()
        .filter_map(|letter| {
            Piece::from_letter(if color == Color::White { letter.to_ascii_uppercase() } else { letter })
        })
        .map(Piece::figure)
        .collect()
}

/// Ten lines: file letters, eight ranks, file letters. `bottom` is the color shown at the bottom.
pub fn board_lines(position: &Position, bottom: Color) -> Vec<String> {
    let order = |i: u8| if bottom == Color::White { i } else { 7 - i };
    let files: String = (0..8).map(|i| format!(" {}", Square::new(order(i), 0).file_char())).collect();
    let header = format!("  {files}");
    let mut lines = vec![header.clone()];
    for row in (0..8).rev() {
        let rank = order(row);
        let squares: String = (0..8)
            .map(|i| {
                let figure = position.piece_at(Square::new(order(i), rank)).map_or('·', Piece::figure);
                format!(" {figure}")
            })
            .collect();
        lines.push(format!("{} {squares} {}", rank + 1, rank + 1));
    }
    lines.push(header);
    lines
}

/// The diagram with hands, side to move and BFEN, as the command `d` prints it.
pub fn diagram(position: &Position) -> String {
    let mut lines = vec![format!("black holds {}", hand_figures(position, Color::Black))];
    lines.extend(board_lines(position, Color::White));
    lines.push(format!("white holds {}", hand_figures(position, Color::White)));
    lines.push(format!("{} to move", position.side_to_move()));
    lines.push(format!("BFEN: {}", position.to_bfen()));
    lines.push(format!("Key: {:016x}", position.key()));
    lines.join("\n")
}
