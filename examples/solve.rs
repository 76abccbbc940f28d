//! Solves the boards of a file, or of standard input, one a line, through the Rust API.
//!
//!     cargo run --release --example solve examples/puzzles.txt

use std::error::Error;
use std::{env, fs, io};
use sudoku::Board;

fn main() -> Result<(), Box<dyn Error>> {
    let text = match env::args().nth(1) {
        Some(name) => fs::read_to_string(name)?,
        None => io::read_to_string(io::stdin())?,
    };
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        // The board is the first word; a name may follow.
        if let Some(word) = line.split_whitespace().next() {
            match solve(word) {
                Ok(solution) => println!("{solution}"),
                Err(error) => println!("{word}  {error}"),
            }
        }
    }
    Ok(())
}

fn solve(text: &str) -> Result<String, Box<dyn Error>> {
    let solution = text.parse::<Board>()?.solve()?;
    let unique = if solution.is_unique {
        "the only solution"
    } else {
        "one of several solutions"
    };
    Ok(format!("{}  {unique}", solution.board))
}
