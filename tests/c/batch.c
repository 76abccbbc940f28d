/* Batches as a C program makes them: lines of a file, a child made by fork, signals that
 * no started thread may take, a board that never ends. `make check-thread` runs this under
 * thread sanitizer too. */

#define _DEFAULT_SOURCE /* pthread_sigmask, DIR */

#include <sudoku.h>

#include "expect.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LINES 240

/* The techniques up to hidden quads. */
#define BASIC 0x1ffe

static const char *const kinds[] = {EASY, HARD, SEVERAL, NO_SOLUTION, CLASH, "malformed"};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* LINES lines of all kinds; a malformed one has the text of an easy one, and a space. */
static void fill(char *lines)
{
    int i;
    for (i = 0; i < LINES; i++) {
        const char *kind = kinds[i % KINDS];
        char *line = lines + (ptrdiff_t)82 * i;
        memcpy(line, strlen(kind) == 81 ? kind : EASY, 81);
        if (strlen(kind) != 81) {
            line[40] = ' ';
        }
        line[81] = '\n';
    }
}

/* Does what a loop of sudoku_solve and sudoku_count would. */
static void batches(uint32_t threads)
{
    static const int8_t statuses[KINDS] = {SUDOKU_OK,
                                           SUDOKU_OK,
                                           SUDOKU_MULTIPLE,
                                           SUDOKU_ERR_UNSOLVABLE,
                                           SUDOKU_ERR_CLASH,
                                           SUDOKU_ERR_CHAR};
    static const uint64_t counts[KINDS] = {1, 1, 125, 0, 0, 0};
    char *lines = malloc(82 * LINES);
    char *before = malloc(82 * LINES);
    int8_t *out_status = malloc(LINES);
    uint64_t *out_counts = malloc(LINES * sizeof *out_counts);
    struct sudoku_grade *out_grades = calloc(LINES, sizeof *out_grades);
    struct sudoku_batch_options options = SUDOKU_BATCH_OPTIONS_INIT;
    int i;

    EXPECT(lines != NULL && before != NULL && out_status != NULL && out_counts != NULL);
    EXPECT(out_grades != NULL);
    fill(lines);
    fill(before);
    options.threads = threads;
    EXPECT(sudoku_count_batch(lines, 82, LINES, 1000, &options, out_counts, out_status) == SUDOKU_OK);
    EXPECT(memcmp(lines, before, 82 * LINES) == 0);
    for (i = 0; i < LINES; i++) {
        EXPECT(out_counts[i] == counts[i % KINDS]);
        EXPECT(out_status[i] == (statuses[i % KINDS] == SUDOKU_ERR_CHAR ? SUDOKU_ERR_CHAR : 0));
    }
    out_grades[0].struct_size = sizeof out_grades[0];
    EXPECT(sudoku_grade_batch(lines, 82, LINES, BASIC, &options, out_grades, out_status) ==
           SUDOKU_OK);
    EXPECT(memcmp(lines, before, 82 * LINES) == 0);
    for (i = 0; i < LINES; i++) {
        int status = statuses[i % KINDS];
        EXPECT(out_status[i] == (status == SUDOKU_MULTIPLE ? SUDOKU_ERR_AMBIGUOUS : status));
        EXPECT(memcmp(&out_grades[i], &out_grades[i % KINDS], sizeof out_grades[i]) == 0);
    }
    EXPECT(sudoku_solve_batch(lines, 82, LINES, &options, out_status) == SUDOKU_OK);
    for (i = 0; i < LINES; i++) {
        char *line = before + (ptrdiff_t)82 * i;
        EXPECT(out_status[i] == statuses[i % KINDS]);
        EXPECT(sudoku_solve(line) == statuses[i % KINDS]);
    }
    EXPECT(memcmp(lines, before, 82 * LINES) == 0);
    free(lines);
    free(before);
    free(out_grades);
    free(out_status);
    free(out_counts);
}

/* Parts of one search on several threads give each solution once. */
static void one_board(void)
{
    char board[82];
    uint64_t single;
    uint64_t count;
    int8_t status;
    struct sudoku_batch_options options = SUDOKU_BATCH_OPTIONS_INIT;

    memcpy(board, EASY_SOLUTION, 82);
    memset(board + 39, '.', 42);
    EXPECT(sudoku_count(board, UINT64_MAX, &single) == SUDOKU_OK);
    options.threads = SUDOKU_ALL_CORES;
    EXPECT(sudoku_count_batch(board, 81, 1, UINT64_MAX, &options, &count, &status) == SUDOKU_OK);
    EXPECT(count == single && status == SUDOKU_OK);
    EXPECT(sudoku_count_batch(EMPTY, 81, 1, 5000, &options, &count, &status) == SUDOKU_OK);
    EXPECT(count == 5000 && status == SUDOKU_OK);
}

struct watch {
    pthread_t caller;
    sigset_t mask;
    int calls;
    int threads;
};

/* Is any signal of these that a program can block not blocked on this thread of ours? */
static int takes_signals(const char *thread)
{
    char path[300];
    char line[200];
    unsigned long long blocked = 0;
    FILE *file;

    snprintf(path, sizeof path, "/proc/self/task/%s/status", thread);
    file = fopen(path, "r");
    if (file == NULL) {
        return 0; /* it has ended */
    }
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "SigBlk:", 7) == 0) {
            blocked = strtoull(line + 7, NULL, 16);
        }
    }
    fclose(file);
    return (blocked >> (SIGTERM - 1) & 1) == 0 || (blocked >> (SIGALRM - 1) & 1) == 0
           || (blocked >> (SIGPROF - 1) & 1) == 0;
}

static int watch(size_t done, size_t total, void *user)
{
    struct watch *watch = user;
    sigset_t mask;
    DIR *threads;
    struct dirent *thread;
    int open = 0;

    EXPECT(done == 0 && total == 1);
    EXPECT(pthread_equal(pthread_self(), watch->caller));
    EXPECT(pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0);
    EXPECT(sigismember(&mask, SIGUSR1) == 1 && sigismember(&mask, SIGTERM) == 0);
    watch->threads = 0;
    threads = opendir("/proc/self/task");
    while (threads != NULL && (thread = readdir(threads)) != NULL) {
        if (thread->d_name[0] != '.') {
            watch->threads++;
            open += takes_signals(thread->d_name);
        }
    }
    if (threads != NULL) {
        closedir(threads);
        EXPECT(open == 1); /* the calling thread */
    }
    return ++watch->calls == 3;
}

/* A board that never ends is stopped; threads started meanwhile take no signals. */
static void signals_and_stop(uint32_t threads)
{
    struct watch seen;
    sigset_t mask;
    uint64_t count = 99;
    int8_t status;
    struct sudoku_batch_options options = SUDOKU_BATCH_OPTIONS_INIT;

    memset(&seen, 0, sizeof seen);
    seen.caller = pthread_self();
    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR1);
    EXPECT(pthread_sigmask(SIG_BLOCK, &mask, NULL) == 0);
    options.threads = threads;
    options.progress = watch;
    options.user = &seen;
    EXPECT(sudoku_count_batch(EMPTY, 81, 1, (uint64_t)1 << 63, &options, &count, &status)
           == SUDOKU_STOPPED);
    EXPECT(count == 0 && status == SUDOKU_STOPPED && seen.calls == 3);
    printf("%d threads for %u wanted\n", seen.threads, (unsigned)threads);
    EXPECT(pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0);
    EXPECT(sigismember(&mask, SIGUSR1) == 1 && sigismember(&mask, SIGTERM) == 0);
    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR1);
    EXPECT(pthread_sigmask(SIG_UNBLOCK, &mask, NULL) == 0);
}

static void *batches_on_two_threads(void *unused)
{
    batches(2);
    return unused;
}

/* Forks, and the child makes batches of its own. */
static void fork_then_batch(void)
{
    int status;
    pid_t child;

    fflush(stdout); /* the child is not to print it again */
    child = fork();
    EXPECT(child >= 0);
    if (child == 0) {
        batches(1);
        batches(2);
        one_board();
        exit(EXIT_SUCCESS);
    }
    EXPECT(waitpid(child, &status, 0) == child);
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS);
}

/* Forks in the middle of a batch that has threads. */
static int fork_once(size_t done, size_t total, void *user)
{
    (void)done;
    (void)total;
    (void)user;
    fork_then_batch();
    return 1;
}

int main(void)
{
    pthread_t threads[3];
    struct sudoku_batch_options options = SUDOKU_BATCH_OPTIONS_INIT;
    uint64_t count;
    size_t i;

    fork_then_batch();
    batches(0);
    batches(2);
    batches(SUDOKU_ALL_CORES);
    one_board();
    signals_and_stop(1);
    signals_and_stop(2);
    for (i = 0; i < 3; i++) {
        EXPECT(pthread_create(&threads[i], NULL, batches_on_two_threads, NULL) == 0);
    }
    for (i = 0; i < 3; i++) {
        EXPECT(pthread_join(threads[i], NULL) == 0);
    }
    fork_then_batch();
    /* Not where memory is checked: what the threads had that a fork leaves behind is lost. */
    if (getenv("SUDOKU_TEST_RUNNER") == NULL) {
        options.threads = 2;
        options.progress = fork_once;
        EXPECT(sudoku_count_batch(EMPTY, 81, 1, UINT64_MAX, &options, &count, NULL)
               == SUDOKU_STOPPED);
    }
    return 0;
}
