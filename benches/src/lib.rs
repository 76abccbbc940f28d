//! What the benchmarks share: medians, and Markdown tables with numbers in them.

use std::process::ExitCode;

/// Ends a program, with a message if something went wrong: an error and no panic, for the
/// library silences panics in the program it is part of.
pub fn end(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The value in the middle, if there is one.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Prints a table: names to the left, numbers to the right.
pub fn print_table(header: &[String], rows: &[Vec<String>]) {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| &row[column]).chain([&header[column]]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let line = |row: &[String]| {
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            if column == 0 {
                print!("| {cell:<width$} |");
            } else {
                print!(" {cell:>width$} |");
            }
        }
        println!();
    };
    line(header);
    for (column, &width) in widths.iter().enumerate() {
        if column == 0 {
            print!("|{:-<1$}|", "", width + 2);
        } else {
            print!("{:->1$}:|", "", width + 1);
        }
    }
    println!();
    rows.iter().for_each(|row| line(row));
    println!();
}

/// A number, 0 or more, with three digits, or all before the point: 1,234 and 0.0123.
pub fn number(value: f64) -> String {
    if value >= 1000.0 {
        let digits = format!("{value:.0}");
        let mut text = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        return text;
    }
    if value == 0.0 {
        return "0".into();
    }
    // 0 for 100 and more, 1 for 10 and more, and so on.
    let decimals = (2.0 - value.log10().floor()).clamp(0.0, 6.0) as usize;
    format!("{value:.decimals$}")
}

/// A number that may be unknown.
pub fn number_or_dash(value: Option<f64>) -> String {
    value.map_or_else(|| "–".into(), number)
}
