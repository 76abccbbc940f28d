/* Every constant, size and offset of <sudoku.h>, checked while compiling: a program that
 * was built against an older header relies on them. */

#include <sudoku.h>

#define ASSERT_3(condition, line) typedef char assertion_##line[(condition) ? 1 : -1]
#define ASSERT_2(condition, line) ASSERT_3(condition, line)
#define ASSERT(condition) ASSERT_2(condition, __LINE__)

ASSERT(SUDOKU_OK == 0);
ASSERT(SUDOKU_MULTIPLE == 1);
ASSERT(SUDOKU_STOPPED == 2);
ASSERT(SUDOKU_END == 3);
ASSERT(SUDOKU_ERR_NULL == -1);
ASSERT(SUDOKU_ERR_CHAR == -2);
ASSERT(SUDOKU_ERR_CLASH == -3);
ASSERT(SUDOKU_ERR_UNSOLVABLE == -4);
ASSERT(SUDOKU_ERR_ARGUMENT == -5);
ASSERT(SUDOKU_ERR_TEXT == -6);
ASSERT(SUDOKU_ERR_GAVE_UP == -7);
ASSERT(SUDOKU_ERR_AMBIGUOUS == -8);
ASSERT(SUDOKU_ERR_MEMORY == -9);
ASSERT(SUDOKU_ERR_BUFFER == -10);
ASSERT(SUDOKU_ERR_INTERNAL == -99);
ASSERT(sizeof(enum sudoku_status) == sizeof(int));

ASSERT(SUDOKU_ISSUE_NONE == 0);
ASSERT(SUDOKU_ISSUE_CHAR == 1);
ASSERT(SUDOKU_ISSUE_CLASH == 2);
ASSERT(SUDOKU_ISSUE_NO_CANDIDATE == 3);
ASSERT(SUDOKU_ISSUE_NO_PLACE == 4);

ASSERT(sizeof(struct sudoku_issue) == 32);
ASSERT(offsetof(struct sudoku_issue, kind) == 0);
ASSERT(offsetof(struct sudoku_issue, cell) == 4);
ASSERT(offsetof(struct sudoku_issue, other_cell) == 8);
ASSERT(offsetof(struct sudoku_issue, house) == 12);
ASSERT(offsetof(struct sudoku_issue, digit) == 16);
ASSERT(offsetof(struct sudoku_issue, reserved) == 20);
ASSERT(sizeof(((struct sudoku_issue *)0)->kind) == 4);
ASSERT(sizeof(((struct sudoku_issue *)0)->reserved) == 12);

#if UINTPTR_MAX == UINT64_MAX
ASSERT(sizeof(struct sudoku_batch_options) == 32);
ASSERT(offsetof(struct sudoku_batch_options, progress) == 16);
ASSERT(offsetof(struct sudoku_batch_options, user) == 24);
#endif
ASSERT(offsetof(struct sudoku_batch_options, struct_size) == 0);
ASSERT(offsetof(struct sudoku_batch_options, threads) == sizeof(size_t));
ASSERT(offsetof(struct sudoku_batch_options, reserved) == sizeof(size_t) + 4);
ASSERT(sizeof(((struct sudoku_batch_options *)0)->struct_size) == sizeof(size_t));
ASSERT(sizeof(((struct sudoku_batch_options *)0)->threads) == 4);
ASSERT(sizeof(((struct sudoku_batch_options *)0)->reserved) == 4);
ASSERT(SUDOKU_ALL_CORES == UINT32_MAX);

ASSERT(SUDOKU_SYMMETRY_NONE == 0);
ASSERT(SUDOKU_SYMMETRY_HALF_TURN == 1);
ASSERT(SUDOKU_SYMMETRY_QUARTER_TURN == 2);
ASSERT(SUDOKU_SYMMETRY_LEFT_RIGHT == 3);
ASSERT(SUDOKU_SYMMETRY_TOP_BOTTOM == 4);
ASSERT(SUDOKU_SYMMETRY_DIAGONAL == 5);
ASSERT(SUDOKU_SYMMETRY_ANTIDIAGONAL == 6);
ASSERT(SUDOKU_SYMMETRY_BOTH_DIAGONALS == 7);
ASSERT(SUDOKU_SYMMETRY_ANY == 8);

/* No padding between members, with pointers of any size. */
ASSERT(sizeof(struct sudoku_generate_options) >= 5 * sizeof(void *) + 56);
ASSERT(offsetof(struct sudoku_generate_options, struct_size) == 0);
ASSERT(offsetof(struct sudoku_generate_options, symmetry) == sizeof(size_t));
ASSERT(offsetof(struct sudoku_generate_options, min_givens) == sizeof(size_t) + 4);
ASSERT(offsetof(struct sudoku_generate_options, max_givens) == sizeof(size_t) + 8);
ASSERT(offsetof(struct sudoku_generate_options, attempts) == sizeof(size_t) + 12);
ASSERT(offsetof(struct sudoku_generate_options, pattern) == sizeof(size_t) + 16);
ASSERT(offsetof(struct sudoku_generate_options, cancel) == 2 * sizeof(size_t) + 16);
ASSERT(offsetof(struct sudoku_generate_options, user) == 3 * sizeof(size_t) + 16);
ASSERT(offsetof(struct sudoku_generate_options, reserved) == 4 * sizeof(size_t) + 16);
ASSERT(offsetof(struct sudoku_generate_options, required) == 4 * sizeof(size_t) + 24);
ASSERT(offsetof(struct sudoku_generate_options, allowed) == 4 * sizeof(size_t) + 32);
ASSERT(offsetof(struct sudoku_generate_options, level) == 4 * sizeof(size_t) + 40);
ASSERT(offsetof(struct sudoku_generate_options, band) == 4 * sizeof(size_t) + 44);
ASSERT(offsetof(struct sudoku_generate_options, min_score) == 4 * sizeof(size_t) + 48);
ASSERT(offsetof(struct sudoku_generate_options, max_score) == 4 * sizeof(size_t) + 52);
ASSERT(offsetof(struct sudoku_generate_options, nearest) == 4 * sizeof(size_t) + 56);

/* "major.minor.patch" of three numbers below 1000. */
ASSERT(sizeof SUDOKU_VERSION >= sizeof "0.0.0");
ASSERT(SUDOKU_VERSION_NUMBER > 0 && SUDOKU_VERSION_NUMBER < 1000000000);

/* The types of the functions: an initialiser of another type is refused. */
int (*const solve)(char[81]) = sudoku_solve;
int (*const solve_to)(const char[81], char[81]) = sudoku_solve_to;
int (*const count)(const char[81], uint64_t, uint64_t *) = sudoku_count;
int (*const enumerate)(const char[81], int (*)(const char *, void *), void *) = sudoku_enumerate;
int (*const check)(const char[81], struct sudoku_issue *) = sudoku_check;
int (*const solve_batch)(char *, size_t, size_t, const struct sudoku_batch_options *,
                         int8_t *) = sudoku_solve_batch;
int (*const count_batch)(const char *, size_t, size_t, uint64_t,
                         const struct sudoku_batch_options *, uint64_t *,
                         int8_t *) = sudoku_count_batch;
struct sudoku_batch_options batch_options = SUDOKU_BATCH_OPTIONS_INIT;
int (*const *batch_progress)(size_t, size_t, void *) = &batch_options.progress;
int (*const generate)(uint64_t, const struct sudoku_generate_options *, char[81],
                      char[81]) = sudoku_generate;
int (*const minimize)(char[81], uint64_t) = sudoku_minimize;
int (*const shuffle)(char[81], uint64_t) = sudoku_shuffle;
int (*const canonicalize)(const char[81], char[81]) = sudoku_canonicalize;
int (*const is_equivalent)(const char[81], const char[81], int *) = sudoku_is_equivalent;
struct sudoku_generate_options generate_options = SUDOKU_GENERATE_OPTIONS_INIT;
const char *(*const status_string)(int) = sudoku_status_string;
const char *(*const version)(void) = sudoku_version;
uint32_t (*const version_number)(void) = sudoku_version_number;
const char *(*const backend)(void) = sudoku_backend;

int main(void)
{
    return 0;
}
