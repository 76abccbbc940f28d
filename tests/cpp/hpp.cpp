// flags:
// flags: -fno-exceptions -fno-rtti
//
// Tests all of <sudoku.hpp> but exceptions. Compiled as usual, and with -fno-exceptions
// -fno-rtti. Exit code 0 if all is well.

#include "sudoku.hpp"

#include "expect.hpp"

#include <cstring>
#include <functional>
#include <memory>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>

namespace {

// Shapes other than 81 characters, in storage of exactly that size, so that a memory
// checker sees a read beyond.
std::vector<std::string> wrong_strings() {
    std::vector<std::string> strings = {"", "5", puzzle.substr(1), puzzle + ".", puzzle + puzzle};
    for (std::string &text : strings) {
        text.shrink_to_fit();
    }
    return strings;
}

std::vector<rows> wrong_rows() {
    std::vector<rows> boards = {{}, rows(9), rows(8, std::vector<char>(9, '.')),
                                rows(10, std::vector<char>(9, '.')),
                                rows(1, std::vector<char>(81, '.')),
                                rows(81, std::vector<char>(1, '.'))};
    for (const std::size_t row : {0u, 4u, 8u}) {
        for (const std::size_t width : {0u, 8u, 10u}) {
            rows board = to_rows(puzzle);
            board[row].assign(width, '.');
            board[row].shrink_to_fit();
            boards.push_back(board);
        }
    }
    // 81 cells in all.
    rows board = to_rows(puzzle);
    board[0].push_back('.');
    board[8].pop_back();
    boards.push_back(board);
    return boards;
}

void results_tell_everything() {
    for (const int status : {0, 1, 2, 3, 77, -1, -2, -3, -4, -5, -10, -77, -99}) {
        const sudoku::result result(status);
        EXPECT(result.status() == status);
        EXPECT(result.ok() == (status >= 0));
        EXPECT(result.error() == (status < 0));
        EXPECT(std::strcmp(result.message(), sudoku_status_string(status)) == 0);

        const sudoku::solve_result solved(status);
        EXPECT(solved.unique() == (status == SUDOKU_OK));
        EXPECT(solved.multiple() == (status == SUDOKU_MULTIPLE));

        const sudoku::enumerate_result enumerated(status);
        EXPECT(enumerated.stopped() == (status == SUDOKU_STOPPED));
    }
    static_assert(sudoku::count_result(SUDOKU_OK, 7).count() == 7);
    static_assert(sudoku::solve_result(SUDOKU_OK).unique());
    static_assert(std::is_trivially_copyable_v<sudoku::check_result>);
    static_assert(std::is_convertible_v<sudoku::solve_result, sudoku::result>);
}

void signatures_are_safe() {
    // A pointer's length is unknown: neither taken nor read.
    static_assert(!std::is_convertible_v<const char *, sudoku::any_board>);
    static_assert(!std::is_convertible_v<char (&)[81], sudoku::any_board>);
    static_assert(!std::is_constructible_v<sudoku::any_board, const std::array<char, 80> &>);
    // What is solved in place is no temporary and not const.
    using array = std::array<char, 81>;
    static_assert(noexcept(sudoku::solve(std::declval<array &>())));
    static_assert(noexcept(sudoku::solve(std::declval<std::string &>())));
    static_assert(noexcept(sudoku::solve(std::declval<rows &>())));
    static_assert(noexcept(sudoku::count(std::declval<const rows &>(), 2)));
    static_assert(noexcept(sudoku::check(std::declval<const std::string &>())));
}

// Solves `text` in each shape.
void expect_solve(const std::string &text, int status, const std::string &after) {
    std::string string = text;
    const sudoku::solve_result of_string = sudoku::solve(string);
    EXPECT(of_string.status() == status);
    EXPECT(string == after);

    grid array = to_grid(text);
    const sudoku::solve_result of_array = sudoku::solve(array);
    EXPECT(of_array.status() == status);
    EXPECT(array == to_grid(after));

    rows nested = to_rows(text);
    const sudoku::solve_result of_rows = sudoku::solve(nested);
    EXPECT(of_rows.status() == status);
    EXPECT(nested == to_rows(after));
}

void solve_fills_or_leaves_alone() {
    expect_solve(puzzle, SUDOKU_OK, solution);
    expect_solve(solution, SUDOKU_OK, solution);
    expect_solve(ambiguous, SUDOKU_MULTIPLE, ambiguous_solutions[0]);
    expect_solve(unsolvable, SUDOKU_ERR_UNSOLVABLE, unsolvable);
    expect_solve(unsolvable_deep, SUDOKU_ERR_UNSOLVABLE, unsolvable_deep);
    expect_solve(clashing, SUDOKU_ERR_CLASH, clashing);
    expect_solve(bad_byte, SUDOKU_ERR_CHAR, bad_byte);
    std::string zeros = puzzle;
    for (char &cell : zeros) {
        cell = cell == '.' ? '0' : cell;
    }
    expect_solve(zeros, SUDOKU_OK, solution);
    for (const char byte : {'\0', ' ', '/', ':', '\n', '\x7f', static_cast<char>(0x80),
                            static_cast<char>(0xff)}) {
        std::string bad = puzzle;
        bad[40] = byte;
        expect_solve(bad, SUDOKU_ERR_CHAR, bad);
    }
}

void solve_refuses_other_shapes() {
    for (const std::string &text : wrong_strings()) {
        std::string board = text;
        board.shrink_to_fit();
        EXPECT(sudoku::solve(board).status() == SUDOKU_ERR_ARGUMENT);
        EXPECT(board == text);
    }
    for (const rows &shape : wrong_rows()) {
        rows board = shape;
        EXPECT(sudoku::solve(board).status() == SUDOKU_ERR_ARGUMENT);
        EXPECT(board == shape);
    }
}

// Counts the solutions of `text` in each shape.
void expect_count(const std::string &text, std::uint64_t limit, int status, std::uint64_t count) {
    const std::string_view view = text;
    for (const sudoku::count_result &result :
         {sudoku::count(text, limit), sudoku::count(view, limit),
          sudoku::count(to_grid(text), limit), sudoku::count(to_rows(text), limit)}) {
        EXPECT(result.status() == status);
        EXPECT(result.count() == count);
    }
}

void count_counts() {
    expect_count(puzzle, 1, SUDOKU_OK, 1);
    expect_count(puzzle, UINT64_MAX, SUDOKU_OK, 1);
    expect_count(ambiguous, 1, SUDOKU_OK, 1);
    expect_count(ambiguous, 2, SUDOKU_OK, 2);
    expect_count(ambiguous, 3, SUDOKU_OK, 2);
    expect_count(empty, 1000, SUDOKU_OK, 1000);
    expect_count(unsolvable, 2, SUDOKU_OK, 0);
    expect_count(clashing, 2, SUDOKU_OK, 0);
    expect_count(bad_byte, 2, SUDOKU_ERR_CHAR, 0);
    expect_count(puzzle, 0, SUDOKU_ERR_ARGUMENT, 0);
    for (const std::string &text : wrong_strings()) {
        const auto result = sudoku::count(text, 2);
        EXPECT(result.status() == SUDOKU_ERR_ARGUMENT && result.count() == 0);
    }
    for (const rows &board : wrong_rows()) {
        const auto result = sudoku::count(board, 2);
        EXPECT(result.status() == SUDOKU_ERR_ARGUMENT && result.count() == 0);
    }
}

void expect_check(const std::string &text, int status, const sudoku_issue &issue) {
    const std::string_view view = text;
    for (const sudoku::check_result &result :
         {sudoku::check(text), sudoku::check(view), sudoku::check(to_grid(text)),
          sudoku::check(to_rows(text))}) {
        EXPECT(result.status() == status);
        EXPECT(std::memcmp(&result.issue(), &issue, sizeof issue) == 0);
    }
}

void check_says_where() {
    const sudoku_issue none = {SUDOKU_ISSUE_NONE, -1, -1, -1, -1, {0, 0, 0}};
    expect_check(puzzle, SUDOKU_OK, none);
    expect_check(unsolvable_deep, SUDOKU_OK, none);
    expect_check(bad_byte, SUDOKU_ERR_CHAR, {SUDOKU_ISSUE_CHAR, 80, -1, -1, -1, {0, 0, 0}});
    expect_check(clashing, SUDOKU_ERR_CLASH, {SUDOKU_ISSUE_CLASH, 1, 0, 0, 5, {0, 0, 0}});
    expect_check(unsolvable, SUDOKU_ERR_UNSOLVABLE,
                 {SUDOKU_ISSUE_NO_CANDIDATE, 36, -1, -1, -1, {0, 0, 0}});
    for (const std::string &text : wrong_strings()) {
        const auto result = sudoku::check(text);
        EXPECT(result.status() == SUDOKU_ERR_ARGUMENT);
        EXPECT(std::memcmp(&result.issue(), &none, sizeof none) == 0);
    }
    for (const rows &board : wrong_rows()) {
        EXPECT(sudoku::check(board).status() == SUDOKU_ERR_ARGUMENT);
    }
}

void enumerate_shows_all_in_order() {
    std::vector<std::string> seen;
    const auto collect = [&seen](std::string_view grid) { seen.emplace_back(grid); };
    for (const auto &result :
         {sudoku::enumerate(ambiguous, collect), sudoku::enumerate(to_grid(ambiguous), collect),
          sudoku::enumerate(to_rows(ambiguous), collect),
          sudoku::enumerate(std::string_view(ambiguous), collect)}) {
        EXPECT(result.status() == SUDOKU_OK && !result.stopped());
    }
    EXPECT(seen.size() == 8);
    for (std::size_t i = 0; i < seen.size(); ++i) {
        EXPECT(seen[i] == ambiguous_solutions[i % 2]);
    }

    seen.clear();
    EXPECT(sudoku::enumerate(loose, collect).status() == SUDOKU_OK);
    EXPECT(seen.size() > 100 && seen.size() == sudoku::count(loose, UINT64_MAX).count());
    for (std::size_t i = 1; i < seen.size(); ++i) {
        EXPECT(seen[i - 1] < seen[i]);
    }
    EXPECT(sudoku::enumerate(puzzle, [](std::string_view grid) {
               EXPECT(grid == solution && grid.data()[81] == '\0');
           }).ok());
}

void enumerate_stops_on_false() {
    int calls = 0;
    const auto stop_at = [&calls](int last) {
        calls = 0;
        return [&calls, last](std::string_view) { return ++calls != last; };
    };
    for (const int last : {1, 2, 31, 32, 33, 34, 1000}) {
        const auto result = sudoku::enumerate(empty, stop_at(last));
        EXPECT(result.status() == SUDOKU_STOPPED && result.stopped() && result.ok());
        EXPECT(calls == last);
    }
    // False at the very last one is a stop too; true throughout is none.
    EXPECT(sudoku::enumerate(ambiguous, stop_at(2)).stopped() && calls == 2);
    EXPECT(sudoku::enumerate(ambiguous, stop_at(3)).status() == SUDOKU_OK && calls == 2);
}

void enumerate_of_nothing_calls_nothing() {
    int calls = 0;
    const auto visit = [&calls](std::string_view) { ++calls; };
    EXPECT(sudoku::enumerate(unsolvable, visit).status() == SUDOKU_ERR_UNSOLVABLE);
    EXPECT(sudoku::enumerate(unsolvable_deep, visit).status() == SUDOKU_ERR_UNSOLVABLE);
    EXPECT(sudoku::enumerate(clashing, visit).status() == SUDOKU_ERR_CLASH);
    EXPECT(sudoku::enumerate(bad_byte, visit).status() == SUDOKU_ERR_CHAR);
    for (const std::string &text : wrong_strings()) {
        EXPECT(sudoku::enumerate(text, visit).status() == SUDOKU_ERR_ARGUMENT);
    }
    for (const rows &board : wrong_rows()) {
        EXPECT(sudoku::enumerate(board, visit).status() == SUDOKU_ERR_ARGUMENT);
    }
    EXPECT(calls == 0);
}

int function_calls = 0;
void function(std::string_view) { ++function_calls; }

// Neither copyable nor movable, and with overloads and an operator& to trip over.
struct functor {
    int calls = 0;
    functor() = default;
    functor(const functor &) = delete;
    functor &operator=(const functor &) = delete;
    bool operator()(std::string_view) & { return ++calls < 5; }
    void operator()(int) = delete;
    functor *operator&() = delete;
};

struct const_functor {
    int *calls;
    void operator()(std::string_view) const noexcept { ++*calls; }
};

void enumerate_takes_any_callable() {
    EXPECT(sudoku::enumerate(ambiguous, function).ok());
    EXPECT(sudoku::enumerate(ambiguous, &function).ok());
    void (*const pointer)(std::string_view) = function;
    EXPECT(sudoku::enumerate(ambiguous, pointer).ok());
    EXPECT(function_calls == 6);

    functor once;
    EXPECT(sudoku::enumerate(empty, once).stopped());
    EXPECT(once.calls == 5);
    EXPECT(sudoku::enumerate(empty, functor{}).stopped());

    int calls = 0;
    const const_functor fixed{&calls};
    EXPECT(sudoku::enumerate(ambiguous, fixed).ok());
    EXPECT(sudoku::enumerate(ambiguous, const_functor{&calls}).ok());
    EXPECT(calls == 4);

    // Called where it stands: a lambda's own state is kept.
    auto mutable_lambda = [n = 0](std::string_view) mutable { return ++n < 3; };
    EXPECT(sudoku::enumerate(empty, mutable_lambda).stopped());
    EXPECT(sudoku::enumerate(puzzle, mutable_lambda).stopped());

    std::function<bool(std::string_view)> wrapped = [](std::string_view) { return false; };
    EXPECT(sudoku::enumerate(puzzle, wrapped).stopped());
    EXPECT(sudoku::enumerate(puzzle, std::ref(once)).ok());

    const auto owner = std::make_unique<int>(0);
    EXPECT(sudoku::enumerate(ambiguous, [&owner](const auto &grid) {
               EXPECT(grid.size() == 81);
               ++*owner;
           }).ok());
    EXPECT(*owner == 2);

    // A reference to a bool is a bool; a wider view of the argument is fine.
    bool on = true;
    const auto by_reference = [&on](const std::string_view &) -> bool & { return on; };
    EXPECT(sudoku::enumerate(ambiguous, by_reference).status() == SUDOKU_OK);
    on = false;
    const auto by_const_reference = [&on](std::string_view) -> const bool & { return on; };
    EXPECT(sudoku::enumerate(ambiguous, by_const_reference).stopped());
}

void calls_nest() {
    int calls = 0;
    const auto outer = sudoku::enumerate(ambiguous, [&calls](std::string_view grid) {
        std::string copy(grid);
        EXPECT(sudoku::solve(copy).unique());
        EXPECT(sudoku::count(grid, 2).count() == 1);
        EXPECT(sudoku::enumerate(ambiguous, [&calls](std::string_view) {
                   ++calls;
                   return false;
               }).stopped());
        EXPECT(copy == grid);
    });
    EXPECT(outer.ok() && calls == 2);
}

void threads_share_what_they_read() {
    const rows shared = to_rows(loose);
    const std::uint64_t expected = sudoku::count(shared, UINT64_MAX).count();
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&shared, expected] {
            for (int round = 0; round < 20; ++round) {
                rows own = shared;
                EXPECT(sudoku::solve(own).multiple());
                EXPECT(sudoku::count(shared, UINT64_MAX).count() == expected);
                EXPECT(sudoku::check(shared).ok());
                std::uint64_t calls = 0;
                EXPECT(sudoku::enumerate(shared, [&calls](std::string_view) { ++calls; }).ok());
                EXPECT(calls == expected);
            }
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
}

} // namespace

int main() {
    results_tell_everything();
    signatures_are_safe();
    solve_fills_or_leaves_alone();
    solve_refuses_other_shapes();
    count_counts();
    check_says_where();
    enumerate_shows_all_in_order();
    enumerate_stops_on_false();
    enumerate_of_nothing_calls_nothing();
    enumerate_takes_any_callable();
    calls_nest();
    threads_share_what_they_read();
    return failures == 0 ? 0 : 1;
}
