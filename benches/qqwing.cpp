// The level that qqwing gives a puzzle, for the benchmark of grades:
//
//     c++ -O2 -shared -fPIC qqwing.cpp -o libqqwing-level.so -lqqwing
//
// needs qqwing's library and header (Debian: libqqwing-dev).

#include <qqwing.hpp>

// One board of 81 characters; 1 to 4, or 0 if there is no solution.
extern "C" int qqwing_level(const char *text)
{
    static qqwing::SudokuBoard board;
    int cells[81];
    for (int cell = 0; cell < 81; cell++) {
        cells[cell] = text[cell] == '.' ? 0 : text[cell] - '0';
    }
    board.setRecordHistory(true); // levels are made of it
    if (!board.setPuzzle(cells) || !board.solve()) {
        return 0;
    }
    return board.getDifficulty();
}
