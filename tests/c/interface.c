/* Calls every function as a C program would: string literals as input, boards with and
 * without NUL, callbacks that stop and that call the library, a child made by fork. */

#define _POSIX_C_SOURCE 200112L /* fork */

#include <sudoku.h>

#include "expect.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void solving(void)
{
    char board[] = EASY;
    char bare[82];
    char solution[81];
    char *volatile nowhere = NULL; /* volatile: compilers warn of a NULL they see */

    EXPECT(sudoku_solve(board) == SUDOKU_OK);
    EXPECT(strcmp(board, EASY_SOLUTION) == 0);
    EXPECT(sudoku_solve(board) == SUDOKU_OK); /* a full grid is its own solution */
    EXPECT(strcmp(board, EASY_SOLUTION) == 0);

    memcpy(bare, EASY, 81);
    bare[81] = 'x';
    EXPECT(sudoku_solve(bare) == SUDOKU_OK);
    EXPECT(memcmp(bare, EASY_SOLUTION "x", 82) == 0);

    EXPECT(sudoku_solve_to(HARD, solution) == SUDOKU_OK);
    EXPECT(memcmp(solution, HARD_SOLUTION, 81) == 0);
    EXPECT(sudoku_solve_to(SEVERAL, solution) == SUDOKU_MULTIPLE);
    memset(solution, 'x', sizeof solution);
    EXPECT(sudoku_solve_to(CLASH, solution) == SUDOKU_ERR_CLASH);
    EXPECT(sudoku_solve_to(NO_SOLUTION, solution) == SUDOKU_ERR_UNSOLVABLE);
    EXPECT(sudoku_solve_to(EASY, nowhere) == SUDOKU_ERR_NULL);
    EXPECT(solution[0] == 'x' && solution[80] == 'x');
    EXPECT(sudoku_solve_to(EMPTY, solution) == SUDOKU_MULTIPLE);
    EXPECT(memcmp(solution, "123456789456789123789123456", 27) == 0);
}

static void counting(void)
{
    uint64_t count = 99;
    EXPECT(sudoku_count(EASY, 2, &count) == SUDOKU_OK && count == 1);
    EXPECT(sudoku_count(SEVERAL, UINT64_MAX, &count) == SUDOKU_OK && count == 125);
    EXPECT(sudoku_count(SEVERAL, 2, &count) == SUDOKU_OK && count == 2);
    EXPECT(sudoku_count(CLASH, 2, &count) == SUDOKU_OK && count == 0);
    EXPECT(sudoku_count(EMPTY, 10000, &count) == SUDOKU_OK && count == 10000);
    EXPECT(sudoku_count(EASY, 0, &count) == SUDOKU_ERR_ARGUMENT && count == 10000);
}

struct walk {
    int seen;
    int stop_at;
    char last[82];
};

static int visit(const char *solution, void *user)
{
    struct walk *walk = user;
    char again[81];

    EXPECT(strlen(solution) == 81);
    EXPECT(strcmp(walk->last, solution) < 0);
    strcpy(walk->last, solution);
    EXPECT(sudoku_solve_to(solution, again) == SUDOKU_OK);
    EXPECT(memcmp(again, solution, 81) == 0);
    return ++walk->seen == walk->stop_at;
}

static void enumerating(void)
{
    static const int stops[] = {1, 2, 125};
    struct walk walk;
    size_t i;

    for (i = 0; i < sizeof stops / sizeof stops[0]; i++) {
        memset(&walk, 0, sizeof walk);
        walk.stop_at = stops[i];
        EXPECT(sudoku_enumerate(SEVERAL, visit, &walk) == SUDOKU_STOPPED);
        EXPECT(walk.seen == stops[i]);
    }
    memset(&walk, 0, sizeof walk);
    EXPECT(sudoku_enumerate(SEVERAL, visit, &walk) == SUDOKU_OK);
    EXPECT(walk.seen == 125);
    EXPECT(sudoku_enumerate(NO_SOLUTION, visit, &walk) == SUDOKU_ERR_UNSOLVABLE);
    EXPECT(sudoku_enumerate(CLASH, visit, &walk) == SUDOKU_ERR_CLASH);
    EXPECT(sudoku_enumerate(EASY, NULL, &walk) == SUDOKU_ERR_NULL);
    EXPECT(walk.seen == 125);
}

static void checking(void)
{
    struct sudoku_issue issue;

    EXPECT(sudoku_check(EASY, &issue) == SUDOKU_OK);
    EXPECT(issue.kind == SUDOKU_ISSUE_NONE && issue.cell == -1 && issue.reserved[2] == 0);
    EXPECT(sudoku_check(CLASH, &issue) == SUDOKU_ERR_CLASH);
    EXPECT(issue.kind == SUDOKU_ISSUE_CLASH && issue.cell == 1 && issue.other_cell == 0);
    EXPECT(issue.house == 0 && issue.digit == 5);
    EXPECT(sudoku_check(NO_SOLUTION, &issue) == SUDOKU_ERR_UNSOLVABLE);
    EXPECT(issue.kind == SUDOKU_ISSUE_NO_CANDIDATE && issue.cell == 0 && issue.digit == -1);
    EXPECT(sudoku_check(NO_SOLUTION, NULL) == SUDOKU_ERR_UNSOLVABLE);
}

static void texts(void)
{
    static const char *const backends[] = {"portable", "sse2", "avx2", "avx512", "neon"};
    unsigned major, minor, patch;
    size_t i, known = 0;
    int status;

    for (status = -120; status <= 20; status++) {
        const char *sentence = sudoku_status_string(status);
        EXPECT(sentence != NULL && strlen(sentence) > 10);
        EXPECT(sentence[strlen(sentence) - 1] == '.');
    }
    EXPECT(sudoku_status_string(-2147483647 - 1) != NULL);
    EXPECT(sudoku_status_string(2147483647) != NULL);

    EXPECT(strcmp(sudoku_version(), SUDOKU_VERSION) == 0);
    EXPECT(sudoku_version_number() == SUDOKU_VERSION_NUMBER);
    EXPECT(sscanf(SUDOKU_VERSION, "%u.%u.%u", &major, &minor, &patch) == 3);
    EXPECT(sudoku_version_number() == 1000000 * major + 1000 * minor + patch);

    for (i = 0; i < sizeof backends / sizeof backends[0]; i++) {
        known += strcmp(sudoku_backend(), backends[i]) == 0;
    }
    EXPECT(known == 1);
}

static void forking(void)
{
    int status;
    pid_t child = fork();
    EXPECT(child >= 0);
    if (child == 0) {
        char board[] = HARD;
        _exit(sudoku_solve(board) == SUDOKU_OK && memcmp(board, HARD_SOLUTION, 81) == 0 ? 0 : 1);
    }
    EXPECT(waitpid(child, &status, 0) == child);
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
    solving();
    counting();
    enumerating();
    checking();
    texts();
    forking();
    return 0;
}
