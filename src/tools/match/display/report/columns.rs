//! Rows of text in columns.

/// Aligns cells in columns, two blanks apart, each as wide as its widest cell; the first and the last column are
/// aligned left, numbers between them right.
pub fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let blanks = " ".repeat(width - cell.chars().count());
            let gap = if column > 0 { "  " } else { "" };
            if column == 0 || column + 1 == count {
                line += &format!("{gap}{cell}{blanks}");
            } else {
                line += &format!("{gap}{blanks}{cell}");
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [["team", "n", "said"], ["1 Ä", "100", "a, b"], ["22 Bee", "5", ""]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(columns(&rows), "team      n  said\n1 Ä     100  a, b\n22 Bee    5\n");
    }
}
