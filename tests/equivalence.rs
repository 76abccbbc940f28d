//! Shuffling, the canonical form and comparing, in Rust and through the C interface.

use std::collections::HashSet;
use std::ffi::{c_char, c_int};
use std::fs;
use sudoku::Board;

fn board(text: &str) -> Board {
    text.parse().expect(text)
}

fn from_cells(digit: impl Fn(usize, usize) -> usize) -> Board {
    let byte = |cell: usize| b'0' + digit(cell / 9, cell % 9) as u8;
    Board::from_bytes(&std::array::from_fn(byte)).unwrap()
}

/// A puzzle set or case file beside the repository; `None`, and said so, without it.
fn shared(name: &str) -> Option<String> {
    let path = format!("{}/../shared/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: there is no {path}");
    }
    text
}

/// Boards with many symmetries, few givens, many solutions or clashes.
fn adversaries() -> Vec<Board> {
    let one_if = |is_given: bool| usize::from(is_given);
    vec![
        Board::EMPTY,
        from_cells(|r, c| 5 * one_if(r == 4 && c == 4)),
        from_cells(|r, c| 7 * one_if(c == r % 3 * 3 + r / 3)),
        from_cells(|r, c| if r == 4 { c + 1 } else { 0 }),
        from_cells(|r, c| if c == 2 { r + 1 } else { 0 }),
        from_cells(|r, c| one_if(r / 3 == 1 && c / 3 == 2) * (r % 3 * 3 + c % 3 + 1)),
        from_cells(|r, c| one_if(r < 3) * ((c + 3 * r) % 9 + 1)),
        from_cells(|r, c| one_if(r / 3 == c / 3) * (r % 3 * 3 + c % 3 + 1)),
        from_cells(|r, c| (c + 3 * r + r / 3) % 9 + 1),
        board("123456789456789123789123456231564897564897231897231564312645978645978312978312645"),
        board("123456789456789123789123456214365897365897214897214365531642978642978531978531642"),
        board("123456789457893612986217354274538196531964827698721435342685971715349268869172543"),
        from_cells(|_, _| 1),
        from_cells(|_, c| c + 1),
        from_cells(|r, c| one_if(r % 3 == c % 3)),
        from_cells(|r, c| one_if(r == c)),
        from_cells(|r, c| one_if(r == c) * (r + 1)),
        from_cells(|r, c| 1 + one_if((r / 3 + c / 3 + r + c) % 3 == 0)),
        from_cells(|r, c| one_if(r % 3 == 1 && c % 3 == 1) * (r / 3 * 3 + c / 3 + 1)),
    ]
}

/// Pseudo-random boards with few givens, most of which clash.
fn random_boards() -> impl Iterator<Item = Board> {
    (0..1500u64).map(|i| {
        let mut state = i;
        let mut next = |bound: u64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) % bound
        };
        let digits = [1, 2, 9][next(3) as usize];
        let mut bytes = [b'.'; 81];
        for _ in 0..i % 50 {
            bytes[next(81) as usize] = b'1' + next(digits) as u8;
        }
        Board::from_bytes(&bytes).unwrap()
    })
}

/// The smallest of all images, tried one by one.
fn smallest_image(board: &Board) -> Board {
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let mut lines = Vec::new();
    for bands in orders {
        for i in 0..216 {
            let inner = [orders[i / 36], orders[i / 6 % 6], orders[i % 6]];
            let line = |place: usize| 3 * bands[place / 3] + inner[place / 3][place % 3];
            lines.push(std::array::from_fn::<usize, 9, _>(line));
        }
    }
    let mut best = [u8::MAX; 81];
    for transposed in [false, true] {
        for rows in &lines {
            for columns in &lines {
                let mut image = [0; 81];
                let mut labels = [0; 10];
                let mut last = 0;
                let mut is_smaller = false;
                for cell in 0..81 {
                    let (row, column) = (rows[cell / 9], columns[cell % 9]);
                    let source = if transposed {
                        9 * column + row
                    } else {
                        9 * row + column
                    };
                    let digit = usize::from(board.digits()[source]);
                    if digit != 0 && labels[digit] == 0 {
                        last += 1;
                        labels[digit] = last;
                    }
                    image[cell] = labels[digit];
                    if !is_smaller && image[cell] > best[cell] {
                        break;
                    }
                    is_smaller |= image[cell] < best[cell];
                }
                if is_smaller {
                    best = image;
                }
            }
        }
    }
    Board::from_bytes(&best.map(|label| b'0' + label)).unwrap()
}

#[test]
fn the_canonical_form_is_the_smallest_of_all_images() {
    let mut boards: Vec<Board> = adversaries();
    boards.extend(random_boards().step_by(301));
    boards.push(board(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ));
    boards.push(board(
        ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
    ));
    boards.push(board(
        "8.........59.......76..........7.593...6.1487......162...753916...428735...916248",
    ));
    let half = boards.len() / 2;
    std::thread::scope(|scope| {
        for boards in [&boards[..half], &boards[half..]] {
            scope.spawn(move || {
                for board in boards {
                    assert_eq!(board.canonicalize(), smallest_image(board), "{board}");
                }
            });
        }
    });
}

#[test]
fn equivalent_boards_have_one_form() {
    for (i, board) in adversaries().into_iter().chain(random_boards()).enumerate() {
        let form = board.canonicalize();
        assert_eq!(form.canonicalize(), form, "{board}");
        assert_eq!(form.count(20), board.count(20), "{board}");
        for seed in 0..8 {
            let image = board.shuffle(1000 * i as u64 + seed);
            assert_eq!(image.canonicalize(), form, "{board} {image}");
            assert!(form <= image);
        }
    }
}

#[test]
fn puzzles_of_the_sets() {
    let Some(text) = shared("data/17_clues.txt") else {
        return;
    };
    // All essentially different, so no two have one form.
    let forms: HashSet<Board> = text
        .lines()
        .map(|line| board(line).canonicalize())
        .collect();
    assert_eq!(forms.len(), text.lines().count());
    for set in [
        "17_clues",
        "easy_33_clues",
        "magictour_top1465",
        "hardest_1905_11plus",
        "hardest_1106",
        "two_or_more_solutions",
        "no_solution",
    ] {
        let Some(text) = shared(&format!("data/{set}.txt")) else {
            continue;
        };
        for (seed, line) in text.lines().enumerate().step_by(37) {
            let (board, seed) = (board(line), seed as u64);
            let form = board.canonicalize();
            assert_eq!(board.shuffle(seed).canonicalize(), form, "{line}");
            assert_eq!(form.count(2), board.count(2), "{line}");
            if let Ok(solution) = board.solve() {
                let form = solution.board.canonicalize();
                assert_eq!(solution.board.shuffle(seed).canonicalize(), form);
            }
        }
    }
}

#[test]
fn equivalent_pairs_found_by_others() {
    let Some(text) = shared("grading/isomorph_pairs.tsv") else {
        return;
    };
    let mut pairs = 0;
    for line in text.lines() {
        let boards: Vec<Board> = line
            .split('\t')
            .filter_map(|field| field.parse().ok())
            .collect();
        if let [a, b] = boards[..] {
            assert!(a.is_equivalent(&b), "{line}");
            pairs += 1;
        }
    }
    assert!(pairs > 200);
}

#[test]
fn known_forms() {
    let one_given = from_cells(|r, c| usize::from(r == 8 && c == 8));
    assert_eq!(
        from_cells(|r, c| if (r, c) == (2, 5) { 9 } else { 0 }).canonicalize(),
        one_given
    );
    // The smallest and the greatest of all canonical grids, known since 2007.
    for grid in &adversaries()[10..12] {
        assert_eq!(grid.canonicalize(), *grid);
        assert_eq!(grid.shuffle(1).canonicalize(), *grid);
    }
    assert!(!adversaries()[10].is_equivalent(&adversaries()[11]));
    assert!(adversaries()[3].is_equivalent(&adversaries()[4]));
    assert!(!one_given.is_equivalent(&Board::EMPTY));
}

#[test]
fn shuffling_is_repeatable_and_even() {
    let grid = adversaries()[10];
    assert_eq!(grid.shuffle(5), grid.shuffle(5));
    assert_eq!(grid.shuffle(0).to_string(), GOLDEN_SHUFFLE);
    // Where one given goes, and what becomes of it.
    let board = from_cells(|r, c| 3 * usize::from((r, c) == (1, 7)));
    let mut cells = [0; 81];
    let mut digits = [0; 10];
    for seed in 0..81_000 {
        let image = board.shuffle(seed);
        let cell = image.digits().iter().position(|&digit| digit != 0).unwrap();
        cells[cell] += 1;
        digits[usize::from(image.digits()[cell])] += 1;
    }
    assert!(cells.iter().all(|n| (840..1160).contains(n)), "{cells:?}");
    assert!(
        digits[1..].iter().all(|n| (8_500..9_500).contains(n)),
        "{digits:?}"
    );
}

const GOLDEN_SHUFFLE: &str =
    "862175394175394862394862175587621943621943587943587621258716439716439258439258716";

unsafe extern "C" {
    fn sudoku_shuffle(board: *mut c_char, seed: u64) -> c_int;
    fn sudoku_canonicalize(board: *const c_char, out_board: *mut c_char) -> c_int;
    fn sudoku_is_equivalent(a: *const c_char, b: *const c_char, out: *mut c_int) -> c_int;
}

const PUZZLE: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

/// A board in the middle of a longer array, to see what is written around it.
fn framed() -> [u8; 83] {
    let mut bytes = [b'#'; 83];
    bytes[1..82].copy_from_slice(PUZZLE.as_bytes());
    bytes
}

#[test]
fn through_c() {
    let expected = |board: Board| {
        let mut bytes = framed();
        bytes[1..82].copy_from_slice(&board.to_bytes());
        bytes
    };
    let mut bytes = framed();
    // SAFETY: 81 bytes from the second on.
    let status = unsafe { sudoku_shuffle(bytes[1..].as_mut_ptr().cast(), 9) };
    assert_eq!((status, bytes), (0, expected(board(PUZZLE).shuffle(9))));
    let mut bytes = framed();
    let start = bytes[1..].as_mut_ptr().cast();
    // SAFETY: as before; input and output may be one board.
    let status = unsafe { sudoku_canonicalize(start, start) };
    assert_eq!((status, bytes), (0, expected(board(PUZZLE).canonicalize())));
    let mut equivalent = 7;
    // SAFETY: two boards and an int.
    let status = unsafe {
        let (a, b) = (PUZZLE.as_ptr().cast(), bytes[1..].as_ptr().cast());
        sudoku_is_equivalent(a, b, &mut equivalent)
    };
    assert_eq!((status, equivalent), (0, 1));
    let empty = [b'0'; 81];
    // SAFETY: two boards and an int.
    let status = unsafe {
        sudoku_is_equivalent(
            PUZZLE.as_ptr().cast(),
            empty.as_ptr().cast(),
            &mut equivalent,
        )
    };
    assert_eq!((status, equivalent), (0, 0));
}

#[test]
fn refusals_through_c_change_nothing() {
    let mut bad = framed();
    bad[40] = b'x';
    let before = bad;
    let good = framed();
    let mut out = [b'#'; 81];
    let mut equivalent = 7;
    let null = std::ptr::null;

    let at = |bytes: &[u8; 83]| bytes[1..].as_ptr().cast::<c_char>();
    // SAFETY: NULL or 81 bytes; NULL or an int.
    unsafe {
        assert_eq!(sudoku_shuffle(std::ptr::null_mut(), 1), -1);
        assert_eq!(sudoku_shuffle(bad[1..].as_mut_ptr().cast(), 1), -2);
        assert_eq!(sudoku_canonicalize(null(), out.as_mut_ptr().cast()), -1);
        assert_eq!(sudoku_canonicalize(at(&bad), std::ptr::null_mut()), -1);
        assert_eq!(sudoku_canonicalize(at(&bad), out.as_mut_ptr().cast()), -2);
        assert_eq!(sudoku_is_equivalent(null(), at(&bad), &mut equivalent), -1);
        assert_eq!(sudoku_is_equivalent(at(&bad), null(), &mut equivalent), -1);
        assert_eq!(
            sudoku_is_equivalent(at(&bad), at(&good), std::ptr::null_mut()),
            -1
        );
        assert_eq!(
            sudoku_is_equivalent(at(&good), at(&bad), &mut equivalent),
            -2
        );
    }
    assert_eq!((bad, out, equivalent), (before, [b'#'; 81], 7));
}
