# A thin layer over cargo and the C compiler; everything is built in cargo's target folder.
#
#   make         the library: libsudoku.so (macOS: .dylib) and libsudoku.a in target/release
#   make demo    the examples, compiled against it and run
#   make check   the tests
#   make clean   removes the target folder
#
# CARGO, CARGO_TARGET_DIR, CC, CFLAGS, CXX, CXXFLAGS and LDFLAGS are respected.

CARGO ?= cargo
CFLAGS ?= -O2
CXXFLAGS ?= -O2
CARGO_TARGET_DIR ?= target
export CARGO_TARGET_DIR
ifeq ($(origin CXX),default)
CXX = c++
endif

RELEASE = $(CARGO_TARGET_DIR)/release
DEMO = $(CARGO_TARGET_DIR)/demo
C99 = $(CC) -std=c99 -Wall -Wextra -Wpedantic -Iinclude $(CFLAGS) $(LDFLAGS)
CXX17 = $(CXX) -std=c++17 -Wall -Wextra -Wpedantic -Iinclude $(CXXFLAGS) $(LDFLAGS)

# The name by which programs ask for the shared library, and how they find it beside them.
ifeq ($(shell uname -s),Darwin)
SHARED = libsudoku.dylib
SONAME = libsudoku.0.dylib
BESIDE = @loader_path
else
SHARED = libsudoku.so
SONAME = libsudoku.so.0
BESIDE = $$ORIGIN
endif
# What the static library needs of the system.
STATIC_LIBS = -lpthread -ldl -lm

.PHONY: all demo check clean

all:
	$(CARGO) build --release --locked
	ln -sf $(SHARED) "$(RELEASE)/$(SONAME)"

# C with the shared library, C++ with the static one. Some boards of puzzles.txt are faulty
# on purpose, and then solve and convert exit with 1.
demo: all
	mkdir -p "$(DEMO)"
	$(C99) examples/solve.c -o "$(DEMO)/solve" \
		-L"$(RELEASE)" -lsudoku -Wl,-rpath,'$(BESIDE)/../release'
	"$(DEMO)/solve" -v examples/puzzles.txt || test $$? -eq 1
	$(C99) examples/convert.c -o "$(DEMO)/convert" \
		-L"$(RELEASE)" -lsudoku -Wl,-rpath,'$(BESIDE)/../release'
	"$(DEMO)/convert" --style grid examples/puzzles.txt || test $$? -eq 1
	@if command -v $(firstword $(CXX)) >/dev/null; then set -ex; \
		$(CXX17) examples/leetcode.cpp -o "$(DEMO)/leetcode" "$(RELEASE)/libsudoku.a" $(STATIC_LIBS); \
		"$(DEMO)/leetcode"; \
	else echo "There is no C++ compiler ($(CXX)): examples/leetcode.cpp is left out."; fi

check:
	$(CARGO) test --locked

clean:
	$(CARGO) clean
