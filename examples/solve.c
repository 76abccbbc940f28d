/*
 * Solves the boards of a file, or of standard input, one a line.
 *
 *     solve [-v] [FILE]
 *
 * A line begins with the 81 characters of a board; what follows them after a space, tab,
 * comma, semicolon or '#' is ignored. Empty lines and lines that begin with '#' are skipped.
 * Writes a line for each board: its solution, or the board itself where there is none,
 * and the status. With -v it shows both as grids, and the time. Messages about faulty lines
 * and a summary go to standard error.
 *
 * Exit code: 0 all solved, 1 some not, 2 wrong usage or a file that cannot be read.
 */

#define _POSIX_C_SOURCE 199309L /* clock_gettime */

#include <sudoku.h>

#include <stdio.h>
#include <string.h>
#include <time.h>

#define SEPARATORS " \t\r,;#"

struct totals {
    long boards, solved, multiple, malformed;
    double seconds;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Reads a line of any length and keeps what fits, with a NUL. 0 at the end of the file. */
static int read_line(FILE *file, char *line, size_t size)
{
    size_t length = 0;
    int c = getc(file);
    if (c == EOF) {
        return 0;
    }
    for (; c != EOF && c != '\n'; c = getc(file)) {
        if (length + 1 < size) {
            line[length++] = (char)c;
        }
    }
    line[length] = '\0';
    return 1;
}

/* The fault of a board that sudoku_check finds, as the rest of a sentence. */
static void print_fault(const char board[81])
{
    struct sudoku_issue issue;
    static const char *const kinds[] = {"row", "column", "box"};
    (void)sudoku_check(board, &issue);
    switch (issue.kind) {
    case SUDOKU_ISSUE_CHAR:
        printf(" [row %d, column %d]", issue.cell / 9 + 1, issue.cell % 9 + 1);
        break;
    case SUDOKU_ISSUE_CLASH:
        printf(" [%d twice in %s %d: row %d, column %d and row %d, column %d]", issue.digit,
               kinds[issue.house / 9], issue.house % 9 + 1, issue.other_cell / 9 + 1,
               issue.other_cell % 9 + 1, issue.cell / 9 + 1, issue.cell % 9 + 1);
        break;
    case SUDOKU_ISSUE_NO_CANDIDATE:
        printf(" [no digit fits row %d, column %d]", issue.cell / 9 + 1, issue.cell % 9 + 1);
        break;
    case SUDOKU_ISSUE_NO_PLACE:
        printf(" [no place for %d in %s %d]", issue.digit, kinds[issue.house / 9],
               issue.house % 9 + 1);
        break;
    default: /* Nothing that shows without search. */
        break;
    }
}

static void print_grid_row(const char board[81], int row)
{
    int column;
    for (column = 0; column < 9; column++) {
        const char cell = board[9 * row + column];
        printf("%s %c", column == 3 || column == 6 ? " |" : "", cell == '0' ? '.' : cell);
    }
}

/* The board, and beside it the solution if that is not NULL. */
static void print_grids(const char board[81], const char *solution)
{
    static const char rule[] = "-------+-------+-------";
    int row;
    for (row = 0; row < 9; row++) {
        if (row == 3 || row == 6) {
            printf("  %s%s%s\n", rule, solution != NULL ? "      " : "",
                   solution != NULL ? rule : "");
        }
        printf("  ");
        print_grid_row(board, row);
        if (solution != NULL) {
            printf("   %s  ", row == 4 ? "->" : "  ");
            print_grid_row(solution, row);
        }
        putchar('\n');
    }
}

static void solve_line(const char *line, long number, int verbose, struct totals *totals)
{
    const size_t columns = strcspn(line, SEPARATORS);
    const char *label = line + columns + strspn(line + columns, SEPARATORS);
    char solution[81];
    double seconds;
    int status;

    totals->boards++;
    if (columns != 81) {
        totals->malformed++;
        fflush(stdout); /* So that both streams keep their order on a terminal. */
        fprintf(stderr, "line %ld: %s than 81 characters\n", number,
                columns < 81 ? "fewer" : "more");
        return;
    }
    memcpy(solution, line, 81);
    seconds = now();
    status = sudoku_solve(solution);
    seconds = now() - seconds;
    totals->seconds += seconds;
    totals->solved += status >= 0;
    totals->multiple += status == SUDOKU_MULTIPLE;

    if (verbose) {
        printf("\nline %ld%s%s\n", number, *label != '\0' ? ": " : "", label);
        print_grids(line, status < 0 ? NULL : solution);
        printf("  ");
    } else {
        printf("%.81s  ", solution);
    }
    printf("%s", status == SUDOKU_OK ? "The only solution." : sudoku_status_string(status));
    if (status < 0) {
        print_fault(line);
    }
    if (verbose) {
        printf(" (%.1f microseconds)", seconds * 1e6);
    }
    putchar('\n');
}

int main(int argc, char *argv[])
{
    const int verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    const char *const name = argc > 1 + verbose ? argv[1 + verbose] : NULL;
    struct totals totals = {0, 0, 0, 0, 0.0};
    FILE *file = stdin;
    char line[256];
    long number;

    if (argc > 2 + verbose || (name != NULL && name[0] == '-')) {
        fprintf(stderr, "usage: solve [-v] [FILE]\n");
        return 2;
    }
    if (name != NULL && (file = fopen(name, "r")) == NULL) {
        perror(name);
        return 2;
    }
    for (number = 1; read_line(file, line, sizeof line); number++) {
        if (line[0] != '#' && line[strspn(line, " \t\r")] != '\0') {
            solve_line(line, number, verbose, &totals);
        }
    }
    if (ferror(file)) {
        perror(name != NULL ? name : "standard input");
        return 2;
    }
    if (file != stdin) {
        fclose(file);
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("standard output");
        return 1;
    }
    fprintf(stderr, "solved: %ld of %ld (with several solutions: %ld; malformed: %ld); %.3f ms\n",
            totals.solved, totals.boards, totals.multiple, totals.malformed, totals.seconds * 1e3);
    return totals.solved == totals.boards ? 0 : 1;
}
