// LeetCode 37, "Sudoku Solver", by means of <sudoku.hpp>: the class as the site wants it,
// run on the puzzle of the problem statement and compared with the answer given there.

#include <sudoku.hpp>

#include <cstdio>
#include <stdexcept>
#include <vector>

using std::vector;

class Solution {
public:
    void solveSudoku(vector<vector<char>>& board) {
        const auto result = sudoku::solve(board);
        if (result.error()) {
            throw std::invalid_argument(result.message());
        }
    }
};

static void print(const char* title, const vector<vector<char>>& board) {
    std::puts(title);
    for (const auto& row : board) {
        for (const char cell : row) {
            std::printf(" %c", cell);
        }
        std::putchar('\n');
    }
}

int main() {
    vector<vector<char>> board = {
        {'5', '3', '.', '.', '7', '.', '.', '.', '.'},
        {'6', '.', '.', '1', '9', '5', '.', '.', '.'},
        {'.', '9', '8', '.', '.', '.', '.', '6', '.'},
        {'8', '.', '.', '.', '6', '.', '.', '.', '3'},
        {'4', '.', '.', '8', '.', '3', '.', '.', '1'},
        {'7', '.', '.', '.', '2', '.', '.', '.', '6'},
        {'.', '6', '.', '.', '.', '.', '2', '8', '.'},
        {'.', '.', '.', '4', '1', '9', '.', '.', '5'},
        {'.', '.', '.', '.', '8', '.', '.', '7', '9'},
    };
    const vector<vector<char>> expected = {
        {'5', '3', '4', '6', '7', '8', '9', '1', '2'},
        {'6', '7', '2', '1', '9', '5', '3', '4', '8'},
        {'1', '9', '8', '3', '4', '2', '5', '6', '7'},
        {'8', '5', '9', '7', '6', '1', '4', '2', '3'},
        {'4', '2', '6', '8', '5', '3', '7', '9', '1'},
        {'7', '1', '3', '9', '2', '4', '8', '5', '6'},
        {'9', '6', '1', '5', '3', '7', '2', '8', '4'},
        {'2', '8', '7', '4', '1', '9', '6', '3', '5'},
        {'3', '4', '5', '2', '8', '6', '1', '7', '9'},
    };
    print("LeetCode 37:", board);
    Solution().solveSudoku(board);
    print("solved:", board);
    const bool right = board == expected;
    std::puts(right ? "This is the expected answer." : "This is NOT the expected answer.");
    return right ? 0 : 1;
}
