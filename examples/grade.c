/*
 * Grades the boards of standard input, one a line, and writes CSV.
 *
 *     grade < puzzles.txt > grades.csv
 *
 * A line begins with the 81 characters of a board. Lines that do not have 81 characters
 * and lines that begin with '#' are skipped. A board that has no grade gets the reason
 * instead, in the column of the hardest technique.
 *
 * Exit code: 0 all graded, 1 some not.
 */

#include <sudoku.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[4096];
    int failed = 0;

    puts("board,level,band,score,hardest");
    while (fgets(line, sizeof line, stdin) != NULL) {
        struct sudoku_grade grade;
        int status;

        if (line[0] == '#' || strcspn(line, " \t\r\n,;") < 81)
            continue;
        memset(&grade, 0, sizeof grade);
        grade.struct_size = sizeof grade;
        status = sudoku_grade(line, 0, &grade);
        if (status < 0) {
            printf("%.81s,,,,\"%s\"\n", line, sudoku_status_string(status));
            failed = 1;
        } else {
            printf("%.81s,%d,%d,%lu,%s\n", line, (int)grade.level, (int)grade.band,
                   (unsigned long)grade.score,
                   grade.hardest == 0 ? "" : sudoku_technique_name(grade.hardest));
        }
    }
    return failed;
}
