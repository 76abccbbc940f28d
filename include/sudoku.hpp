/*
 * libsudoku for C++17: <sudoku.h> with the boards, callables and results of C++.
 *
 *     std::string board =
 *         "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
 *     const auto result = sudoku::solve(board);
 *     if (result.error()) { std::cerr << result.message() << '\n'; }
 *
 * Everything is in this header; link with libsudoku. Exceptions and RTTI may be off.
 * What <sudoku.h> says of boards, statuses, threads and stack holds here too.
 *
 * BOARDS. A board is a std::array<char, 81>, a std::string of 81 characters, or nine
 * rows of nine in a std::vector<std::vector<char>>; '1' to '9' for a given, '.' or '0'
 * for a blank. A string or vector of another size or shape is never read out of bounds:
 * it gets SUDOKU_ERR_ARGUMENT, and stays as it was.
 *
 * RESULTS. Errors are results, never exceptions, and the compiler warns where one is
 * thrown away. After an error boards are as they were before the call. Nothing here
 * allocates or throws, except what a callable given to sudoku::enumerate does.
 *
 * THREADS. A call touches nothing but its arguments. Any number of threads may call at
 * once; they may share a board that is only read, and need different ones to solve.
 */

#ifndef SUDOKU_HPP
#define SUDOKU_HPP

#include "sudoku.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sudoku {

// What a call has to say. Exactly one of ok and error is true.
class [[nodiscard]] result {
public:
    constexpr explicit result(int status) noexcept : status_(status) {}

    // The enum sudoku_status; possibly one that this header does not know.
    constexpr int status() const noexcept { return status_; }

    // Done, perhaps with something to say.
    constexpr bool ok() const noexcept { return status_ >= 0; }

    constexpr bool error() const noexcept { return status_ < 0; }

    // The status as an English sentence: static, never NULL.
    const char *message() const noexcept { return sudoku_status_string(status_); }

private:
    int status_;
};

// What sudoku::solve says.
class [[nodiscard]] solve_result : public result {
public:
    using result::result;

    // Solved, and this is the only solution.
    constexpr bool unique() const noexcept { return status() == SUDOKU_OK; }

    // Solved, and there are more solutions than this one.
    constexpr bool multiple() const noexcept { return status() == SUDOKU_MULTIPLE; }
};

// What sudoku::count says.
class [[nodiscard]] count_result : public result {
public:
    constexpr count_result(int status, std::uint64_t count) noexcept
        : result(status), count_(count) {}

    // The number of solutions, at most the limit; 0 after an error.
    constexpr std::uint64_t count() const noexcept { return count_; }

private:
    std::uint64_t count_;
};

// What sudoku::enumerate says.
class [[nodiscard]] enumerate_result : public result {
public:
    using result::result;

    // The callable asked to stop.
    constexpr bool stopped() const noexcept { return status() == SUDOKU_STOPPED; }
};

// What sudoku::check says.
class [[nodiscard]] check_result : public result {
public:
    constexpr check_result(int status, const sudoku_issue &issue) noexcept
        : result(status), issue_(issue) {}

    // The fault; its kind is SUDOKU_ISSUE_NONE if none was found or the shape is wrong.
    constexpr const sudoku_issue &issue() const noexcept { return issue_; }

private:
    sudoku_issue issue_;
};

// A copy of a board, made implicitly from any shape, for the functions that only read.
// It never takes a `const char *`, whose length cannot be known.
class any_board {
public:
    any_board(const std::array<char, 81> &cells) noexcept : cells_(cells), fits_(true) {}

    any_board(const std::string &text) noexcept : any_board(std::string_view(text)) {}

    any_board(std::string_view text) noexcept : fits_(text.size() == cells_.size()) {
        if (fits_) {
            text.copy(cells_.data(), cells_.size());
        }
    }

    any_board(const std::vector<std::vector<char>> &rows) noexcept : fits_(rows.size() == 9) {
        for (std::size_t row = 0; fits_ && row < 9; ++row) {
            fits_ = rows[row].size() == 9;
            for (std::size_t column = 0; fits_ && column < 9; ++column) {
                cells_[9 * row + column] = rows[row][column];
            }
        }
    }

    // The 81 cells, or NULL if the size or shape was wrong.
    const char *data() const noexcept { return fits_ ? cells_.data() : nullptr; }

private:
    std::array<char, 81> cells_{};
    bool fits_;
};

// Solves a board in place: fills its blanks, as sudoku_solve does.
//
// If there are several solutions, the lexicographically smallest is written. A full and
// valid grid is its own only solution.
//
// Returns SUDOKU_OK (unique) or SUDOKU_MULTIPLE; or, with the board untouched,
// SUDOKU_ERR_ARGUMENT (not 81 cells), SUDOKU_ERR_CHAR, SUDOKU_ERR_CLASH or
// SUDOKU_ERR_UNSOLVABLE. sudoku::check says where the fault is.
inline solve_result solve(std::array<char, 81> &board) noexcept {
    return solve_result(sudoku_solve(board.data()));
}

inline solve_result solve(std::string &board) noexcept {
    return solve_result(board.size() == 81 ? sudoku_solve(board.data()) : SUDOKU_ERR_ARGUMENT);
}

inline solve_result solve(std::vector<std::vector<char>> &board) noexcept {
    const any_board cells(board);
    if (cells.data() == nullptr) {
        return solve_result(SUDOKU_ERR_ARGUMENT);
    }
    std::array<char, 81> solution{};
    const solve_result result(sudoku_solve_to(cells.data(), solution.data()));
    if (result.ok()) {
        for (std::size_t cell = 0; cell < 81; ++cell) {
            board[cell / 9][cell % 9] = solution[cell];
        }
    }
    return result;
}

// Counts the solutions of a board, stopping at `limit`, which is at least 1.
//
// If the count equals the limit there may be more. A board that is clashing or
// unsolvable has 0. With few givens there can be more than can be counted in a
// lifetime, so set a limit: 2 tells whether a puzzle has exactly one solution.
//
// Returns SUDOKU_OK and the count; or SUDOKU_ERR_ARGUMENT (not 81 cells, or limit is 0)
// or SUDOKU_ERR_CHAR.
inline count_result count(const any_board &board, std::uint64_t limit) noexcept {
    if (board.data() == nullptr) {
        return count_result(SUDOKU_ERR_ARGUMENT, 0);
    }
    std::uint64_t count = 0;
    const int status = sudoku_count(board.data(), limit, &count);
    return count_result(status, count);
}

// Looks for a fault that shows without search, as sudoku_check does.
//
// Returns SUDOKU_OK if there is none: the board may still have no solution, or several;
// or SUDOKU_ERR_ARGUMENT (not 81 cells); or SUDOKU_ERR_CHAR, SUDOKU_ERR_CLASH or
// SUDOKU_ERR_UNSOLVABLE, and the result's issue tells where.
inline check_result check(const any_board &board) noexcept {
    sudoku_issue issue = {SUDOKU_ISSUE_NONE, -1, -1, -1, -1, {0, 0, 0}};
    if (board.data() == nullptr) {
        return check_result(SUDOKU_ERR_ARGUMENT, issue);
    }
    const int status = sudoku_check(board.data(), &issue);
    return check_result(status, issue);
}

namespace detail {

// Carries a callable through sudoku_enumerate, and what it throws around it.
template <class Visit>
struct visitor {
    Visit &visit;
#ifdef __cpp_exceptions
    std::exception_ptr thrown{};
#endif

    static int call(const char *solution, void *user) noexcept {
        visitor &self = *static_cast<visitor *>(user);
#ifdef __cpp_exceptions
        try {
            return self.asks_to_stop({solution, 81});
        } catch (...) {
            self.thrown = std::current_exception();
            return true;
        }
#else
        return self.asks_to_stop({solution, 81});
#endif
    }

    bool asks_to_stop(std::string_view solution) {
        if constexpr (std::is_void_v<decltype(visit(solution))>) {
            visit(solution);
            return false;
        } else {
            return !visit(solution);
        }
    }
};

} // namespace detail

// Calls `visit` with each solution of a board in lexicographic order, on this thread.
//
// `visit` is any callable that takes a std::string_view: 81 digits, valid during the
// call (a NUL follows them). It returns nothing, to see them all; or a bool, and false
// stops. Other types do not compile, as 0 goes on in C and would stop here. It is called
// where it stands, not copied. It may throw: that stops the enumeration, and the
// exception leaves this function. It may call this library, and must not leave by
// longjmp, or by the exit or cancellation of its thread.
//
// Returns SUDOKU_OK after all of one or more solutions, SUDOKU_STOPPED after `visit`
// returned false; or SUDOKU_ERR_ARGUMENT (not 81 cells), SUDOKU_ERR_CHAR,
// SUDOKU_ERR_CLASH or SUDOKU_ERR_UNSOLVABLE, and then `visit` was not called.
template <class Visit>
enumerate_result enumerate(const any_board &board, Visit &&visit) {
    static_assert(std::is_invocable_v<Visit &, std::string_view>,
                  "visit must be callable with a std::string_view");
    using answer = std::decay_t<std::invoke_result_t<Visit &, std::string_view>>;
    static_assert(std::is_void_v<answer> || std::is_same_v<answer, bool>,
                  "visit must return nothing, or a bool: false to stop");
    if (board.data() == nullptr) {
        return enumerate_result(SUDOKU_ERR_ARGUMENT);
    }
    detail::visitor<std::remove_reference_t<Visit>> visitor{visit};
    const int status = sudoku_enumerate(board.data(), visitor.call, &visitor);
#ifdef __cpp_exceptions
    if (visitor.thrown) {
        std::rethrow_exception(visitor.thrown);
    }
#endif
    return enumerate_result(status);
}

} // namespace sudoku

#endif // SUDOKU_HPP
