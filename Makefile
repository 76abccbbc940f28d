# A thin layer over cargo and the C compiler; everything is built in cargo's target folder.
#
#   make         the library: libsudoku.so (macOS: .dylib) and libsudoku.a in target/release
#   make demo    the examples, compiled against it and run
#   make check   the tests, on the release build: cargo and a C compiler are enough
#   make check-valgrind   the C and C++ programs of the tests under valgrind
#   make check-address    all tests with address sanitizer and debug assertions (nightly Rust)
#   make check-thread     the batches of tests/c/batch.c with thread sanitizer (nightly Rust)
#   make check-neon       the engine tests for aarch64 under qemu-aarch64; RUSTC names a
#                         compiler with a standard library for that target
#   make check-languages   the examples in all languages whose runtimes are installed
#   make bench BENCH="FILE…"   the benchmark of benches/; BENCH=--help tells more
#   make bench-making BENCH="FILE…"   the same for making puzzles and canonical forms
#   make bench-grade BENCH="FILE…"   the same for grades
#   make install     library, headers, pkg-config and CMake files, man page; where:
#                    PREFIX (/usr/local), LIBDIR (PREFIX/lib), and DESTDIR before them; CMake
#                    finds the library in lib, lib64 and lib/<architecture> of PREFIX
#   make uninstall   removes what install put there
#   make install-tools, uninstall-tools   the same for the command-line tool of cli/
#   make deb         Debian packages in target/deb
#   make check-install   tries all that in fresh folders, with CMake, Meson and pkg-config;
#                        DEB=1: Debian packages too, which root installs and removes again
#   make check-tools     the tests of the command-line tool
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

VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
ifeq ($(shell uname -s),Darwin)
INSTALLED = libsudoku.$(VERSION).dylib
else
INSTALLED = libsudoku.so.$(VERSION)
endif
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
LIB = $(DESTDIR)$(LIBDIR)
INCLUDE = $(DESTDIR)$(PREFIX)/include
BIN = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
TOOLS = $(CARGO_TARGET_DIR)/tools
# The way from LIBDIR to PREFIX: the installed files hold no absolute path.
UP = $(or $(shell realpath -m --relative-to="$(LIBDIR)" "$(PREFIX)"),$(error realpath of GNU coreutils is missing))
FILL = sed -e 's|@UP@|$(UP)|' -e 's|@VERSION@|$(VERSION)|' \
	-e 's|@STATIC_LIBS@|$(STATIC_LIBS)|'

.PHONY: all demo check check-valgrind check-address check-thread check-neon bench bench-making bench-grade clean
.PHONY: install uninstall install-tools uninstall-tools deb check-install check-tools check-languages

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
	$(C99) examples/generate.c -o "$(DEMO)/generate" \
		-L"$(RELEASE)" -lsudoku -Wl,-rpath,'$(BESIDE)/../release'
	"$(DEMO)/generate" 1 half-turn 3
	$(C99) examples/grade.c -o "$(DEMO)/grade" \
		-L"$(RELEASE)" -lsudoku -Wl,-rpath,'$(BESIDE)/../release'
	"$(DEMO)/grade" < examples/puzzles.txt || test $$? -eq 1
	$(C99) examples/hint.c -o "$(DEMO)/hint" \
		-L"$(RELEASE)" -lsudoku -Wl,-rpath,'$(BESIDE)/../release'
	"$(DEMO)/hint"
	$(C99) examples/qqwing-shim/*.c -o "$(DEMO)/qqwing-shim" \
		-L"$(RELEASE)" -lsudoku -lpthread -Wl,-rpath,'$(BESIDE)/../release'
	"$(DEMO)/qqwing-shim"
	@if command -v $(firstword $(CXX)) >/dev/null; then set -ex; \
		$(CXX17) examples/leetcode.cpp -o "$(DEMO)/leetcode" "$(RELEASE)/libsudoku.a" $(STATIC_LIBS); \
		"$(DEMO)/leetcode"; \
	else echo "There is no C++ compiler ($(CXX)): examples/leetcode.cpp is left out."; fi

check:
	$(CARGO) test --locked --release

check-valgrind:
	SUDOKU_TEST_RUNNER="valgrind --quiet --error-exitcode=9 --leak-check=full --suppressions=tests/valgrind.supp" \
		$(CARGO) test --locked --release --test c_abi programs_compiled_with_gcc

# Without the feature that regenerates the header, for a shorter build; without clang,
# whose sanitizer is not that of Rust and is often not installed; without the measurement
# of memory, most of which would be the sanitizer's; without two long tests of code that
# has nothing unsafe; and with few puzzles of each set.
check-address:
	SUDOKU_TEST_PUZZLES=30 SUDOKU_TEST_CFLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all" \
	RUSTFLAGS=-Zsanitizer=address CARGO_TARGET_DIR="$(CARGO_TARGET_DIR)/address" \
		$(CARGO) +nightly test --locked --no-default-features --tests \
		--target "$$(rustc -vV | sed -n 's/^host: //p')" -- --skip clang \
		--skip need_less_than --skip no_instance --skip a_hundred_thousand

# A C program, whose threads and main function are its own. It is linked with the sanitizer
# of Rust, not with that of the C compiler. The standard library is not instrumented; the
# file of suppressions tells what that means.
THREAD = $(CARGO_TARGET_DIR)/thread
check-thread: HOST = $(shell rustc -vV | sed -n 's/^host: //p')
check-thread: SANITIZER = $(shell rustc +nightly --print target-libdir)/librustc-nightly_rt.tsan.a
check-thread:
	RUSTFLAGS="-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer" \
	CARGO_PROFILE_RELEASE_DEBUG=line-tables-only CARGO_TARGET_DIR="$(THREAD)" \
		$(CARGO) +nightly build --release --locked --no-default-features --lib --target $(HOST)
	$(C99) -g -fsanitize=thread -c tests/c/batch.c -o "$(THREAD)/batch.o"
	$(CC) "$(THREAD)/batch.o" "$(THREAD)/$(HOST)/release/libsudoku.a" -o "$(THREAD)/batch" \
		-Wl,--whole-archive "$(SANITIZER)" -Wl,--no-whole-archive -Wl,--export-dynamic \
		$(STATIC_LIBS) -lrt -lresolv
	TSAN_OPTIONS="suppressions=tests/thread.supp die_after_fork=0" "$(THREAD)/batch"

# A sample, since the emulator is slow; linked statically, since with the shared C library
# of the cross compiler pthread_create never returns under QEMU 7.2.
NEON = aarch64-unknown-linux-gnu
check-neon:
	CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc \
	CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER=qemu-aarch64 \
	CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUSTFLAGS=-Ctarget-feature=+crt-static \
	CARGO_TARGET_DIR="$(CARGO_TARGET_DIR)/neon" SUDOKU_TEST_PUZZLES=100 \
		$(CARGO) test --locked --release --no-default-features --test engines --target $(NEON)

# STRICT=--strict makes a missing runtime a failure.
check-languages:
	examples/run-all $(STRICT)

# In a folder of its own: it builds the library with other features.
bench: PROGRAM = libsudoku-bench
bench-making: PROGRAM = making
bench-grade: PROGRAM = grade
bench bench-making bench-grade:
	$(CARGO) run --release --locked --manifest-path benches/Cargo.toml \
		--target-dir "$(CARGO_TARGET_DIR)/bench" --bin $(PROGRAM) -- $(BENCH)

install: all
	install -d "$(LIB)/pkgconfig" "$(INCLUDE)" "$(SHARE)/cmake/sudoku" "$(SHARE)/man/man3"
	install -m 755 "$(RELEASE)/$(SHARED)" "$(LIB)/$(INSTALLED)"
	ln -sf $(INSTALLED) "$(LIB)/$(SONAME)"
	ln -sf $(SONAME) "$(LIB)/$(SHARED)"
	install -m 644 "$(RELEASE)/libsudoku.a" "$(LIB)"
	install -m 644 include/sudoku.h include/sudoku.hpp "$(INCLUDE)"
	$(FILL) packaging/sudoku.pc.in > "$(LIB)/pkgconfig/sudoku.pc"
	install -m 644 packaging/sudoku-config*.cmake "$(SHARE)/cmake/sudoku"
	install -m 644 packaging/libsudoku.3 "$(SHARE)/man/man3"

uninstall:
	cd "$(LIB)" && rm -f $(INSTALLED) $(SONAME) $(SHARED) libsudoku.a pkgconfig/sudoku.pc
	rm -rf "$(SHARE)/cmake/sudoku"
	rm -f "$(INCLUDE)/sudoku.h" "$(INCLUDE)/sudoku.hpp" "$(SHARE)/man/man3/libsudoku.3"

install-tools:
	$(CARGO) build --release --locked --manifest-path cli/Cargo.toml --target-dir "$(TOOLS)"
	"$(TOOLS)/release/sudoku" documents "$(TOOLS)/documents"
	install -d "$(BIN)" "$(SHARE)/man/man1" "$(SHARE)/bash-completion/completions" \
		"$(SHARE)/zsh/site-functions" "$(SHARE)/fish/vendor_completions.d"
	install -m 755 "$(TOOLS)/release/sudoku" "$(BIN)"
	install -m 644 "$(TOOLS)"/documents/sudoku*.1 "$(SHARE)/man/man1"
	install -m 644 "$(TOOLS)/documents/sudoku.bash" "$(SHARE)/bash-completion/completions/sudoku"
	install -m 644 "$(TOOLS)/documents/_sudoku" "$(SHARE)/zsh/site-functions"
	install -m 644 "$(TOOLS)/documents/sudoku.fish" "$(SHARE)/fish/vendor_completions.d"

uninstall-tools:
	rm -f "$(BIN)/sudoku" "$(SHARE)"/man/man1/sudoku.1 "$(SHARE)"/man/man1/sudoku-*.1 \
		"$(SHARE)/bash-completion/completions/sudoku" "$(SHARE)/zsh/site-functions/_sudoku" \
		"$(SHARE)/fish/vendor_completions.d/sudoku.fish"

deb:
	packaging/make-deb $(VERSION) "$(CARGO_TARGET_DIR)/deb"

check-install:
	DEB=$(DEB) tests/install/check

check-tools:
	$(CARGO) test --release --locked --manifest-path cli/Cargo.toml --target-dir "$(TOOLS)"

clean:
	$(CARGO) clean
