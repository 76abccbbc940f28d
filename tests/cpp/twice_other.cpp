// The other translation unit of twice.cpp. It includes nothing else, so that
// <sudoku.hpp> must bring all it needs.

#include "sudoku.hpp"

sudoku::solve_result solve_elsewhere(std::string &board);
std::uint64_t enumerate_elsewhere(void (*visit)(std::string_view));

sudoku::solve_result solve_elsewhere(std::string &board) { return sudoku::solve(board); }

std::uint64_t enumerate_elsewhere(void (*visit)(std::string_view)) {
    const std::string ambiguous =
        ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.";
    return sudoku::enumerate(ambiguous, visit).error() ? 1 : 0;
}
