/* Calls the shim as gnome-sudoku calls its wrapper: puzzles are made on several threads, a
 * few of a level on each, then solved, and counted while somebody types. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int *qqwing_generate_puzzle(int difficulty);
int qqwing_solve_puzzle(int *puzzle, int *difficulty);
int qqwing_count_solutions_limited(int *puzzle);
void qqwing_print_stats(int *puzzle);
char *qqwing_get_version(void);

enum { LEVELS = 4, PUZZLES = 5 };

static int *puzzles[LEVELS][PUZZLES];

static void check(int is_true, const char *what)
{
    if (!is_true) {
        fprintf(stderr, "qqwing-shim: not so: %s\n", what);
        exit(1);
    }
}
#define CHECK(claim) check(claim, #claim)

static void *generate(void *argument)
{
    int level = *(int *)argument, i;

    for (i = 0; i < PUZZLES; i++)
        puzzles[level - 1][i] = qqwing_generate_puzzle(level);
    return NULL;
}

int main(void)
{
    static int levels[LEVELS] = {1, 2, 3, 4};
    pthread_t threads[LEVELS];
    int before[81], board[81], level, i, j, cell;
    char *version;

    for (i = 0; i < LEVELS; i++)
        CHECK(pthread_create(&threads[i], NULL, generate, &levels[i]) == 0);
    for (i = 0; i < LEVELS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);

    for (i = 0; i < LEVELS; i++)
        for (j = 0; j < PUZZLES; j++) {
            CHECK(puzzles[i][j] != NULL);
            memcpy(board, puzzles[i][j], sizeof board);
            CHECK(qqwing_count_solutions_limited(board) == 1);
            CHECK(qqwing_solve_puzzle(board, &level) && level == i + 1);
            for (cell = 0; cell < 81; cell++)
                CHECK(board[cell] >= 1 && board[cell] <= 9);
            CHECK(qqwing_count_solutions_limited(board) == 1);
        }
    CHECK(memcmp(puzzles[0][0], puzzles[0][1], sizeof board) != 0);
    qqwing_print_stats(puzzles[0][0]);

    memset(board, 0, sizeof board); /* several solutions */
    CHECK(qqwing_count_solutions_limited(board) == 2);
    CHECK(qqwing_solve_puzzle(board, &level) && level == 0 && board[80] != 0);
    board[0] = board[1]; /* none */
    memcpy(before, board, sizeof board);
    CHECK(qqwing_count_solutions_limited(board) == 0);
    CHECK(!qqwing_solve_puzzle(board, &level) && memcmp(before, board, sizeof board) == 0);
    board[0] = 10; /* no digit */
    CHECK(qqwing_count_solutions_limited(board) == 0 && !qqwing_solve_puzzle(board, NULL));
    qqwing_print_stats(board);
    CHECK(qqwing_generate_puzzle(0) == NULL && qqwing_generate_puzzle(5) == NULL);

    version = qqwing_get_version();
    CHECK(version != NULL && version[0] == '0');
    free(version);
    for (i = 0; i < LEVELS; i++)
        for (j = 0; j < PUZZLES; j++)
            free(puzzles[i][j]);
    puts("qqwing-shim: all as it should be");
    return 0;
}
