// with: twice_other.cpp
//
// Tests that <sudoku.hpp> may be included twice, after <sudoku.h>, and in two translation
// units of one program: compile and link with twice_other.cpp. Exit code 0 if all is well.

#include "sudoku.h"
#include "sudoku.hpp"
#include "sudoku.hpp"

#include "expect.hpp"

sudoku::solve_result solve_elsewhere(std::string &board);
std::uint64_t enumerate_elsewhere(void (*visit)(std::string_view));

static std::uint64_t calls = 0;
static void visit(std::string_view) { ++calls; }

int main() {
    std::string here = puzzle;
    std::string there = puzzle;
    EXPECT(sudoku::solve(here).unique() && solve_elsewhere(there).unique());
    EXPECT(here == solution && there == solution);
    // The same instance of the template in both.
    void (*const pointer)(std::string_view) = visit;
    EXPECT(sudoku::enumerate(ambiguous, pointer).ok() && calls == 2);
    EXPECT(enumerate_elsewhere(pointer) == 0 && calls == 4);
    return failures == 0 ? 0 : 1;
}
