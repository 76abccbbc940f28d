// must-not-compile: -DMISUSE=1 -DMISUSE=2 -DMISUSE=3 -DMISUSE=4 -DMISUSE=5 -DMISUSE=6
// must-not-compile: -DMISUSE=7 -DMISUSE=8 -DMISUSE=9 -DMISUSE=10 -DMISUSE=11 -DMISUSE=12
//
// Uses of <sudoku.hpp> that must not compile with -Werror: one for each MISUSE from 1 to 12.
// MISUSE 0 must compile, so that no other mistake is taken for the one meant.

#include "sudoku.hpp"

void misuse(std::array<char, 81> &grid, std::string &text, std::vector<std::vector<char>> &rows,
            const std::string &fixed, const char *pointer);

void misuse(std::array<char, 81> &grid, std::string &text, std::vector<std::vector<char>> &rows,
            const std::string &fixed, const char *pointer) {
    const auto visit = [](std::string_view) {};
    (void)sudoku::solve(grid);
    (void)sudoku::enumerate(fixed, visit);
    (void)pointer;
#if MISUSE == 1 // A result thrown away: in each function, in each shape.
    sudoku::solve(grid);
#elif MISUSE == 2
    sudoku::solve(text);
#elif MISUSE == 3
    sudoku::solve(rows);
#elif MISUSE == 4
    sudoku::count(grid, 2);
#elif MISUSE == 5
    sudoku::check(grid);
#elif MISUSE == 6
    sudoku::enumerate(grid, visit);
#elif MISUSE == 7 // A board that cannot be written.
    (void)sudoku::solve(fixed);
#elif MISUSE == 8 // A temporary: the solution would be lost.
    (void)sudoku::solve(std::string(81, '.'));
#elif MISUSE == 9 // A pointer, whose length is unknown.
    (void)sudoku::count(pointer, 2);
#elif MISUSE == 10 // An int from a visitor: 0 goes on in C, and would stop as a bool.
    (void)sudoku::enumerate(fixed, [](std::string_view) { return 0; });
#elif MISUSE == 11 // A visitor for something else.
    (void)sudoku::enumerate(fixed, [](int) {});
#elif MISUSE == 12 // An enumeration says nothing about uniqueness.
    (void)sudoku::enumerate(fixed, visit).unique();
#elif MISUSE != 0
#error "no such misuse"
#endif
    (void)text;
    (void)rows;
}
