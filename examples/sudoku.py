"""Sudoku from Python: ctypes, and NumPy arrays of boards without copying.

python3 sudoku.py runs the checks at the end.
"""

import ctypes
from collections.abc import Callable
from ctypes import POINTER, byref, c_char_p, c_int, c_int8, c_size_t, c_uint32, c_uint64, c_void_p

import numpy as np


class BatchOptions(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("threads", c_uint32),
        ("reserved", c_uint32),
        ("progress", ctypes.CFUNCTYPE(c_int, c_size_t, c_size_t, c_void_p)),
        ("user", c_void_p),
    ]


ALL_CORES = 0xFFFF_FFFF
Visit = ctypes.CFUNCTYPE(c_int, c_char_p, c_void_p)

_lib = ctypes.CDLL("libsudoku.so.0")
_lib.sudoku_status_string.restype = c_char_p
_lib.sudoku_status_string.argtypes = [c_int]
_lib.sudoku_solve.argtypes = [c_void_p]
_lib.sudoku_solve_to.argtypes = [c_char_p, c_char_p]
_lib.sudoku_count.argtypes = [c_char_p, c_uint64, POINTER(c_uint64)]
_lib.sudoku_enumerate.argtypes = [c_char_p, Visit, c_void_p]
_lib.sudoku_solve_batch.argtypes = [
    c_void_p, c_size_t, c_size_t, POINTER(BatchOptions), POINTER(c_int8)
]  # fmt: skip


class SudokuError(ValueError):
    def __init__(self, status: int):
        super().__init__(_lib.sudoku_status_string(status).decode())
        self.status = status


def _checked(status: int) -> int:
    if status < 0:
        raise SudokuError(status)
    return status


def _board(text: str) -> bytes:
    """C reads 81 bytes whatever the length, so it is looked at here."""
    board = text.encode("ascii")
    if len(board) != 81:
        raise ValueError(f"a board has 81 characters, not {len(board)}")
    return board


def solve(board: str) -> tuple[str, bool]:
    """The smallest solution, and whether it is the only one."""
    solution = ctypes.create_string_buffer(81)
    status = _checked(_lib.sudoku_solve_to(_board(board), solution))
    return solution.raw.decode(), status == 0


def solve_in_place(board) -> bool:
    """Fills a writable buffer of 81 bytes; tells whether the solution is the only one."""
    if (size := memoryview(board).nbytes) != 81:
        raise ValueError(f"a board has 81 bytes, not {size}")
    cells = (ctypes.c_char * 81).from_buffer(board)  # refuses read-only buffers
    return _checked(_lib.sudoku_solve(cells)) == 0


def count(board: str, limit: int) -> int:
    """The number of solutions, counted up to `limit`."""
    if not 1 <= limit < 2**64:  # ctypes would cut the number off
        raise ValueError("limit is out of range")
    found = c_uint64()
    _checked(_lib.sudoku_count(_board(board), limit, byref(found)))
    return found.value


def enumerate_solutions(board: str, visit: Callable[[str], object]) -> None:
    """Calls `visit` with each solution in order, until it returns something true."""
    raised = None

    def trampoline(solution, _user):
        nonlocal raised
        try:
            return bool(visit(solution.decode()))
        except BaseException as error:  # must not pass through C: stop, and raise it below
            raised = error
            return 1

    status = _lib.sudoku_enumerate(_board(board), Visit(trampoline), None)
    if raised is not None:
        raise raised
    _checked(status)


def solve_batch(boards: np.ndarray, threads: int = ALL_CORES) -> np.ndarray:
    """Solves the rows of an array in place; returns their statuses.

    An (n, 81) array of uint8, or a view of one such as lines[:, :81]: the bytes of a
    row lie side by side, the rows anywhere at equal distances.
    """
    if boards.dtype != np.uint8 or boards.ndim != 2 or boards.shape[1] != 81:
        raise TypeError("boards must be an (n, 81) array of uint8")
    if boards.strides[1] != 1 or (len(boards) > 1 and boards.strides[0] < 81):
        raise ValueError("the bytes of a board must lie side by side, and no two boards overlap")
    if not boards.flags.writeable:
        raise ValueError("boards is read-only")
    if not 0 <= threads <= ALL_CORES:
        raise ValueError("threads is out of range")
    options = BatchOptions(struct_size=ctypes.sizeof(BatchOptions), threads=threads)
    statuses = np.empty(len(boards), np.int8)
    stride = max(boards.strides[0], 81)  # NumPy may say anything where there is one row
    out = statuses.ctypes.data_as(POINTER(c_int8))
    _checked(_lib.sudoku_solve_batch(boards.ctypes.data, stride, len(boards), options, out))
    return statuses


# What follows checks all this.

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CLASH = "5" + PUZZLE[:80]
EMPTY = "." * 81


def check_answers():
    assert solve(PUZZLE) == (SOLUTION, True)
    assert not solve(EMPTY)[1]
    assert (count(PUZZLE, 2), count(EMPTY, 1000), count(CLASH, 2)) == (1, 1000, 0)

    board = bytearray(PUZZLE, "ascii")
    assert solve_in_place(board) and board.decode() == SOLUTION

    solutions = []
    enumerate_solutions(EMPTY, lambda solution: solutions.append(solution) or len(solutions) == 3)
    assert len(solutions) == 3 and solutions == sorted(solutions) and solutions[0] == solve(EMPTY)[0]
    solutions.clear()
    enumerate_solutions(PUZZLE, solutions.append)
    assert solutions == [SOLUTION]

    lines = np.frombuffer(bytearray("\n".join([PUZZLE, CLASH, EMPTY] * 1000) + "\n", "ascii"), np.uint8)
    boards = lines.reshape(3000, 82)[:, :81]
    assert np.array_equal(solve_batch(boards), [0, -3, 1] * 1000)
    assert lines.tobytes().decode().split() == [SOLUTION, CLASH, solve(EMPTY)[0]] * 1000
    assert solve_batch(boards[:0]).size == 0 and solve_batch(boards[:1])[0] == 0


def check_wrong_input():
    def refused(error, function, *arguments):
        try:
            function(*arguments)
        except error:
            return
        raise AssertionError(f"{function.__name__} took wrong input: {arguments}")

    def broken(_solution):
        raise KeyError("from the callback")

    for function in solve, lambda board: count(board, 2), lambda board: enumerate_solutions(board, print):
        for text in PUZZLE[:80], PUZZLE + ".", "", "é" * 81, "５" * 81, "x" * 81, "\0" * 81, "\udcff" * 81:
            refused(ValueError, function, text)
        for other in None, 81, [PUZZLE], PUZZLE.encode():
            refused((TypeError, AttributeError), function, other)
    refused(SudokuError, solve, CLASH)
    refused(ValueError, count, PUZZLE, 0)
    refused(ValueError, count, PUZZLE, -1)
    refused(ValueError, count, PUZZLE, 2**64)
    refused(KeyError, enumerate_solutions, PUZZLE, broken)
    refused(TypeError, enumerate_solutions, PUZZLE, None)

    refused(TypeError, solve_in_place, PUZZLE.encode())
    refused(TypeError, solve_in_place, None)
    refused(TypeError, solve_in_place, np.frombuffer(PUZZLE.encode(), np.uint8))
    refused(ValueError, solve_in_place, bytearray(80))

    boards = np.full((4, 82), ord("."), np.uint8)
    frozen = boards[:, :81].copy()
    frozen.flags.writeable = False
    for wrong in boards, boards[:, :80], boards[0], boards[:, :81].astype(np.int32):
        refused(TypeError, solve_batch, wrong)
    refused(ValueError, solve_batch, np.zeros((81, 81), np.uint8).T)
    refused(ValueError, solve_batch, boards[::-1, :81])
    refused(ValueError, solve_batch, np.lib.stride_tricks.as_strided(boards, (4, 81), (1, 1)))
    refused(ValueError, solve_batch, frozen)
    refused(ValueError, solve_batch, boards[:, :81], -1)
    refused(AttributeError, solve_batch, None)


if __name__ == "__main__":
    check_answers()
    check_wrong_input()
    print(SOLUTION)
