/*
 * The five functions of gnome-sudoku's wrapper around qqwing, over libsudoku: for that
 * program, or another one that calls them, in the place of qqwing-wrapper.cpp and -lqqwing.
 *
 * A puzzle is an int[81], row by row, 0 for a blank. The levels are those of qqwing and of
 * sudoku_grade: 1 simple, 2 easy, 3 intermediate, 4 expert. All may be called from any
 * number of threads at once.
 */
#define _DEFAULT_SOURCE /* getentropy */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sudoku.h>

/* As in that program's header, where the second is a gboolean, which is an int. */
int *qqwing_generate_puzzle(int difficulty);
int qqwing_solve_puzzle(int *puzzle, int *difficulty);
int qqwing_count_solutions_limited(int *puzzle);
void qqwing_print_stats(int *puzzle);
char *qqwing_get_version(void);

/* One puzzle in about 50 is of level 1, the rarest: this never runs out. */
#define ATTEMPTS 100000

static void to_board(const int puzzle[81], char board[81])
{
    int i;

    for (i = 0; i < 81; i++) /* another number gives a byte that the library refuses */
        board[i] = puzzle[i] >= 0 && puzzle[i] <= 9 ? (char)('0' + puzzle[i]) : '?';
}

static void to_puzzle(const char board[81], int puzzle[81])
{
    int i;

    for (i = 0; i < 81; i++)
        puzzle[i] = board[i] == '.' ? 0 : board[i] - '0';
}

/* Level 1 to 4; 0 if the board does not have exactly one solution. */
static int level_of(const char board[81])
{
    struct sudoku_grade grade;

    grade.struct_size = sizeof grade;
    /* The level does not depend on the techniques, and this one is quick. */
    if (sudoku_grade(board, (uint64_t)1 << SUDOKU_TECHNIQUE_SEARCH, &grade) < 0)
        return 0;
    return grade.level;
}

/* A puzzle to be freed with free(), or g_free(); NULL if difficulty is not 1 to 4, or the
 * system has no memory or no random numbers. */
int *qqwing_generate_puzzle(int difficulty)
{
    struct sudoku_generate_options options = SUDOKU_GENERATE_OPTIONS_INIT;
    char board[81];
    uint64_t seed;
    int attempt, *puzzle;

    if (difficulty < 1 || difficulty > 4 || getentropy(&seed, sizeof seed) != 0)
        return NULL;
    options.symmetry = SUDOKU_SYMMETRY_ANY;
    for (attempt = 0; attempt < ATTEMPTS; attempt++, seed++) {
        if (sudoku_generate(seed, &options, board, NULL) < 0 || level_of(board) != difficulty)
            continue;
        puzzle = malloc(81 * sizeof *puzzle);
        if (puzzle != NULL)
            to_puzzle(board, puzzle);
        return puzzle;
    }
    return NULL;
}

/* Solves in place and says how hard that was, 0 if there are several solutions. Returns 0,
 * with the puzzle untouched, if there is none. */
int qqwing_solve_puzzle(int *puzzle, int *difficulty)
{
    char board[81], solution[81];

    if (difficulty != NULL)
        *difficulty = 0;
    to_board(puzzle, board);
    if (sudoku_solve_to(board, solution) < 0)
        return 0;
    if (difficulty != NULL)
        *difficulty = level_of(board);
    to_puzzle(solution, puzzle);
    return 1;
}

/* 0, 1, or 2 for two or more. */
int qqwing_count_solutions_limited(int *puzzle)
{
    char board[81];
    uint64_t count = 0;

    to_board(puzzle, board);
    sudoku_count(board, 2, &count); /* an error leaves 0 */
    return (int)count;
}

/* How a puzzle is solved, to standard output. */
void qqwing_print_stats(int *puzzle)
{
    struct sudoku_grade grade;
    char board[81];
    int i, status, givens = 0;

    to_board(puzzle, board);
    for (i = 0; i < 81; i++)
        givens += puzzle[i] != 0;
    printf("Givens: %d\n", givens);
    grade.struct_size = sizeof grade;
    status = sudoku_grade(board, 0, &grade);
    if (status < 0) {
        printf("%s\n", sudoku_status_string(status));
        return;
    }
    for (i = 1; i < 64; i++)
        if (grade.count[i] != 0)
            printf("%s: %d\n", sudoku_technique_name(i), grade.count[i]);
    printf("Level: %d\n", grade.level);
}

/* To be freed as a puzzle is. */
char *qqwing_get_version(void)
{
    const char *version = sudoku_version();
    char *copy = malloc(strlen(version) + 1);

    return copy == NULL ? NULL : strcpy(copy, version);
}
