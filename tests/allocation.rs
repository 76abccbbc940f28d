//! The functions for one board allocate nothing, not even in the first call.

mod common;

use common::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    // Of a constant, and without a destructor: it allocates nothing itself.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counting what each thread asks of it.
struct Counting;

// SAFETY: it hands everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the contract of this same function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(start, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// One test only: its first call is the process's first.
#[test]
fn nothing_is_allocated() {
    let mut malformed = [b'.'; 81];
    malformed[80] = 0xff;
    let mut boards = vec![malformed];
    for id in ["K4-05", "K4-15", "K4-11", "K2-11", "K1-01", "K9-07"] {
        boards.push(field_case(id).board);
    }
    let before = ALLOCATIONS.get();
    drop(Box::new(0));
    assert_eq!(ALLOCATIONS.get(), before + 1, "the allocator counts");
    for board in boards {
        let before = ALLOCATIONS.get();
        let mut solutions = 0;
        for_each_solution(&board, &mut |_| {
            solutions += 1;
            solutions == 100
        });
        solve(&board);
        check(&board);
        // SAFETY: 81 bytes, and a place for the count.
        unsafe { sudoku_count(board.as_ptr().cast(), 100, &mut 0) };
        assert_eq!(ALLOCATIONS.get(), before, "{}", text(&board));
    }
}
