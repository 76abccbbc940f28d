/* What the C tests share: an assertion that NDEBUG does not switch off, and boards. */

#ifndef EXPECT_H
#define EXPECT_H

#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition)                                                         \
    do {                                                                          \
        if (!(condition)) {                                                       \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            exit(EXIT_FAILURE);                                                   \
        }                                                                         \
    } while (0)

/* One solution, singles suffice. */
#define EASY "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#define EASY_SOLUTION \
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

/* One solution, much search. */
#define HARD ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6..."
#define HARD_SOLUTION \
    "839465712146782953752391486391824675564173829287659341628537194913248567475916238"

/* 125 solutions. */
#define SEVERAL "...3165..8..5..1...1.89724.9.1.85.2....9.1....4.263..1.5.....1.1..4.9..2..61.8..."

/* Row 1 needs a 9 in its only blank, whose column holds one. */
#define NO_SOLUTION \
    ".876543212........3........4........5........6........7........8........9........"

#define EMPTY "................................................................................."

#define TWO_CLUES \
    "........................................................8.................6......"

#define CLASH "55..............................................................................."

#endif
