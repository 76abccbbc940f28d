// Tests that what a callable throws stops sudoku::enumerate, never crosses the library,
// and reaches the caller as it was. Exit code 0 if all is well.

#include "sudoku.hpp"

#include "expect.hpp"

#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace {

// Knows how many of it there are.
struct counted {
    static inline int alive = 0;
    int value;
    explicit counted(int v) : value(v) { ++alive; }
    counted(const counted &other) : value(other.value) { ++alive; }
    counted &operator=(const counted &) = delete;
    ~counted() { --alive; }
};

struct derived : std::runtime_error {
    using std::runtime_error::runtime_error;
    int extra = 42;
};

void any_call_may_throw() {
    // The sizes around 32 are where the library sorts solutions in groups.
    for (const int last : {1, 2, 31, 32, 33, 65}) {
        int calls = 0;
        bool caught = false;
        try {
            const auto result = sudoku::enumerate(empty, [&](std::string_view) {
                if (++calls == last) {
                    throw counted(last);
                }
            });
            EXPECT(!result.ok());
        } catch (const counted &thrown) {
            caught = thrown.value == last;
            EXPECT(counted::alive == 1);
        }
        EXPECT(caught && calls == last && counted::alive == 0);
    }
}

void the_type_is_kept() {
    try {
        (void)sudoku::enumerate(puzzle, [](std::string_view) -> bool { throw derived("why"); });
        EXPECT(false);
    } catch (const std::exception &thrown) {
        const auto *const exact = dynamic_cast<const derived *>(&thrown);
        EXPECT(exact != nullptr && exact->extra == 42);
        EXPECT(std::string(thrown.what()) == "why");
    }
    try {
        (void)sudoku::enumerate(puzzle, [](std::string_view) { throw 7; });
        EXPECT(false);
    } catch (int thrown) {
        EXPECT(thrown == 7);
    }
    try {
        (void)sudoku::enumerate(puzzle, std::function<bool(std::string_view)>());
        EXPECT(false);
    } catch (const std::bad_function_call &) {
    }
    try {
        (void)sudoku::enumerate(puzzle, [](std::string_view) { throw std::bad_alloc(); });
        EXPECT(false);
    } catch (const std::bad_alloc &) {
    }
}

void nested_calls_throw_through_all() {
    int inner = 0;
    int outer = 0;
    try {
        (void)sudoku::enumerate(empty, [&](std::string_view) {
            ++outer;
            const auto result = sudoku::enumerate(empty, [&](std::string_view) {
                if (++inner == 3) {
                    throw std::runtime_error("inner");
                }
            });
            EXPECT(result.error()); // Not reached.
        });
        EXPECT(false);
    } catch (const std::runtime_error &thrown) {
        EXPECT(std::string(thrown.what()) == "inner");
    }
    EXPECT(inner == 3 && outer == 1);

    // One that is caught inside is none outside.
    const auto result = sudoku::enumerate(ambiguous, [](std::string_view) {
        try {
            (void)sudoku::enumerate(puzzle, [](std::string_view) { throw 1; });
        } catch (int) {
        }
    });
    EXPECT(result.status() == SUDOKU_OK);
}

void during_unwinding() {
    // A call made by a destructor while another exception is on its way.
    struct cleaner {
        ~cleaner() {
            try {
                (void)sudoku::enumerate(puzzle, [](std::string_view) { throw 2; });
                EXPECT(false);
            } catch (int thrown) {
                EXPECT(thrown == 2);
            }
        }
    };
    try {
        const cleaner at_exit;
        throw 1;
    } catch (int thrown) {
        EXPECT(thrown == 1);
    }
}

void what_the_callable_owns_is_freed() {
    const auto shared = std::make_shared<int>(0);
    try {
        (void)sudoku::enumerate(puzzle, [shared](std::string_view) { throw 1; });
        EXPECT(false);
    } catch (int) {
    }
    EXPECT(shared.use_count() == 1);
}

void no_throw_without_a_call() {
    const auto visit = [](std::string_view) { throw 1; };
    EXPECT(sudoku::enumerate(clashing, visit).status() == SUDOKU_ERR_CLASH);
    EXPECT(sudoku::enumerate(unsolvable, visit).status() == SUDOKU_ERR_UNSOLVABLE);
    EXPECT(sudoku::enumerate(puzzle + ".", visit).status() == SUDOKU_ERR_ARGUMENT);
}

void all_goes_on_afterwards() {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([] {
            for (int round = 0; round < 50; ++round) {
                try {
                    (void)sudoku::enumerate(puzzle, [](std::string_view) { throw 1; });
                    EXPECT(false);
                } catch (int) {
                }
                std::string board = puzzle;
                EXPECT(sudoku::solve(board).unique() && board == solution);
            }
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
}

} // namespace

int main() {
    any_call_may_throw();
    the_type_is_kept();
    nested_calls_throw_through_all();
    during_unwinding();
    what_the_callable_owns_is_freed();
    no_throw_without_a_call();
    all_goes_on_afterwards();
    return failures == 0 ? 0 : 1;
}
