// What the C++ tests share: an assertion that goes on, and boards.

#ifndef EXPECT_HPP
#define EXPECT_HPP

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

inline std::atomic<int> failures{0};

// Prints what is false, and makes main fail by way of `failures`.
#define EXPECT(condition) expect((condition), #condition, __FILE__, __LINE__)

inline void expect(bool holds, const char *condition, const char *file, int line) {
    if (!holds) {
        std::printf("%s:%d: not true: %s\n", file, line, condition);
        ++failures;
    }
}

using grid = std::array<char, 81>;
using rows = std::vector<std::vector<char>>;

inline grid to_grid(const std::string &text) {
    grid cells{};
    text.copy(cells.data(), cells.size());
    return cells;
}

inline rows to_rows(const std::string &text) {
    rows result(9);
    for (std::size_t cell = 0; cell < 81; ++cell) {
        result[cell / 9].push_back(text[cell]);
    }
    return result;
}

// One solution.
inline const std::string puzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
inline const std::string solution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
// Two solutions, in order.
inline const std::string ambiguous =
    ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.";
inline const std::string ambiguous_solutions[2] = {
    "439658127156927384827431956342516798785294631691783542578149263263875419914362875",
    "439658127156927384827431956642513798785294631391786542578149263263875419914362875"};
// Some hundreds of solutions.
inline const std::string loose = std::string(36, '.') + solution.substr(36);
// No clash; row 5, column 1 (cell 36) has no candidate.
inline const std::string unsolvable =
    "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..";
// No fault shows without search.
inline const std::string unsolvable_deep =
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
// Two 5s in row 1, cells 0 and 1.
inline const std::string clashing =
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
// Cell 80.
inline const std::string bad_byte =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7x";
inline const std::string empty(81, '.');

#endif // EXPECT_HPP
