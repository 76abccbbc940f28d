//! Generating and minimizing puzzles, in Rust and through the C interface.

use std::ffi::{c_char, c_int, c_void};
use std::ops::Range;
use std::{fs, mem, ptr, thread};
use sudoku::{
    Board, GenerateError, GenerateOptions, GradeWishes, MinimizeError, NoSolution, Puzzle, Symmetry,
};

const PLAIN: GenerateOptions = GenerateOptions {
    symmetry: Symmetry::None,
    min_givens: 0,
    max_givens: 0,
    pattern: None,
    attempts: 0,
    grade: GradeWishes::NONE,
};

/// Every symmetry with what it does to a row and a column.
type Image = fn(usize, usize) -> (usize, usize);
const SYMMETRIES: [(Symmetry, &[Image]); 8] = [
    (Symmetry::None, &[]),
    (Symmetry::HalfTurn, &[|r, c| (8 - r, 8 - c)]),
    (Symmetry::QuarterTurn, &[|r, c| (c, 8 - r)]),
    (Symmetry::LeftRight, &[|r, c| (r, 8 - c)]),
    (Symmetry::TopBottom, &[|r, c| (8 - r, c)]),
    (Symmetry::Diagonal, &[|r, c| (c, r)]),
    (Symmetry::Antidiagonal, &[|r, c| (8 - c, 8 - r)]),
    (
        Symmetry::BothDiagonals,
        &[|r, c| (c, r), |r, c| (8 - c, 8 - r)],
    ),
];

fn generate(seed: u64, options: &GenerateOptions) -> Result<Puzzle, GenerateError> {
    sudoku::generate(seed, options, || false)
}

fn givens(board: &Board) -> Vec<usize> {
    (0..81).filter(|&cell| board.digits()[cell] != 0).collect()
}

/// The board without some of its givens.
fn without(board: &Board, cells: &[usize]) -> Board {
    let mut bytes = board.to_bytes();
    cells.iter().for_each(|&cell| bytes[cell] = b'.');
    Board::from_bytes(&bytes).unwrap()
}

fn is_symmetrical(board: &Board, images: &[Image]) -> bool {
    let is_given = |(r, c): (usize, usize)| board.digits()[9 * r + c] != 0;
    (0..81).all(|i| {
        images
            .iter()
            .all(|image| is_given((i / 9, i % 9)) == is_given(image(i / 9, i % 9)))
    })
}

/// The cells that the images take a cell to, itself included.
fn orbit(cell: usize, images: &[Image]) -> Vec<usize> {
    let mut cells = vec![cell];
    let mut i = 0;
    while i < cells.len() {
        for image in images {
            let (r, c) = image(cells[i] / 9, cells[i] % 9);
            if !cells.contains(&(9 * r + c)) {
                cells.push(9 * r + c);
            }
        }
        i += 1;
    }
    cells
}

/// Runs a check over seeds on all cores, and returns what each thread gathered.
fn over_seeds<T: Send>(seeds: u64, check: impl Fn(Range<u64>) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, |n| n.get() as u64);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|i| seeds * i / threads..seeds * (i + 1) / threads)
            .map(|range| scope.spawn(|| check(range)))
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap())
            .collect()
    })
}

/// Chi-squared for equally likely outcomes. Under this bound with a probability of all
/// but a millionth (Wilson and Hilferty). Seeds are fixed, so no run differs.
fn assert_even(counts: &[u32], what: &str) {
    let total: u32 = counts.iter().sum();
    let expected = f64::from(total) / counts.len() as f64;
    let squares = counts.iter().map(|&n| (f64::from(n) - expected).powi(2));
    let chi_squared: f64 = squares.sum::<f64>() / expected;
    let freedom = (counts.len() - 1) as f64;
    let spread = 2.0 / (9.0 * freedom);
    let bound = freedom * (1.0 - spread + 4.75 * spread.sqrt()).powi(3);
    assert!(
        chi_squared < bound,
        "{what}: {chi_squared:.1} is over {bound:.1}"
    );
}

/// What is counted over many grids.
struct Counts {
    grids: usize,
    /// How often each cell holds each digit.
    digits: Vec<[u32; 9]>,
    /// For each pair of boxes and each place of a digit in the first, how often it has
    /// each place in the second.
    pairs: Vec<[[u32; 9]; 9]>,
    /// Pairs of equal boxes.
    equal_boxes: u32,
}

impl Counts {
    fn new() -> Counts {
        Counts {
            grids: 0,
            digits: vec![[0; 9]; 81],
            pairs: vec![[[0; 9]; 9]; 81],
            equal_boxes: 0,
        }
    }

    fn add(&mut self, grid: &Board) {
        let mut places = [[0; 9]; 9];
        let mut boxes = [[0; 9]; 9];
        for (cell, &digit) in grid.digits().iter().enumerate() {
            let digit = usize::from(digit) - 1;
            self.digits[cell][digit] += 1;
            let (number, place) = (cell / 27 * 3 + cell % 9 / 3, cell / 9 % 3 * 3 + cell % 3);
            places[number][digit] = place;
            boxes[number][place] = digit;
        }
        // One digit a grid: the places of all nine depend on each other.
        self.grids += 1;
        let digit = self.grids % 9;
        for one in 0..9 {
            for other in 0..one {
                self.pairs[9 * one + other][places[one][digit]][places[other][digit]] += 1;
                self.equal_boxes += u32::from(boxes[one] == boxes[other]);
            }
        }
    }

    fn join(mut self, more: Counts) -> Counts {
        for (sum, counts) in self.digits.iter_mut().zip(more.digits) {
            sum.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
        }
        for (sum, counts) in self.pairs.iter_mut().zip(more.pairs) {
            for (sum, counts) in sum.iter_mut().zip(counts) {
                sum.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
            }
        }
        self.equal_boxes += more.equal_boxes;
        self
    }
}

#[test]
fn a_hundred_thousand_seeds() {
    let counts = over_seeds(100_000, |seeds| {
        let mut counts = Counts::new();
        for seed in seeds {
            let puzzle = generate(seed, &PLAIN).unwrap();
            counts.add(&puzzle.solution);
            let solution = puzzle.board.solve().unwrap();
            assert!(solution.is_unique, "seed {seed}");
            assert_eq!(solution.board, puzzle.solution, "seed {seed}");
            for cell in givens(&puzzle.board) {
                assert_eq!(without(&puzzle.board, &[cell]).count(2), 2, "seed {seed}");
            }
            if seed % 10 == 0 {
                assert_eq!(generate(seed, &PLAIN), Ok(puzzle), "seed {seed}");
            }
        }
        counts
    });
    let counts = counts.into_iter().reduce(Counts::join).unwrap();
    for (cell, digits) in counts.digits.iter().enumerate() {
        assert_even(digits, &format!("digits of cell {cell}"));
    }
    for one in 0..9 {
        for other in 0..one {
            let pairs = &counts.pairs[9 * one + other];
            // A digit has two different rows in boxes side by side, and columns likewise.
            let can_be = |a: usize, b: usize| {
                (one / 3 != other / 3 || a / 3 != b / 3) && (one % 3 != other % 3 || a % 3 != b % 3)
            };
            let all = (0..81).map(|i| (i / 9, i % 9));
            let (possible, not): (Vec<_>, Vec<_>) = all.partition(|&(a, b)| can_be(a, b));
            assert!(not.iter().all(|&(a, b)| pairs[a][b] == 0));
            let numbers: Vec<u32> = possible.iter().map(|&(a, b)| pairs[a][b]).collect();
            assert_even(&numbers, &format!("boxes {other} and {one}"));
        }
    }
    assert!(
        counts.equal_boxes < 100,
        "{} pairs of boxes are equal",
        counts.equal_boxes
    );
}

#[test]
fn symmetries() {
    over_seeds(200, |seeds| {
        for seed in seeds {
            for (symmetry, images) in SYMMETRIES {
                let options = GenerateOptions { symmetry, ..PLAIN };
                let puzzle = generate(seed, &options).unwrap().board;
                assert_eq!(puzzle.count(2), 1, "{symmetry:?}, seed {seed}");
                assert!(is_symmetrical(&puzzle, images), "{symmetry:?}, seed {seed}");
                for cell in givens(&puzzle) {
                    let fewer = without(&puzzle, &orbit(cell, images));
                    assert_eq!(fewer.count(2), 2, "{symmetry:?}, seed {seed}");
                }
            }
            let options = GenerateOptions {
                symmetry: Symmetry::Any,
                ..PLAIN
            };
            let puzzle = generate(seed, &options).unwrap().board;
            assert!(
                SYMMETRIES[1..]
                    .iter()
                    .any(|(_, images)| is_symmetrical(&puzzle, images))
            );
        }
    });
}

/// A board of which every second cell may hold a given.
fn checkered() -> [bool; 81] {
    std::array::from_fn(|cell| cell % 2 == 0)
}

#[test]
fn wishes_for_givens_and_places() {
    for seed in 0..100 {
        let number = |options| givens(&generate(seed, &options).unwrap().board).len();
        for exactly in [30, 45, 81] {
            let options = GenerateOptions {
                min_givens: exactly,
                max_givens: exactly,
                ..PLAIN
            };
            assert_eq!(number(options), exactly as usize);
        }
        assert!(
            number(GenerateOptions {
                max_givens: 23,
                ..PLAIN
            }) <= 23
        );
        let symmetry = Symmetry::HalfTurn;
        let symmetrical = number(GenerateOptions {
            symmetry,
            min_givens: 28,
            max_givens: 33,
            ..PLAIN
        });
        assert!((28..=33).contains(&symmetrical));
        let pattern = Some(checkered());
        for symmetry in [Symmetry::None, Symmetry::HalfTurn] {
            let puzzle = generate(
                seed,
                &GenerateOptions {
                    symmetry,
                    pattern,
                    ..PLAIN
                },
            )
            .unwrap();
            assert!(givens(&puzzle.board).iter().all(|cell| cell % 2 == 0));
            assert_eq!(puzzle.board.count(2), 1);
        }
    }
}

#[test]
fn contradictory_wishes() {
    let mut sixteen = [false; 81];
    sixteen[..16].fill(true);
    let mut one_side = [true; 81];
    (0..81)
        .filter(|cell| cell % 9 > 4)
        .for_each(|cell| one_side[cell] = false);
    for options in [
        GenerateOptions {
            min_givens: 82,
            ..PLAIN
        },
        GenerateOptions {
            max_givens: 82,
            ..PLAIN
        },
        GenerateOptions {
            max_givens: 16,
            ..PLAIN
        },
        GenerateOptions {
            min_givens: 30,
            max_givens: 29,
            ..PLAIN
        },
        GenerateOptions {
            min_givens: u32::MAX,
            max_givens: u32::MAX,
            ..PLAIN
        },
        GenerateOptions {
            pattern: Some(sixteen),
            ..PLAIN
        },
        GenerateOptions {
            pattern: Some(checkered()),
            min_givens: 42,
            ..PLAIN
        },
        // Only the middle column has its mirror image in the pattern.
        GenerateOptions {
            pattern: Some(one_side),
            symmetry: Symmetry::LeftRight,
            ..PLAIN
        },
    ] {
        assert_eq!(
            generate(1, &options),
            Err(GenerateError::Contradiction),
            "{options:?}"
        );
    }
}

#[test]
fn impossible_wishes_end() {
    // Two blank rows in one band can always be exchanged.
    let pattern = Some(std::array::from_fn(|cell| cell >= 18));
    // Orbits of four and of one never make 22.
    let symmetry = Symmetry::QuarterTurn;
    for options in [
        GenerateOptions {
            pattern,
            attempts: 1000,
            ..PLAIN
        },
        GenerateOptions {
            symmetry,
            min_givens: 22,
            max_givens: 22,
            attempts: 100,
            ..PLAIN
        },
    ] {
        let mut asked = 0;
        let result = sudoku::generate(7, &options, || {
            asked += 1;
            false
        });
        assert_eq!(result, Err(GenerateError::GaveUp));
        assert_eq!(asked, options.attempts);
    }
    let result = generate(7, &GenerateOptions { pattern, ..PLAIN });
    assert_eq!(result, Err(GenerateError::GaveUp));
}

#[test]
fn cancelling() {
    let pattern = Some(std::array::from_fn(|cell| cell >= 18));
    for after in [1, 5] {
        let mut asked = 0;
        let result = sudoku::generate(7, &GenerateOptions { pattern, ..PLAIN }, || {
            asked += 1;
            asked == after
        });
        assert_eq!((result, asked), (Err(GenerateError::Cancelled), after));
    }
}

/// Twenty seeds for each set of options, one line each. They may change only with the
/// major version.
#[test]
fn golden_values() {
    let mut sets: Vec<(String, GenerateOptions)> = Vec::new();
    for symmetry in SYMMETRIES
        .map(|(symmetry, _)| symmetry)
        .into_iter()
        .chain([Symmetry::Any])
    {
        sets.push((
            format!("{symmetry:?}"),
            GenerateOptions { symmetry, ..PLAIN },
        ));
    }
    sets.push((
        "min30".into(),
        GenerateOptions {
            min_givens: 30,
            ..PLAIN
        },
    ));
    sets.push((
        "max23".into(),
        GenerateOptions {
            max_givens: 23,
            ..PLAIN
        },
    ));
    sets.push((
        "pattern".into(),
        GenerateOptions {
            pattern: Some(checkered()),
            ..PLAIN
        },
    ));
    let mut lines = String::new();
    for (name, options) in sets {
        for seed in (0..19).chain([u64::MAX]) {
            let puzzle = generate(seed, &options).unwrap();
            lines += &format!("{name} {seed} {} {}\n", puzzle.board, puzzle.solution);
        }
    }
    let actual = format!("{}/generate.golden", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&actual, &lines).unwrap();
    assert!(
        lines == include_str!("generate.golden"),
        "other values; see {actual}"
    );
}

#[test]
fn minimizing() {
    let full = generate(3, &PLAIN).unwrap().solution;
    let mut seen = Vec::new();
    for seed in 0..50 {
        let minimal = full.minimize(seed).unwrap();
        assert_eq!(
            minimal.solve().map(|s| (s.board, s.is_unique)),
            Ok((full, true))
        );
        assert!(
            givens(&minimal)
                .iter()
                .all(|&cell| without(&minimal, &[cell]).count(2) == 2)
        );
        assert_eq!(
            minimal.minimize(seed + 1),
            Ok(minimal),
            "nothing more can go"
        );
        assert_eq!(full.minimize(seed), Ok(minimal));
        seen.push(minimal);
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 50, "the seed decides");
    assert_eq!(Board::EMPTY.minimize(1), Err(MinimizeError::Ambiguous));
    let clash = ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6..";
    let reason = clash.parse::<Board>().unwrap().minimize(1);
    assert_eq!(reason, Err(MinimizeError::NoSolution(NoSolution::Clash)));
    // Row 1 needs a 9 in its last cell, and column 9 holds one.
    let stuck = format!("12345678.{}9", ".".repeat(71));
    let reason = stuck.parse::<Board>().unwrap().minimize(1);
    assert_eq!(
        reason,
        Err(MinimizeError::NoSolution(NoSolution::Unsolvable))
    );
}

/// Mirrors struct sudoku_generate_options of the first version, before the grades.
#[repr(C)]
struct Options {
    struct_size: usize,
    symmetry: u32,
    min_givens: u32,
    max_givens: u32,
    attempts: u32,
    pattern: *const c_char,
    cancel: Option<unsafe extern "C" fn(*mut c_void) -> c_int>,
    user: *mut c_void,
    reserved: [u32; 2],
}

const INIT: Options = Options {
    struct_size: size_of::<Options>(),
    symmetry: 0,
    min_givens: 0,
    max_givens: 0,
    attempts: 0,
    pattern: ptr::null(),
    cancel: None,
    user: ptr::null_mut(),
    reserved: [0; 2],
};

unsafe extern "C" {
    fn sudoku_generate(
        seed: u64,
        options: *const Options,
        out_puzzle: *mut c_char,
        out_solution: *mut c_char,
    ) -> c_int;
    fn sudoku_minimize(board: *mut c_char, seed: u64) -> c_int;
}

/// The status, and what stands in the two outputs after it.
fn call(seed: u64, options: Option<&Options>) -> (c_int, [u8; 81], [u8; 81]) {
    let (mut puzzle, mut solution) = ([b'#'; 81], [b'#'; 81]);
    let options = options.map_or(ptr::null(), ptr::from_ref);
    // SAFETY: NULL or a whole struct, and two boards.
    let status = unsafe {
        sudoku_generate(
            seed,
            options,
            puzzle.as_mut_ptr().cast(),
            solution.as_mut_ptr().cast(),
        )
    };
    (status, puzzle, solution)
}

/// The result where nothing was written.
fn untouched(status: c_int) -> (c_int, [u8; 81], [u8; 81]) {
    (status, [b'#'; 81], [b'#'; 81])
}

unsafe extern "C" fn count_calls(user: *mut c_void) -> c_int {
    // SAFETY: the tests hand over an int.
    unsafe {
        *user.cast::<c_int>() += 1;
        c_int::from(*user.cast::<c_int>() == 3)
    }
}

#[test]
fn through_c() {
    let expected = |puzzle: Puzzle| (0, puzzle.board.to_bytes(), puzzle.solution.to_bytes());
    let plain = expected(generate(5, &PLAIN).unwrap());
    assert_eq!(call(5, None), plain);
    assert_eq!(call(5, Some(&INIT)), plain);
    let mut puzzle = [b'#'; 81];
    // SAFETY: no options, one board, and no wish for the solution.
    let status =
        unsafe { sudoku_generate(5, ptr::null(), puzzle.as_mut_ptr().cast(), ptr::null_mut()) };
    assert_eq!((status, puzzle), (0, plain.1));
    // SAFETY: nowhere to write.
    let status = unsafe { sudoku_generate(5, ptr::null(), ptr::null_mut(), ptr::null_mut()) };
    assert_eq!(status, -1);
    for (number, symmetry) in SYMMETRIES
        .map(|(symmetry, _)| symmetry)
        .into_iter()
        .enumerate()
    {
        let options = Options {
            symmetry: number as u32,
            ..INIT
        };
        let puzzle = generate(6, &GenerateOptions { symmetry, ..PLAIN }).unwrap();
        assert_eq!(call(6, Some(&options)), expected(puzzle), "{symmetry:?}");
    }
    // A puzzle as pattern: here the answer is at most its givens.
    let pattern = checkered().map(|may| if may { b'x' } else { b'0' });
    let options = Options {
        pattern: pattern.as_ptr().cast(),
        ..INIT
    };
    let wishes = GenerateOptions {
        pattern: Some(checkered()),
        ..PLAIN
    };
    assert_eq!(
        call(7, Some(&options)),
        expected(generate(7, &wishes).unwrap())
    );

    let mut calls: c_int = 0;
    let (cancel, user) = (Some(count_calls as _), ptr::from_mut(&mut calls).cast());
    let options = Options {
        max_givens: 17,
        cancel,
        user,
        ..INIT
    };
    assert_eq!(call(8, Some(&options)), untouched(2));
    assert_eq!(calls, 3);
}

#[test]
fn refusals_through_c() {
    let bad_marks = [b'?'; 81];
    let no_marks = [b'.'; 81];
    for options in [
        Options {
            symmetry: 9,
            ..INIT
        },
        Options {
            symmetry: u32::MAX,
            ..INIT
        },
        Options {
            min_givens: 82,
            ..INIT
        },
        Options {
            max_givens: 16,
            ..INIT
        },
        Options {
            pattern: bad_marks.as_ptr().cast(),
            ..INIT
        },
        Options {
            pattern: no_marks.as_ptr().cast(),
            ..INIT
        },
        Options {
            reserved: [0, 1],
            ..INIT
        },
        Options {
            struct_size: 0,
            ..INIT
        },
        Options {
            struct_size: size_of::<Options>() - 1,
            ..INIT
        },
        Options {
            struct_size: 4097,
            ..INIT
        },
    ] {
        assert_eq!(call(1, Some(&options)), untouched(-5));
    }
    assert_eq!(
        call(
            1,
            Some(&Options {
                max_givens: 17,
                attempts: 3,
                ..INIT
            })
        ),
        untouched(-7)
    );
    // From a later version: more members than today, and none of them wished for.
    #[repr(C)]
    struct Later {
        options: Options,
        more: [u64; 8],
    }
    let struct_size = mem::size_of::<Later>();
    let mut later = Later {
        options: Options {
            struct_size,
            ..INIT
        },
        more: [0; 8],
    };
    assert_eq!(call(5, Some(&later.options)), call(5, None));
    later.more[7] = 1;
    assert_eq!(call(5, Some(&later.options)), untouched(-5));
}

#[test]
fn minimizing_through_c() {
    let minimize = |text: &str, seed| {
        let mut bytes: [u8; 81] = text.as_bytes().try_into().unwrap();
        // SAFETY: a board.
        let status = unsafe { sudoku_minimize(bytes.as_mut_ptr().cast(), seed) };
        (status, String::from_utf8(bytes.into()).unwrap())
    };
    let full = generate(3, &PLAIN).unwrap().solution;
    let expected = full.minimize(4).unwrap().to_string();
    assert_eq!(minimize(&full.to_string(), 4), (0, expected));
    for (text, status) in [
        ("0".repeat(81), -8),
        ("1".repeat(81), -3),
        (format!("12345678.{}9", ".".repeat(71)), -4),
        (format!("x{}", ".".repeat(80)), -2),
    ] {
        assert_eq!(minimize(&text, 1), (status, text));
    }
    // SAFETY: NULL is refused.
    assert_eq!(unsafe { sudoku_minimize(ptr::null_mut(), 1) }, -1);
}
