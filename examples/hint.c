/*
 * Plays a board step by step, in words, and with -p in pictures.
 *
 *     hint [-p] [BOARD]
 *
 * BOARD has 81 characters; without it, one that takes a few techniques is played.
 *
 * A picture shows the candidates of each cell: * behind those of the pattern, + behind its
 * second part (fins, the other colour, the other set; of a chain, those that are off), x
 * behind those that go, = behind those that are filled in.
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

static int is_filled(char value)
{
    return '1' <= value && value <= '9';
}

/* What the marks and the values leave of a blank cell. */
static unsigned candidates(const struct sudoku_position *position, int cell)
{
    unsigned mask = position->candidates[cell];
    int other;
    for (other = 0; other < 81; other++) {
        int is_peer = other / 9 == cell / 9 || other % 9 == cell % 9 ||
                      (other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3);
        if (is_peer && is_filled(position->values[other]))
            mask &= ~(1u << (position->values[other] - '1'));
    }
    return mask;
}

static char mark(const struct sudoku_step *step, int cell, int digit)
{
    unsigned bit = 1u << (digit - 1);
    int i;
    for (i = 0; i < step->placement_count; i++)
        if (step->placement_cells[i] == cell && step->placement_digits[i] == digit)
            return '=';
    if (step->eliminations[cell] & bit)
        return 'x';
    if (step->pattern[cell] & bit)
        return '*';
    return step->second[cell] & bit ? '+' : ' ';
}

/* Three lines of three candidates a cell; a filled cell has its digit in the middle. */
static void print_picture(const struct sudoku_position *position, const struct sudoku_step *step)
{
    int line, column, digit;
    for (line = 0; line < 27; line++) {
        if (line % 9 == 0)
            puts("+-----------------------+-----------------------+-----------------------+");
        for (column = 0; column < 9; column++) {
            int cell = line / 3 * 9 + column;
            unsigned mask = candidates(position, cell);
            printf(column % 3 == 0 ? "| " : "  ");
            for (digit = line % 3 * 3 + 1; digit <= line % 3 * 3 + 3; digit++) {
                if (is_filled(position->values[cell]))
                    printf("%c ", digit == 5 ? position->values[cell] : ' ');
                else if (mask >> (digit - 1) & 1)
                    printf("%d%c", digit, mark(step, cell, digit));
                else
                    printf(". ");
            }
        }
        puts(line % 3 == 2 && line % 9 != 8 ? "|\n|                       |                       "
                                              "|                       |"
                                            : "|");
    }
    puts("+-----------------------+-----------------------+-----------------------+");
}

int main(int argc, char **argv)
{
    int has_pictures = argc > 1 && strcmp(argv[1], "-p") == 0;
    const char *board = argc > 1 + has_pictures ? argv[1 + has_pictures] : EXAMPLE;
    struct sudoku_position position;
    struct sudoku_step step;
    int status, i;

    if (argc > 2 + has_pictures || strlen(board) != 81) {
        fprintf(stderr, "usage: hint [-p] [BOARD of 81 characters]\n");
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
        if (has_pictures)
            print_picture(&position, &step);
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
