/* What a user of the installed library builds. */
#include <sudoku.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    char board[] = "53..7....6..195....98....6.8...6...34..8.3..1"
                   "7...2...6.6....28....419..5....8..79";
    if (sudoku_solve(board) != SUDOKU_OK || strncmp(board, "534678912", 9) != 0 ||
        sudoku_version_number() != SUDOKU_VERSION_NUMBER) {
        return 1;
    }
    puts(board);
    return 0;
}
