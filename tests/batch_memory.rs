//! The memory of a batch does not grow with the batch.

#![cfg(target_os = "linux")] // /proc

mod common;

use common::*;
/// The most memory that this process ever had, in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("/proc");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB"));
    number
        .and_then(|number| number.parse().ok())
        .expect("a number of kB")
}

// One test only: the memory is that of the process.
#[test]
fn a_million_boards_need_less_than_4_mib_a_thread() {
    const COUNT: usize = 1_000_000;
    let case = field_case("K4-02");
    let mut line = case.board.to_vec();
    line.push(b'\n');
    let mut memory = line.repeat(COUNT);
    // Written, so that the memory is there before the call.
    let mut statuses = vec![77i8; COUNT];
    let (boards, out_status) = (memory.as_mut_ptr().cast(), statuses.as_mut_ptr());
    let before = peak();
    // SAFETY: 82 bytes and a status for each board.
    let status = unsafe { sudoku_solve_batch(boards, 82, COUNT, &batch_options(2), out_status) };
    let needed = peak() - before;
    println!("{needed} KiB for {COUNT} boards on two threads");
    assert_eq!(status, OK);
    assert!(statuses.iter().all(|&status| i32::from(status) == OK));
    let solution = case.solution.expect("a proper puzzle");
    assert!(
        memory
            .chunks(82)
            .all(|line| line[..81] == solution && line[81] == b'\n')
    );
    assert!(needed < 2 * 4096, "{needed} KiB");
}
