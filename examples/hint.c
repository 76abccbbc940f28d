/*
 * Plays a board step by step, in words.
 *
 *     hint [BOARD]
 *
 * BOARD has 81 characters; without it, one that takes a few techniques is played.
 *
 * Exit code: 0 solved, 1 not, 2 wrong usage.
 */

#include <sudoku.h>

#include <stdio.h>
#include <string.h>

static const char *const EXAMPLE =
    "......9.267........98..........6.42...6..3..1...9.48.......7.8.2...19..53.5.8....";

static void print_cell(int cell)
{
    printf("r%dc%d", cell / 9 + 1, cell % 9 + 1);
}

static void print_digits(unsigned mask)
{
    int digit;
    for (digit = 1; digit <= 9; digit++)
        if (mask >> (digit - 1) & 1)
            printf("%d", digit);
}

static void print_houses(unsigned long houses)
{
    static const char *const KINDS[] = {"row", "column", "box"};
    int house;
    const char *separator = " in ";
    for (house = 0; house < 27; house++) {
        if (houses >> house & 1) {
            printf("%s%s %d", separator, KINDS[house / 9], house % 9 + 1);
            separator = ", ";
        }
    }
}

/* "r1c2 is not 5, so r1c7 is 5, so ..." A chain that begins anew begins a line. */
static void print_chain(const struct sudoku_step *step)
{
    int i;
    for (i = 0; i < step->link_count; i++) {
        const struct sudoku_link *link = &step->links[i];
        if (link->flags & SUDOKU_LINK_SAME_NODE)
            continue;
        printf("%s", link->parent == SUDOKU_LINK_NO_PARENT ? "\n    if " : ", so ");
        print_cell(link->cell);
        while (i + 1 < step->link_count && step->links[i + 1].flags & SUDOKU_LINK_SAME_NODE) {
            printf("/");
            print_cell(step->links[++i].cell);
        }
        printf(link->flags & SUDOKU_LINK_ON ? " is %d" : " is not %d", link->digit);
    }
    if (step->flags & SUDOKU_STEP_CUT)
        printf(", and so on");
}

static void print_step(const struct sudoku_step *step)
{
    int i, cell;

    printf("%s of ", sudoku_technique_name(step->technique));
    print_digits(step->digits);
    print_houses(step->base_houses);
    print_chain(step);
    printf(":");
    for (i = 0; i < step->placement_count; i++) {
        printf(" ");
        print_cell(step->placement_cells[i]);
        printf(" = %d", step->placement_digits[i]);
    }
    for (cell = 0; cell < 81; cell++) {
        if (step->eliminations[cell] != 0) {
            printf(" ");
            print_cell(cell);
            printf(" is not ");
            print_digits(step->eliminations[cell]);
        }
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    const char *board = argc > 1 ? argv[1] : EXAMPLE;
    struct sudoku_position position;
    struct sudoku_step step;
    int status, i;

    if (argc > 2 || strlen(board) != 81) {
        fprintf(stderr, "usage: hint [BOARD of 81 characters]\n");
        return 2;
    }
    memset(&position, 0, sizeof position);
    position.struct_size = sizeof position;
    memcpy(position.givens, board, 81);
    memcpy(position.values, board, 81);
    for (i = 0; i < 81; i++)
        position.candidates[i] = 0x1ff; /* what the values exclude does not matter */
    step.struct_size = sizeof step;

    while ((status = sudoku_hint(&position, 0, &step)) == SUDOKU_OK) {
        print_step(&step);
        for (i = 0; i < step.placement_count; i++)
            position.values[step.placement_cells[i]] = (char)('0' + step.placement_digits[i]);
        for (i = 0; i < 81; i++)
            position.candidates[i] =
                (uint16_t)(position.candidates[i] & ~(unsigned)step.eliminations[i]);
    }
    printf("%.81s\n%s\n", position.values, sudoku_status_string(status));
    return status != SUDOKU_SOLVED;
}
