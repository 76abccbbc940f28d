// Sudoku from Node.js, with koffi (npm install koffi).
//
// node sudoku.mjs runs the checks at the end.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

// `import koffi from 'koffi'` does the same where koffi is installed beside the program;
// require looks at NODE_PATH, too.
const koffi = createRequire(import.meta.url)('koffi');

const lib = koffi.load('libsudoku.so.0');
koffi.proto('int sudoku_visit(const char *solution, void *user)');
koffi.proto('int sudoku_progress(size_t done, size_t total, void *user)');
const BatchOptions = koffi.struct('sudoku_batch_options', {
    struct_size: 'size_t',
    threads: 'uint32_t',
    reserved: 'uint32_t',
    progress: 'sudoku_progress *',
    user: 'void *',
});
const sudoku_status_string = lib.func('const char *sudoku_status_string(int status)');
const sudoku_solve = lib.func('int sudoku_solve(uint8_t *board)');
const sudoku_count = lib.func('int sudoku_count(const uint8_t *board, uint64_t limit, _Out_ uint64_t *count)');
const sudoku_enumerate = lib.func('int sudoku_enumerate(const uint8_t *board, sudoku_visit *visit, void *user)');
const sudoku_solve_batch = lib.func('int sudoku_solve_batch(uint8_t *boards, size_t stride, size_t count,'
    + ' const sudoku_batch_options *options, int8_t *out_status)');

export const ALL_CORES = 0xffff_ffff;

export class SudokuError extends Error {
    constructor(status) {
        super(sudoku_status_string(status));
        this.status = status;
    }
}

function checked(status) {
    if (status < 0) throw new SudokuError(status);
    return status;
}

// The bytes of a board. C reads 81 of them whatever the length, so it is looked at here.
function bytes(board) {
    if (typeof board !== 'string') throw new TypeError('a board is a string');
    const bytes = Buffer.from(board, 'utf8');
    if (bytes.length !== 81) throw new RangeError(`a board has 81 characters, not ${bytes.length}`);
    return bytes;
}

/** The smallest solution, and whether it is the only one. */
export function solve(board) {
    const cells = bytes(board);
    const status = checked(sudoku_solve(cells));
    return { solution: cells.toString('ascii'), unique: status === 0 };
}

/** The number of solutions, counted up to `limit`: a number, or a BigInt if it is large. */
export function count(board, limit) {
    if (BigInt(limit) < 1n || BigInt(limit) >= 1n << 64n) throw new RangeError('limit is out of range');
    const found = [0];
    checked(sudoku_count(bytes(board), limit, found));
    return found[0];
}

/** Calls `visit` with each solution in order, until it returns something truthy. */
export function enumerate(board, visit) {
    if (typeof visit !== 'function') throw new TypeError('visit must be a function');
    let raised = null;
    const status = sudoku_enumerate(bytes(board), solution => {
        try {
            return visit(solution) ? 1 : 0;
        } catch (error) { // must not pass through C: stop, and throw it below
            raised = { error };
            return 1;
        }
    }, null);
    if (raised) throw raised.error;
    checked(status);
}

/** Solves boards of 81 bytes in place, back to back in one Uint8Array; returns their statuses. */
export function solveBatch(boards, threads = ALL_CORES) {
    if (!(boards instanceof Uint8Array)) throw new TypeError('boards must be a Uint8Array');
    if (boards.length % 81 !== 0) throw new RangeError('boards must be of 81 bytes each');
    if (!(threads >= 0 && threads <= ALL_CORES)) throw new RangeError('threads is out of range');
    const statuses = new Int8Array(boards.length / 81);
    const options = { struct_size: koffi.sizeof(BatchOptions), threads, reserved: 0, progress: null, user: null };
    checked(sudoku_solve_batch(boards, 81, statuses.length, options, statuses));
    return statuses;
}

// What follows checks all this.

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const CLASH = '5' + PUZZLE.slice(0, 80);
const EMPTY = '.'.repeat(81);

assert.deepEqual(solve(PUZZLE), { solution: SOLUTION, unique: true });
assert.equal(solve(EMPTY).unique, false);
assert.deepEqual([count(PUZZLE, 2), count(EMPTY, 1000n), count(CLASH, 2)], [1, 1000, 0]);

let solutions = [];
enumerate(EMPTY, solution => solutions.push(solution) === 3);
assert.equal(solutions.length, 3);
assert.deepEqual(solutions, [...solutions].sort());
assert.equal(solutions[0], solve(EMPTY).solution);
solutions = [];
enumerate(PUZZLE, solution => { solutions.push(solution); });
assert.deepEqual(solutions, [SOLUTION]);

const boards = Buffer.from((PUZZLE + CLASH + EMPTY).repeat(1000));
assert.deepEqual([...solveBatch(boards)], Array(1000).fill([0, -3, 1]).flat());
assert.equal(boards.toString(), (SOLUTION + CLASH + solve(EMPTY).solution).repeat(1000));
assert.equal(solveBatch(new Uint8Array(0)).length, 0);

for (const call of [solve, board => count(board, 2), board => enumerate(board, () => 0)]) {
    for (const wrong of [PUZZLE.slice(1), PUZZLE + '.', '', 'é'.repeat(81), '５'.repeat(27), '\ud800'.repeat(27)]) {
        assert.throws(() => call(wrong), Error);
    }
    for (const wrong of ['x'.repeat(81), '\0'.repeat(81)]) {
        assert.throws(() => call(wrong), SudokuError);
    }
    for (const wrong of [null, undefined, 81, {}, [PUZZLE], Buffer.from(PUZZLE)]) {
        assert.throws(() => call(wrong), TypeError);
    }
}
assert.throws(() => solve(CLASH), SudokuError);
for (const wrong of [0, -1, 1.5, 2n ** 64n]) {
    assert.throws(() => count(PUZZLE, wrong), RangeError);
}
assert.throws(() => count(PUZZLE, null), TypeError);
assert.throws(() => enumerate(PUZZLE, () => { throw new EvalError('from the callback'); }), EvalError);
assert.throws(() => enumerate(PUZZLE, null), TypeError);
for (const wrong of [null, PUZZLE, [...boards], new Float64Array(81), new DataView(new ArrayBuffer(81))]) {
    assert.throws(() => solveBatch(wrong), TypeError);
}
assert.throws(() => solveBatch(boards.subarray(1)), RangeError);
assert.throws(() => solveBatch(boards, -1), RangeError);
assert.throws(() => solveBatch(boards, NaN), RangeError);
console.log(SOLUTION);
