/* The part of <sudoku.h> for grades and hints: constants, sizes and offsets, checked while
 * compiling, and the calls as a C program makes them. */

#include <sudoku.h>

#include "expect.h"

#include <string.h>

#define ASSERT_3(condition, line) typedef char assertion_##line[(condition) ? 1 : -1]
#define ASSERT_2(condition, line) ASSERT_3(condition, line)
#define ASSERT(condition) ASSERT_2(condition, __LINE__)

ASSERT(SUDOKU_SOLVED == 4);
ASSERT(SUDOKU_STUCK == 5);
ASSERT(SUDOKU_ERR_WRONG_VALUE == -11);
ASSERT(SUDOKU_ERR_WRONG_CANDIDATE == -12);

ASSERT(SUDOKU_TECHNIQUE_FULL_HOUSE == 1);
ASSERT(SUDOKU_TECHNIQUE_HIDDEN_SINGLE_BOX == 2);
ASSERT(SUDOKU_TECHNIQUE_HIDDEN_SINGLE_LINE == 3);
ASSERT(SUDOKU_TECHNIQUE_NAKED_SINGLE == 4);
ASSERT(SUDOKU_TECHNIQUE_POINTING == 5);
ASSERT(SUDOKU_TECHNIQUE_CLAIMING == 6);
ASSERT(SUDOKU_TECHNIQUE_NAKED_PAIR == 7);
ASSERT(SUDOKU_TECHNIQUE_HIDDEN_PAIR == 8);
ASSERT(SUDOKU_TECHNIQUE_NAKED_TRIPLE == 9);
ASSERT(SUDOKU_TECHNIQUE_HIDDEN_TRIPLE == 10);
ASSERT(SUDOKU_TECHNIQUE_NAKED_QUAD == 11);
ASSERT(SUDOKU_TECHNIQUE_HIDDEN_QUAD == 12);
ASSERT(SUDOKU_TECHNIQUE_X_WING == 13);
ASSERT(SUDOKU_TECHNIQUE_SWORDFISH == 14);
ASSERT(SUDOKU_TECHNIQUE_JELLYFISH == 15);
ASSERT(SUDOKU_TECHNIQUE_SKYSCRAPER == 16);
ASSERT(SUDOKU_TECHNIQUE_TWO_STRING_KITE == 17);
ASSERT(SUDOKU_TECHNIQUE_TURBOT_FISH == 18);
ASSERT(SUDOKU_TECHNIQUE_EMPTY_RECTANGLE == 19);
ASSERT(SUDOKU_TECHNIQUE_XY_WING == 20);
ASSERT(SUDOKU_TECHNIQUE_XYZ_WING == 21);
ASSERT(SUDOKU_TECHNIQUE_W_WING == 22);
ASSERT(SUDOKU_TECHNIQUE_REMOTE_PAIR == 23);
ASSERT(SUDOKU_TECHNIQUE_COLOUR_TRAP == 24);
ASSERT(SUDOKU_TECHNIQUE_COLOUR_WRAP == 25);
ASSERT(SUDOKU_TECHNIQUE_UNIQUE_RECTANGLE1 == 26);
ASSERT(SUDOKU_TECHNIQUE_UNIQUE_RECTANGLE2 == 27);
ASSERT(SUDOKU_TECHNIQUE_UNIQUE_RECTANGLE3 == 28);
ASSERT(SUDOKU_TECHNIQUE_UNIQUE_RECTANGLE4 == 29);
ASSERT(SUDOKU_TECHNIQUE_UNIQUE_RECTANGLE5 == 30);
ASSERT(SUDOKU_TECHNIQUE_UNIQUE_RECTANGLE6 == 31);
ASSERT(SUDOKU_TECHNIQUE_HIDDEN_RECTANGLE == 32);
ASSERT(SUDOKU_TECHNIQUE_AVOIDABLE_RECTANGLE1 == 33);
ASSERT(SUDOKU_TECHNIQUE_AVOIDABLE_RECTANGLE2 == 34);
ASSERT(SUDOKU_TECHNIQUE_BUG_PLUS_ONE == 35);
ASSERT(SUDOKU_TECHNIQUE_FINNED_X_WING == 36);
ASSERT(SUDOKU_TECHNIQUE_SASHIMI_X_WING == 37);
ASSERT(SUDOKU_TECHNIQUE_FINNED_SWORDFISH == 38);
ASSERT(SUDOKU_TECHNIQUE_SASHIMI_SWORDFISH == 39);
ASSERT(SUDOKU_TECHNIQUE_FINNED_JELLYFISH == 40);
ASSERT(SUDOKU_TECHNIQUE_SASHIMI_JELLYFISH == 41);
ASSERT(SUDOKU_TECHNIQUE_X_CHAIN == 42);
ASSERT(SUDOKU_TECHNIQUE_XY_CHAIN == 43);
ASSERT(SUDOKU_TECHNIQUE_AIC == 44);
ASSERT(SUDOKU_TECHNIQUE_CONTINUOUS_LOOP == 45);
ASSERT(SUDOKU_TECHNIQUE_GROUPED_AIC == 46);
ASSERT(SUDOKU_TECHNIQUE_GROUPED_LOOP == 47);
ASSERT(SUDOKU_TECHNIQUE_ALS_XZ == 48);
ASSERT(SUDOKU_TECHNIQUE_ALS_XY_WING == 49);
ASSERT(SUDOKU_TECHNIQUE_ALS_CHAIN == 50);
ASSERT(SUDOKU_TECHNIQUE_SUE_DE_COQ == 51);
ASSERT(SUDOKU_TECHNIQUE_CELL_FORCING_CHAIN == 52);
ASSERT(SUDOKU_TECHNIQUE_HOUSE_FORCING_CHAIN == 53);
ASSERT(SUDOKU_TECHNIQUE_CONTRADICTION_CHAIN == 54);
ASSERT(SUDOKU_TECHNIQUE_FORCING_NET == 55);
ASSERT(SUDOKU_TECHNIQUE_SEARCH == 63);

ASSERT(SUDOKU_GRADE_UNIQUENESS == 1 && SUDOKU_GRADE_STUCK == 2);
ASSERT(offsetof(struct sudoku_grade, struct_size) == 0);
ASSERT(offsetof(struct sudoku_grade, level) == sizeof(size_t));
ASSERT(offsetof(struct sudoku_grade, band) == sizeof(size_t) + 4);
ASSERT(offsetof(struct sudoku_grade, score) == sizeof(size_t) + 8);
ASSERT(offsetof(struct sudoku_grade, hardest) == sizeof(size_t) + 12);
ASSERT(offsetof(struct sudoku_grade, rounds) == sizeof(size_t) + 16);
ASSERT(offsetof(struct sudoku_grade, flags) == sizeof(size_t) + 20);
ASSERT(offsetof(struct sudoku_grade, count) == sizeof(size_t) + 24);
ASSERT(sizeof(struct sudoku_grade) == sizeof(size_t) + 152);

ASSERT(offsetof(struct sudoku_position, struct_size) == 0);
ASSERT(offsetof(struct sudoku_position, givens) == sizeof(size_t));
ASSERT(offsetof(struct sudoku_position, values) == sizeof(size_t) + 81);
ASSERT(offsetof(struct sudoku_position, candidates) == sizeof(size_t) + 162);
ASSERT(offsetof(struct sudoku_position, reserved) == sizeof(size_t) + 324);
ASSERT(sizeof(struct sudoku_position) == sizeof(size_t) + 328);

ASSERT(SUDOKU_LINK_ON == 1 && SUDOKU_LINK_SAME_NODE == 2);
ASSERT(SUDOKU_LINK_NO_PARENT == 255 && SUDOKU_STEP_LINKS == 64 && SUDOKU_STEP_CUT == 1);
ASSERT(sizeof(struct sudoku_link) == 4);
ASSERT(offsetof(struct sudoku_link, cell) == 0);
ASSERT(offsetof(struct sudoku_link, digit) == 1);
ASSERT(offsetof(struct sudoku_link, flags) == 2);
ASSERT(offsetof(struct sudoku_link, parent) == 3);

ASSERT(offsetof(struct sudoku_step, struct_size) == 0);
ASSERT(offsetof(struct sudoku_step, technique) == sizeof(size_t));
ASSERT(offsetof(struct sudoku_step, flags) == sizeof(size_t) + 4);
ASSERT(offsetof(struct sudoku_step, round) == sizeof(size_t) + 8);
ASSERT(offsetof(struct sudoku_step, base_houses) == sizeof(size_t) + 12);
ASSERT(offsetof(struct sudoku_step, cover_houses) == sizeof(size_t) + 16);
ASSERT(offsetof(struct sudoku_step, nodes) == sizeof(size_t) + 20);
ASSERT(offsetof(struct sudoku_step, digits) == sizeof(size_t) + 24);
ASSERT(offsetof(struct sudoku_step, placement_count) == sizeof(size_t) + 26);
ASSERT(offsetof(struct sudoku_step, link_count) == sizeof(size_t) + 28);
ASSERT(offsetof(struct sudoku_step, reserved) == sizeof(size_t) + 30);
ASSERT(offsetof(struct sudoku_step, placement_cells) == sizeof(size_t) + 32);
ASSERT(offsetof(struct sudoku_step, placement_digits) == sizeof(size_t) + 41);
ASSERT(offsetof(struct sudoku_step, eliminations) == sizeof(size_t) + 50);
ASSERT(offsetof(struct sudoku_step, pattern) == sizeof(size_t) + 212);
ASSERT(offsetof(struct sudoku_step, second) == sizeof(size_t) + 374);
ASSERT(offsetof(struct sudoku_step, links) == sizeof(size_t) + 536);
ASSERT(sizeof(struct sudoku_step) == sizeof(size_t) + 792);

int (*const grade_function)(const char[81], uint64_t, struct sudoku_grade *) = sudoku_grade;
int (*const batch_function)(const char *, size_t, size_t, uint64_t,
                            const struct sudoku_batch_options *, struct sudoku_grade *,
                            int8_t *) = sudoku_grade_batch;
int (*const hint_function)(const struct sudoku_position *, uint64_t,
                           struct sudoku_step *) = sudoku_hint;
int (*const explain_function)(const char[81], uint64_t, struct sudoku_step *, size_t,
                              size_t *) = sudoku_explain;
const char *(*const name_function)(int) = sudoku_technique_name;

static char *volatile nothing = NULL; /* volatile: compilers warn of a NULL they see */

static void grading(void)
{
    struct sudoku_grade grade, untouched;

    memset(&grade, 0x55, sizeof grade);
    grade.struct_size = sizeof grade;
    untouched = grade;
    EXPECT(sudoku_grade(nothing, 0, &grade) == SUDOKU_ERR_NULL);
    EXPECT(sudoku_grade(EASY, 0, (struct sudoku_grade *)(void *)nothing) == SUDOKU_ERR_NULL);
    EXPECT(sudoku_grade(EASY, 1, &grade) == SUDOKU_ERR_ARGUMENT);
    EXPECT(sudoku_grade("x" EASY, 0, &grade) == SUDOKU_ERR_CHAR);
    EXPECT(sudoku_grade("55" EASY, 0, &grade) == SUDOKU_ERR_CLASH);
    EXPECT(sudoku_grade(SEVERAL, 0, &grade) == SUDOKU_ERR_AMBIGUOUS);
    EXPECT(memcmp(&grade, &untouched, sizeof grade) == 0);
    grade.struct_size--;
    EXPECT(sudoku_grade(EASY, 0, &grade) == SUDOKU_ERR_ARGUMENT);
    grade.struct_size = 4097;
    EXPECT(sudoku_grade(EASY, 0, &grade) == SUDOKU_ERR_ARGUMENT);

    grade.struct_size = sizeof grade;
    EXPECT(sudoku_grade(EASY, 0, &grade) == SUDOKU_OK);
    EXPECT(grade.level == 1 && grade.band == 1 && grade.flags == 0 && grade.rounds > 0);
    EXPECT(sudoku_grade(EASY_SOLUTION, 0, &grade) == SUDOKU_OK);
    EXPECT(grade.level == 1 && grade.hardest == 0 && grade.rounds == 0 && grade.score == 0);
    EXPECT(sudoku_grade(HARD, 0, &grade) == SUDOKU_OK);
    EXPECT(grade.level == 4 && grade.band == 6 && grade.hardest == SUDOKU_TECHNIQUE_SEARCH);
    EXPECT(sudoku_grade(HARD, 1u << SUDOKU_TECHNIQUE_NAKED_SINGLE, &grade) == SUDOKU_OK);
    EXPECT(grade.flags == SUDOKU_GRADE_STUCK);
}

/* Structs of a later version, with more at their ends. */
static void later_versions(void)
{
    struct {
        struct sudoku_grade grade;
        char more[16];
    } grade;
    struct {
        struct sudoku_position position;
        char more[16];
    } position;
    struct sudoku_step step;

    memset(&grade, 0x55, sizeof grade);
    grade.grade.struct_size = sizeof grade - 8;
    EXPECT(sudoku_grade(EASY, 0, &grade.grade) == SUDOKU_OK);
    EXPECT(grade.more[0] == 0 && grade.more[7] == 0 && grade.more[8] == 0x55);

    memset(&position, 0, sizeof position);
    memcpy(position.position.givens, EASY, 81);
    position.position.struct_size = sizeof position;
    step.struct_size = sizeof step;
    EXPECT(sudoku_hint(&position.position, 0, &step) == SUDOKU_OK);
    position.more[3] = 1;
    EXPECT(sudoku_hint(&position.position, 0, &step) == SUDOKU_ERR_ARGUMENT);
}

static void hints(void)
{
    struct sudoku_position position;
    struct sudoku_step step;
    const uint64_t singles = 1u << SUDOKU_TECHNIQUE_NAKED_SINGLE;
    int cell;

    memset(&position, 0, sizeof position);
    position.struct_size = sizeof position;
    step.struct_size = sizeof step;
    memcpy(position.givens, EASY, 81);
    EXPECT(sudoku_hint(&position, 0, &step) == SUDOKU_OK);
    EXPECT(step.placement_count == 1);
    cell = step.placement_cells[0];
    EXPECT(EASY_SOLUTION[cell] == '0' + step.placement_digits[0]);

    /* A value is wrong, then right; the step is not offered again. */
    memcpy(position.values, EASY, 81);
    position.values[cell] = EASY_SOLUTION[cell] == '1' ? '2' : '1';
    EXPECT(sudoku_hint(&position, 0, &step) == SUDOKU_ERR_WRONG_VALUE);
    position.values[cell] = EASY_SOLUTION[cell];
    EXPECT(sudoku_hint(&position, 0, &step) == SUDOKU_OK);
    EXPECT(step.placement_cells[0] != cell);

    position.candidates[2] = 1 << 8;
    EXPECT(sudoku_hint(&position, 0, &step) == SUDOKU_ERR_WRONG_CANDIDATE);
    position.candidates[2] = 1 << 3;
    EXPECT(sudoku_hint(&position, singles, &step) == SUDOKU_OK);
    position.candidates[2] = 1 << 9;
    EXPECT(sudoku_hint(&position, 0, &step) == SUDOKU_ERR_ARGUMENT);
    position.candidates[2] = 0;
    position.reserved[1] = 1;
    EXPECT(sudoku_hint(&position, 0, &step) == SUDOKU_ERR_ARGUMENT);
    position.reserved[1] = 0;
    position.values[5] = 'x';
    EXPECT(sudoku_hint(&position, 0, &step) == SUDOKU_ERR_CHAR);
    memcpy(position.values, EASY_SOLUTION, 81);
    EXPECT(sudoku_hint(&position, 0, &step) == SUDOKU_SOLVED);

    memset(position.values, 0, 81);
    memcpy(position.givens, HARD, 81);
    EXPECT(sudoku_hint(&position, singles, &step) == SUDOKU_STUCK);
    memcpy(position.givens, SEVERAL, 81);
    EXPECT(sudoku_hint(&position, 0, &step) == SUDOKU_ERR_AMBIGUOUS);
}

static void explaining(void)
{
    static struct sudoku_step steps[512];
    char board[] = EASY;
    size_t count = 0, again = 0, i;

    EXPECT(sudoku_explain(EASY, 0, (struct sudoku_step *)(void *)nothing, 0, &count) ==
           SUDOKU_ERR_BUFFER);
    EXPECT(count > 0 && count <= 512);
    memset(steps, 0x55, sizeof steps);
    steps[0].struct_size = sizeof steps[0];
    EXPECT(sudoku_explain(EASY, 0, steps, count - 1, &again) == SUDOKU_ERR_BUFFER);
    EXPECT(again == count && steps[0].technique == 0x55555555);
    EXPECT(sudoku_explain(EASY, 0, steps, 512, &again) == SUDOKU_OK && again == count);
    EXPECT(steps[count].technique == 0x55555555);
    for (i = 0; i < count; i++) {
        int place;
        EXPECT(steps[i].struct_size == sizeof steps[0]);
        for (place = 0; place < steps[i].placement_count; place++)
            board[steps[i].placement_cells[place]] =
                (char)('0' + steps[i].placement_digits[place]);
    }
    EXPECT(strcmp(board, EASY_SOLUTION) == 0);
    EXPECT(sudoku_explain(EASY_SOLUTION, 0, steps, 512, &count) == SUDOKU_OK && count == 0);
}

#define BOARDS 120

static int stop_at_once(size_t done, size_t total, void *user)
{
    EXPECT(done <= total);
    ++*(int *)user;
    return 1;
}

/* Does what a loop of sudoku_grade would. */
static void batches(uint32_t threads)
{
    static const char *const kinds[] = {EASY, HARD, SEVERAL, NO_SOLUTION, "malformed", CLASH};
    static char lines[82 * BOARDS];
    static struct sudoku_grade grades[BOARDS];
    static int8_t statuses[BOARDS];
    struct sudoku_batch_options options = SUDOKU_BATCH_OPTIONS_INIT;
    int i, calls = 0;

    options.threads = threads;
    memset(lines, '!', sizeof lines);
    memset(grades, 0x55, sizeof grades);
    grades[0].struct_size = sizeof grades[0];
    for (i = 0; i < BOARDS; i++)
        memcpy(lines + (ptrdiff_t)82 * i, kinds[i % 6], strlen(kinds[i % 6]));
    EXPECT(sudoku_grade_batch(lines, 82, BOARDS, 0, &options, grades, statuses) == SUDOKU_OK);
    for (i = 0; i < BOARDS; i++) {
        struct sudoku_grade grade;
        grade.struct_size = sizeof grade;
        EXPECT(sudoku_grade(lines + (ptrdiff_t)82 * i, 0, &grade) == statuses[i]);
        if (statuses[i] == SUDOKU_OK)
            EXPECT(memcmp(&grade, &grades[i], sizeof grade) == 0);
        else
            EXPECT(grades[i].level == 0x55555555);
    }
    EXPECT(lines[81] == '!');

    /* The statuses are optional; the errors change nothing. */
    EXPECT(sudoku_grade_batch(lines, 82, 2, 0, NULL, grades, NULL) == SUDOKU_OK);
    statuses[0] = 77;
    EXPECT(sudoku_grade_batch(nothing, 82, 1, 0, NULL, grades, statuses) == SUDOKU_ERR_NULL);
    EXPECT(sudoku_grade_batch(lines, 80, 1, 0, NULL, grades, statuses) == SUDOKU_ERR_ARGUMENT);
    EXPECT(sudoku_grade_batch(lines, 82, 1, 1, NULL, grades, statuses) == SUDOKU_ERR_ARGUMENT);
    EXPECT(sudoku_grade_batch(lines, 82, 1, 0, NULL, (struct sudoku_grade *)(void *)nothing,
                              statuses) == SUDOKU_ERR_NULL);
    grades[0].struct_size--;
    EXPECT(sudoku_grade_batch(lines, 82, 1, 0, NULL, grades, statuses) == SUDOKU_ERR_ARGUMENT);
    EXPECT(statuses[0] == 77);

    /* The callback is called for no board too, and stops. */
    options.progress = stop_at_once;
    options.user = &calls;
    EXPECT(sudoku_grade_batch(nothing, 82, 0, 0, &options, NULL, NULL) == SUDOKU_STOPPED);
    EXPECT(calls == 1);
}

static int stop_the_third(void *user)
{
    return ++*(int *)user == 3;
}

static void generating(void)
{
    struct sudoku_generate_options options = SUDOKU_GENERATE_OPTIONS_INIT;
    struct sudoku_grade grade;
    char puzzle[81], nearest[81] = {0};
    int calls = 0;

    grade.struct_size = sizeof grade;
    options.level = 3;
    options.min_score = 300;
    EXPECT(sudoku_generate(1, &options, puzzle, NULL) == SUDOKU_OK);
    EXPECT(sudoku_grade(puzzle, 0, &grade) == SUDOKU_OK);
    EXPECT(grade.level == 3 && grade.score >= 300);

    /* Too few attempts: what came nearest. */
    options.level = 1;
    options.attempts = 2;
    EXPECT(sudoku_generate(1, &options, puzzle, NULL) == SUDOKU_ERR_GAVE_UP);
    options.nearest = nearest;
    puzzle[0] = 'p';
    EXPECT(sudoku_generate(1, &options, puzzle, NULL) == SUDOKU_ERR_GAVE_UP && puzzle[0] == 'p');
    EXPECT(sudoku_grade(nearest, 0, &grade) == SUDOKU_OK && grade.level > 1);
    options.attempts = 0;
    options.cancel = stop_the_third;
    options.user = &calls;
    nearest[0] = 'n';
    EXPECT(sudoku_generate(1, &options, puzzle, NULL) == SUDOKU_STOPPED);
    EXPECT(nearest[0] != 'n' && puzzle[0] == 'p');

    options.level = 5;
    EXPECT(sudoku_generate(1, &options, puzzle, NULL) == SUDOKU_ERR_ARGUMENT);
    options.level = 257;
    EXPECT(sudoku_generate(1, &options, puzzle, NULL) == SUDOKU_ERR_ARGUMENT);
    options.level = 0;
    options.required = 1;
    EXPECT(sudoku_generate(1, &options, puzzle, NULL) == SUDOKU_ERR_ARGUMENT);
}

static void names(void)
{
    EXPECT(strcmp(sudoku_technique_name(SUDOKU_TECHNIQUE_X_WING), "X-Wing") == 0);
    EXPECT(strcmp(sudoku_technique_name(0), "unknown technique") == 0);
    EXPECT(strcmp(sudoku_technique_name(-1), "unknown technique") == 0);
    EXPECT(strcmp(sudoku_technique_name(56), "unknown technique") == 0);
}

int main(void)
{
    grading();
    later_versions();
    hints();
    explaining();
    batches(1);
    batches(3);
    generating();
    names();
    return 0;
}
