// no-runner: valgrind takes the stack of a thread that has ended for uninitialised.

/* Measures how much stack each call needs: on a thread whose stack was painted before.
 * With the promised 48 KiB and a little for the thread itself all calls must work. */

#define _POSIX_C_SOURCE 200112L /* pthread_attr_setstack */
#define _DEFAULT_SOURCE         /* MAP_ANONYMOUS */

#include <sudoku.h>

#include "expect.h"

#include <pthread.h>
#include <sys/mman.h>

#ifdef __SANITIZE_ADDRESS__
#define TIMES 2 /* the sanitizer puts space around what lies there */
#else
#define TIMES 1
#endif
#define PROMISED (48 * 1024 * TIMES)
#define PAINTED (512 * 1024)
#define SMALL (64 * 1024 * TIMES)
#define PAINT 0xa5

static const char *const boards[] = {EASY, HARD, SEVERAL, NO_SOLUTION, EMPTY, TWO_CLUES, CLASH};

enum { BOARDS = sizeof boards / sizeof boards[0] };

static int stop_at_10(const char *solution, void *user)
{
    int *seen = user;
    (void)solution;
    return ++*seen == 10;
}

static void *nothing(void *board)
{
    return board;
}

static void *solve(void *board)
{
    char solution[81];
    sudoku_solve_to(board, solution);
    return NULL;
}

static void *solve_in_place(void *board)
{
    char copy[81];
    int i;
    for (i = 0; i < 81; i++) {
        copy[i] = ((const char *)board)[i];
    }
    sudoku_solve(copy);
    return NULL;
}

static void *count(void *board)
{
    uint64_t number;
    sudoku_count(board, 1000, &number);
    return NULL;
}

static void *enumerate(void *board)
{
    int seen = 0;
    sudoku_enumerate(board, stop_at_10, &seen);
    return NULL;
}

static void *check(void *board)
{
    struct sudoku_issue issue;
    sudoku_check(board, &issue);
    return NULL;
}

static void *generate(void *board)
{
    char puzzle[81];
    uint64_t seed;
    (void)board;
    for (seed = 0; seed < 20; seed++) {
        sudoku_generate(seed, NULL, puzzle, NULL);
    }
    return NULL;
}

static void *minimize(void *board)
{
    char copy[81];
    if (sudoku_solve_to(board, copy) < 0) {
        return NULL;
    }
    sudoku_minimize(copy, 1);
    return NULL;
}

static void *canonicalize(void *board)
{
    char copy[81];
    sudoku_canonicalize(board, copy);
    return NULL;
}

static void *shuffle_and_compare(void *board)
{
    char copy[81];
    int equivalent;
    sudoku_canonicalize(board, copy);
    sudoku_shuffle(copy, 1);
    sudoku_is_equivalent(board, copy, &equivalent);
    return NULL;
}

static void *grade(void *board)
{
    struct sudoku_grade out_grade;
    out_grade.struct_size = sizeof out_grade;
    sudoku_grade(board, 0, &out_grade);
    sudoku_grade_batch(board, 81, 1, 0, NULL, &out_grade, NULL);
    return NULL;
}

static void *hint(void *board)
{
    struct sudoku_position position = {0};
    struct sudoku_step step;
    int i;
    position.struct_size = sizeof position;
    step.struct_size = sizeof step;
    for (i = 0; i < 81; i++) {
        position.givens[i] = ((const char *)board)[i];
    }
    sudoku_hint(&position, 0, &step);
    sudoku_hint(&position, (uint64_t)1 << SUDOKU_TECHNIQUE_FORCING_NET, &step);
    return NULL;
}

static void *explain(void *board)
{
    size_t steps;
    sudoku_explain(board, 0, NULL, 0, &steps);
    return NULL;
}

static const struct {
    const char *name;
    void *(*call)(void *);
} calls[] = {
    {"sudoku_solve", solve_in_place}, {"sudoku_solve_to", solve}, {"sudoku_count", count},
    {"sudoku_enumerate", enumerate},  {"sudoku_check", check},
    {"sudoku_generate", generate},    {"sudoku_minimize", minimize},
    {"sudoku_canonicalize", canonicalize}, {"sudoku_is_equivalent", shuffle_and_compare},
    {"sudoku_grade", grade},          {"sudoku_hint", hint},
    {"sudoku_explain", explain},
};

enum { CALLS = sizeof calls / sizeof calls[0] };

/* The bytes of a fresh stack that a thread touches which makes this call. */
static size_t touched(void *(*call)(void *), const char *board)
{
    unsigned char *stack = mmap(NULL, PAINTED, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_attr_t attributes;
    pthread_t thread;
    size_t i;

    EXPECT(stack != MAP_FAILED);
    for (i = 0; i < PAINTED; i++) {
        stack[i] = PAINT;
    }
    EXPECT(pthread_attr_init(&attributes) == 0);
    EXPECT(pthread_attr_setstack(&attributes, stack, PAINTED) == 0);
    EXPECT(pthread_create(&thread, &attributes, call, (void *)(uintptr_t)board) == 0);
    EXPECT(pthread_join(thread, NULL) == 0);
    EXPECT(pthread_attr_destroy(&attributes) == 0);
    for (i = 0; i < PAINTED && stack[i] == PAINT; i++) {
    }
    EXPECT(munmap(stack, PAINTED) == 0);
    return PAINTED - i;
}

static void *call_all(void *unused)
{
    size_t i, j;
    for (i = 0; i < CALLS; i++) {
        for (j = 0; j < BOARDS; j++) {
            calls[i].call((void *)(uintptr_t)boards[j]);
        }
    }
    return unused;
}

int main(void)
{
    size_t base = touched(nothing, EASY);
    size_t i, j;
    pthread_attr_t attributes;
    pthread_t thread;

    for (i = 0; i < CALLS; i++) {
        size_t most = 0;
        for (j = 0; j < BOARDS; j++) {
            size_t bytes = touched(calls[i].call, boards[j]) - base;
            most = bytes > most ? bytes : most;
        }
        printf("%s: %lu bytes of stack\n", calls[i].name, (unsigned long)most);
        EXPECT(most <= PROMISED);
    }

    /* And without measuring, on a whole stack of 64 KiB. */
    EXPECT(pthread_attr_init(&attributes) == 0);
    EXPECT(pthread_attr_setstacksize(&attributes, SMALL) == 0);
    EXPECT(pthread_create(&thread, &attributes, call_all, NULL) == 0);
    EXPECT(pthread_join(thread, NULL) == 0);
    EXPECT(pthread_attr_destroy(&attributes) == 0);
    return 0;
}
