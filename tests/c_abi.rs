//! The library as C and C++ programs find it: its headers, what it exports, and every
//! program of `tests/c`, `tests/cpp` and `examples`, linked with the shared and with the
//! static library.
//!
//! A comment at the top of a program can ask for more than one plain compilation:
//!
//! - `// flags: -fno-rtti`: compile and run it with these flags; several such lines ask
//!   for several programs.
//! - `// with: other.cpp`: link it with this file, which is no program of its own.
//! - `// must-not-compile: -DONE -DTWO`: it is no program; it must compile as it is, and
//!   with none of these flags.
//! - `// no-runner`: leave it out where the programs are run by a command, see below.
//!
//! `SUDOKU_TEST_CFLAGS` adds flags to every compilation, for sanitizers, and
//! `SUDOKU_TEST_RUNNER` is a command that runs the programs, for valgrind.

#![cfg(target_os = "linux")] // the names of shared libraries, and the tools that read them

mod common;

use common::skip;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

const WARNINGS: &[&str] = &["-Wall", "-Wextra", "-Wpedantic", "-Werror"];
const C_WARNINGS: &[&str] = &["-Wconversion", "-Wstrict-prototypes"];
const CPP_WARNINGS: &[&str] = &["-Wold-style-cast"];

/// What the static library needs of the system.
const STATIC_LIBS: &[&str] = &["-lpthread", "-ldl", "-lm"];

/// What every program finds on its standard input.
const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn programs_compiled_with_gcc() {
    compile_and_run_programs("gcc", "g++");
}

#[test]
fn programs_compiled_with_clang() {
    compile_and_run_programs("clang", "clang++");
}

/// Each header compiles alone, included twice, in every standard it is made for.
#[test]
fn headers_compile_alone_and_included_twice() {
    for header in files("include") {
        let name = header.file_name().unwrap_or_default().to_string_lossy();
        let source = format!("#include <{name}>\n#include <{name}>\n");
        for compiler in ["gcc", "clang", "g++", "clang++"] {
            let is_cpp = compiler.ends_with("++");
            if extension(&header) == "hpp" && !is_cpp || !is_available(compiler) {
                continue;
            }
            let standards: &[_] = if is_cpp {
                &["c++17", "c++20"]
            } else {
                &["c99", "c11", "c17"]
            };
            for standard in standards {
                for flags in [&[][..], &["-fno-exceptions", "-fno-rtti"]] {
                    if !is_cpp && !flags.is_empty() {
                        continue;
                    }
                    let mut command = compile(compiler, standard);
                    command.args(flags).arg("-fsyntax-only").arg("-x");
                    command.args([if is_cpp { "c++" } else { "c" }, "-"]);
                    expect_success(&mut command, &source);
                }
            }
        }
    }
}

/// The shared library exports the functions of the header and nothing else.
#[test]
fn exports_are_the_functions_of_the_header() {
    if !is_available("nm") {
        return;
    }
    let symbols = expect_success(
        Command::new("nm")
            .args(["--dynamic", "--defined-only", "--format=posix"])
            .arg(built("libsudoku.so")),
        "",
    );
    let exports: BTreeSet<_> = symbols.lines().filter_map(first_word).collect();
    let header = read(&Path::new(ROOT).join("include/sudoku.h"));
    assert_eq!(exports, functions(&header));
}

#[test]
fn the_shared_library_names_its_abi_and_stays_loaded() {
    if !is_available("readelf") {
        return;
    }
    let mut command = Command::new("readelf");
    command
        .args(["--dynamic", "--wide"])
        .arg(built("libsudoku.so"));
    let dynamic = expect_success(&mut command, "");
    assert!(dynamic.contains("soname: [libsudoku.so.0]"), "{dynamic}");
    let flags = dynamic.lines().find(|line| line.contains("(FLAGS_1)"));
    assert!(
        flags.is_some_and(|line| line.contains("NODELETE")),
        "{dynamic}"
    );
}

/// No panic leaves the library: the body of each function is one call of a guard.
#[test]
fn every_export_is_guarded() {
    let mut guarded = BTreeSet::new();
    let sources: Vec<_> = files("src/capi")
        .into_iter()
        .chain(
            files("src")
                .into_iter()
                .filter(|file| extension(file) == "rs"),
        )
        .map(|file| read(&file))
        .collect();
    for source in &sources {
        for export in source.split("#[unsafe(no_mangle)]").skip(1) {
            let (signature, rest) = export.split_once(" {\n").expect("a function");
            let body = rest.split_once("\n}\n").expect("its end").0;
            let name = functions(signature).pop_first().expect("its name");
            let first = body
                .lines()
                .map(str::trim)
                .find(|line| !line.starts_with("//"))
                .unwrap_or_default();
            let calls = first.strip_prefix("let ").map_or(first, |statement| {
                statement.split_once(" = ").map_or("", |(_, value)| value)
            });
            let is_guarded = calls.starts_with("guard(") || calls.starts_with("guard_value(");
            assert!(is_guarded, "{name} starts with {first:?}");
            guarded.insert(name);
        }
    }
    let header = read(&Path::new(ROOT).join("include/sudoku.h"));
    assert_eq!(guarded, functions(&header));
}

fn compile_and_run_programs(c: &str, cpp: &str) {
    // A folder with this build of the library and nothing else to take it from.
    let folder = built("c_abi").join(c);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the programs");
    fs::copy(built("libsudoku.so"), folder.join("libsudoku.so.0")).expect("the library");

    let mut sources = ["tests/c", "tests/cpp", "examples"].map(files).concat();
    let parts: Vec<PathBuf> = sources
        .iter()
        .flat_map(|source| parts(source, &read(source)))
        .collect();
    sources.retain(|source| !parts.contains(source));
    for source in sources {
        match extension(&source) {
            "c" if is_available(c) => compile_and_run(&source, c, "c99", &folder),
            "cpp" if is_available(cpp) => compile_and_run(&source, cpp, "c++17", &folder),
            _ => {}
        }
    }
}

fn compile_and_run(source: &Path, compiler: &str, standard: &str, folder: &Path) {
    println!("{}", source.display());
    let text = read(source);
    let mut variants = directives(&text, "flags:");
    if variants.is_empty() {
        variants.push(vec![]);
    }
    for flags in variants {
        let mut objects = vec![];
        for part in [vec![source.to_owned()], parts(source, &text)].concat() {
            let object = folder.join(part.with_extension("o").file_name().unwrap_or_default());
            let mut command = compile(compiler, standard);
            command.args(&flags).arg("-c").arg(part);
            expect_success(command.arg("-o").arg(&object), "");
            objects.push(object);
        }
        let misuses = directives(&text, "must-not-compile:").concat();
        for misuse in &misuses {
            let mut command = compile(compiler, standard);
            command.args(&flags).arg(misuse).arg("-fsyntax-only");
            let output = command.arg(source).output().expect("a compiler");
            assert!(!output.status.success(), "{command:?} succeeded");
        }
        if !misuses.is_empty() {
            continue;
        }
        for library in [folder.join("libsudoku.so.0"), built("libsudoku.a")] {
            let program = folder.join("program");
            let mut command = compile(compiler, standard);
            command
                .args(&flags)
                .args(&objects)
                .arg(library)
                .args(STATIC_LIBS);
            expect_success(command.arg("-o").arg(&program), "");
            run(&program, source, &text, folder);
        }
    }
}

/// The arguments of each comment line of this name at the top of a program.
fn directives<'a>(text: &'a str, name: &str) -> Vec<Vec<&'a str>> {
    text.lines()
        .take_while(|line| line.starts_with("//"))
        .filter_map(|line| line.strip_prefix("// ")?.strip_prefix(name))
        .map(|arguments| arguments.split_whitespace().collect())
        .collect()
}

/// The files that a program is linked with.
fn parts(source: &Path, text: &str) -> Vec<PathBuf> {
    let names = directives(text, "with:").concat();
    names
        .iter()
        .map(|name| source.with_file_name(name))
        .collect()
}

/// Runs a program that was linked with the library in `folder`, or with the static one.
fn run(program: &Path, source: &Path, text: &str, folder: &Path) {
    let runner = std::env::var("SUDOKU_TEST_RUNNER").unwrap_or_default();
    if !runner.is_empty() && !directives(text, "no-runner").is_empty() {
        return;
    }
    let mut words = runner
        .split_whitespace()
        .map(OsStr::new)
        .chain([program.as_os_str()]);
    let mut command = Command::new(words.next().unwrap_or_default());
    command
        .args(words)
        .env("LD_LIBRARY_PATH", folder)
        .current_dir(ROOT);
    let output = expect_success(&mut command, &format!("{PUZZLE}\n"));
    println!("{}: {output}", source.display());
    if source.ends_with("examples/solve.c") {
        assert!(output.contains(SOLUTION), "{output}");
    }
}

/// A compiler with the flags that every compilation gets.
fn compile(compiler: &str, standard: &str) -> Command {
    let mut command = Command::new(compiler);
    let more = if compiler.ends_with("++") {
        CPP_WARNINGS
    } else {
        C_WARNINGS
    };
    command
        .arg(format!("-std={standard}"))
        .args(WARNINGS)
        .args(more);
    command
        .args(["-O1", "-g", "-I"])
        .arg(Path::new(ROOT).join("include"));
    command.args(
        std::env::var("SUDOKU_TEST_CFLAGS")
            .unwrap_or_default()
            .split_whitespace(),
    );
    command
}

/// Runs a command with this input to its successful end: its output.
fn expect_success(command: &mut Command, input: &str) -> String {
    let (stdin, stdout, stderr) = (Stdio::piped(), Stdio::piped(), Stdio::piped());
    let child = command.stdin(stdin).stdout(stdout).stderr(stderr).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    if let Some(mut stdin) = child.stdin.take() {
        // A program that reads nothing may have closed it.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().expect("its output");
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    let status = output.status;
    assert!(
        status.success(),
        "{command:?}\n{status}\n{stdout}\n{stderr}"
    );
    stdout
}

/// Can this tool be run? If not, says that what needs it is skipped.
fn is_available(tool: &str) -> bool {
    let mut command = Command::new(tool);
    command
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let available = command.status().is_ok_and(|status| status.success());
    if !available {
        skip(&format!("there is no {tool}"));
    }
    available
}

/// A file that cargo built beside this test. Elsewhere there may be an older one.
fn built(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the path of this test");
    test.with_file_name(name)
}

/// The files of a folder of this repository, in order; none if there is no such folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(ROOT).join(folder));
    let paths = entries
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let mut files: Vec<_> = paths.filter(|path| path.is_file()).collect();
    files.sort_unstable();
    files
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn extension(file: &Path) -> &str {
    file.extension().and_then(OsStr::to_str).unwrap_or_default()
}

fn first_word(line: &str) -> Option<&str> {
    line.split_whitespace().next()
}

/// The names `sudoku_...` before a parenthesis, in C or Rust, outside of comments.
fn functions(code: &str) -> BTreeSet<&str> {
    let is_comment = |line: &&str| ["//", " *", "/*"].iter().any(|mark| line.starts_with(mark));
    code.lines()
        .filter(|line| !is_comment(line))
        .filter_map(|line| line.split_once('(')?.0.rsplit([' ', '*']).next())
        .filter(|name| name.starts_with("sudoku_"))
        .collect()
}
