//! The tool as a shell sees it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};
use std::{env, fs, thread};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn tool() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sudoku"))
}

/// Runs the tool with arguments between spaces on some text.
fn run(arguments: &str, input: &str) -> Output {
    let mut child = tool()
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Runs the tool and compares all that comes out.
#[track_caller]
fn expect(arguments: &str, input: &str, code: i32, stdout: &str, stderr: &str) {
    let output = run(arguments, input);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), stderr);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), stdout);
    assert_eq!(output.status.code(), Some(code));
}

#[test]
fn a_bad_line_does_not_stop_the_rest() {
    let short = &PUZZLE[..80];
    let clash = PUZZLE.replacen('.', "5", 1);
    let dead = format!("12345678.........9{}", ".".repeat(63));
    let input = format!("# four boards\n{PUZZLE}\n{short}\n{clash}\n{dead}\n\n{PUZZLE}");
    let clash = "5 twice in row 1: row 1, column 1 and row 1, column 3";
    let dead = "no digit fits row 1, column 9";
    let stderr = format!("-:3: here is no board\n-:4: {clash}\n-:5: {dead}\n");
    let results = |result| format!("{result}\n# here is no board\n# {clash}\n# {dead}\n{result}\n");
    expect("solve", &input, 1, &results(SOLUTION), &stderr);
    expect("check", &input, 1, &results("one solution"), &stderr);
    expect(
        "count",
        &input,
        1,
        "1\n# here is no board\n0\n0\n1\n",
        "-:3: here is no board\n",
    );
}

#[test]
fn several_solutions() {
    let empty = ".".repeat(81);
    expect("count --limit 7", &empty, 0, "7\n", "");
    let several = "more than one solution";
    expect(
        "check",
        &empty,
        1,
        &format!("# {several}\n"),
        &format!("-:1: {several}\n"),
    );
    assert_eq!(run("minimize", &empty).status.code(), Some(1));
}

#[test]
fn layouts_are_converted_there_and_back() {
    let input = format!("{PUZZLE}\n{SOLUTION}\n");
    for format in ["line", "rows", "grid", "sdk", "csv"] {
        let output = run(&format!("convert --format {format}"), &input);
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        expect("convert", &text, 0, &input, "");
    }
}

#[test]
fn puzzles_are_what_they_should_be() {
    let puzzles = run("generate 1500 --seed 7 --threads 2", "");
    assert!(puzzles.status.success());
    let text = String::from_utf8(puzzles.stdout).unwrap();
    assert_eq!(
        run("generate 1500 --seed 7 --threads 1", "").stdout,
        text.as_bytes()
    );
    expect("check", &text, 0, &"one solution\n".repeat(1500), "");
    expect("minimize", &text, 0, &text, "");
    assert_eq!(run("generate --max-givens 5", "").status.code(), Some(2));
}

#[test]
fn equivalent_boards_have_one_canonical_form() {
    let relabelled: String = PUZZLE
        .bytes()
        .map(|cell| match cell {
            b'1'..=b'9' => char::from(b'1' + b'9' - cell),
            _ => '.',
        })
        .collect();
    let forms = run("canonicalize", &format!("{PUZZLE}\n{relabelled}\n"));
    let forms = String::from_utf8(forms.stdout).unwrap();
    let (first, second) = forms.trim().split_once('\n').unwrap();
    assert_eq!(first, second);
}

#[test]
fn order_holds_in_a_long_input_with_any_number_of_threads() {
    let puzzles = run("generate 2000 --seed 1", "").stdout;
    let puzzles = String::from_utf8(puzzles).unwrap().repeat(15);
    let expected: Vec<u8> = puzzles
        .lines()
        .take(2000)
        .flat_map(|line| {
            let board: sudoku::Board = line.parse().unwrap();
            format!("{}\n", board.solve().unwrap().board).into_bytes()
        })
        .collect();
    for threads in 1..=3 {
        let output = run(&format!("solve --threads {threads}"), &puzzles);
        assert!(output.stdout == expected.repeat(15), "{threads} threads");
    }
}

#[test]
fn a_result_comes_before_the_next_board_is_asked_for() {
    let mut child = tool()
        .arg("solve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(stdin, "{PUZZLE}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line.trim(), SOLUTION);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn files_come_one_after_another_and_one_may_be_missing() {
    let folder = env::temp_dir().join(format!("sudoku-tools-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("one");
    fs::write(&file, PUZZLE).unwrap();
    let missing = folder.join("missing");
    let output = tool()
        .arg("solve")
        .args([&file, &missing, &file])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        output.stdout,
        format!("{SOLUTION}\n{SOLUTION}\n").as_bytes()
    );
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with(&format!("sudoku: {}: ", missing.display())));
    assert_eq!(message.lines().count(), 1);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn usage() {
    for wrong in [
        "",
        "solve --threads 0",
        "count --limit 0",
        "convert --format x",
        "solv",
    ] {
        let output = run(wrong, PUZZLE);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(output.stdout.is_empty());
    }
    expect("solve", "", 0, "", "");
    assert!(run("--version", "").stdout.starts_with(b"sudoku 0."));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut child = tool()
        .args(["generate", "100000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn man_pages_and_completions() {
    let folder = env::temp_dir().join(format!("sudoku-documents-{}", std::process::id()));
    let status = tool().arg("documents").arg(&folder).status().unwrap();
    assert!(status.success());
    for (file, says) in [
        ("sudoku.1", "Exit status"),
        ("sudoku-solve.1", "threads"),
        ("sudoku.bash", "canonicalize"),
        ("_sudoku", "canonicalize"),
        ("sudoku.fish", "canonicalize"),
    ] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        assert!(text.contains(says), "{file}");
    }
    fs::remove_dir_all(&folder).unwrap();
}
