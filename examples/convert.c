/* Reads Sudoku boards from any text and writes them in one style.
 *
 *     convert [--style line|rows|grid|sdk|csv] [FILE...]
 *
 * Without a FILE, or for "-", the standard input is read. What looks like a board and is
 * none is reported with its line, and the rest is read on. Exits with 0 if all was well, 1
 * if something could not be read, 2 if the call is wrong or the output fails.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sudoku.h>

enum { EXIT_OK = 0, EXIT_UNREAD = 1, EXIT_WRONG = 2 };

static const char *const style_names[] = {"line", "rows", "grid", "sdk", "csv"};
static const int styles[] = {SUDOKU_STYLE_LINE, SUDOKU_STYLE_ROWS, SUDOKU_STYLE_GRID,
                             SUDOKU_STYLE_SDK, SUDOKU_STYLE_CSV};

/* The style of a name, or -1. */
static int style_of(const char *name)
{
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
        if (strcmp(name, style_names[i]) == 0)
            return styles[i];
    return -1;
}

/* All bytes of a file, to be freed by the caller; NULL if there is no reading them. */
static char *read_all(FILE *file, size_t *out_length)
{
    size_t length = 0, size = 1 << 16;
    char *text = malloc(size);
    while (text != NULL) {
        length += fread(text + length, 1, size - length, file);
        if (length < size)
            break;
        char *larger = size <= SIZE_MAX / 2 ? realloc(text, 2 * size) : NULL;
        if (larger == NULL)
            free(text);
        text = larger;
        size *= 2;
    }
    if (text != NULL && ferror(file)) {
        free(text);
        text = NULL;
    }
    *out_length = length;
    return text;
}

/* How many lines end in `text`, by LF, CR or both. */
static size_t count_lines(const char *text, size_t length)
{
    size_t lines = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\n' || (text[i] == '\r' && (i + 1 == length || text[i + 1] != '\n')))
            lines++;
    return lines;
}

/* Writes the boards of a text, a multi-line style with an empty line after each. */
static int convert(const char *name, const char *text, size_t length, int style)
{
    int result = EXIT_OK;
    size_t at = 0, line = 1;
    for (;;) {
        char board[81], formatted[512];
        size_t used = 0, formatted_length;
        int status = sudoku_parse(text + at, length - at, board, &used);
        if (status == SUDOKU_END)
            return result;
        line += count_lines(text + at, used);
        at += used;
        if (status == SUDOKU_OK) {
            status = sudoku_format(board, style, formatted, sizeof formatted, &formatted_length);
            if (status == SUDOKU_OK) {
                puts(formatted);
                if (style != SUDOKU_STYLE_LINE)
                    putchar('\n');
                continue;
            }
        }
        fprintf(stderr, "convert: %s:%zu: %s\n", name, line, sudoku_status_string(status));
        if (status != SUDOKU_ERR_TEXT)
            return EXIT_WRONG;
        result = EXIT_UNREAD;
        while (at < length && text[at] != '\n' && text[at] != '\r')
            at++;
    }
}

static int convert_file(const char *name, int style)
{
    int is_stdin = strcmp(name, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(name, "rb");
    size_t length = 0;
    char *text = file != NULL ? read_all(file, &length) : NULL;
    int result = EXIT_UNREAD;
    if (text == NULL)
        fprintf(stderr, "convert: %s: %s\n", name, strerror(errno));
    else
        result = convert(is_stdin ? "standard input" : name, text, length, style);
    free(text);
    if (file != NULL && !is_stdin)
        fclose(file);
    return result;
}

int main(int argc, char **argv)
{
    int style = SUDOKU_STYLE_LINE, first = 1, result = EXIT_OK;
    if (argc > 1 && strcmp(argv[1], "--style") == 0) {
        style = argc > 2 ? style_of(argv[2]) : -1;
        first = 3;
    }
    if (style < 0 || (first < argc && argv[first][0] == '-' && argv[first][1] != '\0')) {
        fprintf(stderr, "usage: convert [--style line|rows|grid|sdk|csv] [FILE...]\n");
        return EXIT_WRONG;
    }
    if (first >= argc)
        result = convert_file("-", style);
    for (int i = first; i < argc; i++) {
        int file_result = convert_file(argv[i], style);
        if (file_result > result)
            result = file_result;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "convert: standard output: %s\n", strerror(errno));
        return EXIT_WRONG;
    }
    return result;
}
