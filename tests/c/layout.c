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
const char *(*const status_string)(int) = sudoku_status_string;
const char *(*const version)(void) = sudoku_version;
uint32_t (*const version_number)(void) = sudoku_version_number;
const char *(*const backend)(void) = sudoku_backend;

int main(void)
{
    return 0;
}
