/* A shared object that has the static library in it. */
#include <sudoku.h>

int plugin(char board[81]);

int plugin(char board[81])
{
    return sudoku_solve(board);
}
