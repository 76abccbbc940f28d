/*
 * Prints puzzles with exactly one solution, one a line, each with its solution.
 *
 *     generate [seed [symmetry [how-many]]]
 *
 * symmetry: none, half-turn, quarter-turn, left-right, top-bottom, diagonal,
 * antidiagonal, both-diagonals, any. The same arguments print the same puzzles.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sudoku.h"

/* In the order of the constants SUDOKU_SYMMETRY_... */
static const char *const symmetries[] = {
    "none",     "half-turn",    "quarter-turn",   "left-right", "top-bottom",
    "diagonal", "antidiagonal", "both-diagonals", "any",
};

static int usage(void) {
    fputs("usage: generate [seed [symmetry [how-many]]]\n", stderr);
    return 2;
}

static int read_number(const char *text, unsigned long long *number) {
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
}

int main(int argc, char **argv) {
    struct sudoku_generate_options options = SUDOKU_GENERATE_OPTIONS_INIT;
    unsigned long long seed = 1, how_many = 1, i;
    if (argc > 4 || (argc > 1 && !read_number(argv[1], &seed)) ||
        (argc > 3 && !read_number(argv[3], &how_many)))
        return usage();
    if (argc > 2) {
        while (strcmp(argv[2], symmetries[options.symmetry]) != 0)
            if (++options.symmetry == sizeof symmetries / sizeof *symmetries)
                return usage();
    }
    for (i = 0; i < how_many; i++) {
        char puzzle[81], solution[81];
        int status = sudoku_generate(seed + i, &options, puzzle, solution);
        if (status != SUDOKU_OK) {
            fprintf(stderr, "generate: %s\n", sudoku_status_string(status));
            return 1;
        }
        printf("%.81s %.81s\n", puzzle, solution);
    }
    return 0;
}
