// Sudoku from Go, with cgo.
//
// go run sudoku.go runs the checks at the end. In a package of your own, and with the
// library installed, replace the LDFLAGS line with "#cgo pkg-config: sudoku".
package main

/*
#cgo LDFLAGS: -lsudoku
#include <sudoku.h>
int goVisit(char *, void *);
*/
import "C"

import (
	"errors"
	"fmt"
	"reflect"
	"runtime/cgo"
	"sort"
	"strings"
	"unsafe"
)

// A Board is 81 ASCII digits, row by row; '.' or '0' is a blank.
type Board [81]byte

// An Error is a negative status of the library.
type Error int

func (e Error) Error() string { return C.GoString(C.sudoku_status_string(C.int(e))) }

const (
	errChar       Error = C.SUDOKU_ERR_CHAR
	errClash      Error = C.SUDOKU_ERR_CLASH
	errArgument   Error = C.SUDOKU_ERR_ARGUMENT
	errUnsolvable Error = C.SUDOKU_ERR_UNSOLVABLE
)

var errLength = errors.New("a board has 81 characters")

func checked(status C.int) error {
	if status < 0 {
		return Error(status)
	}
	return nil
}

func (b *Board) pointer() *C.char { return (*C.char)(unsafe.Pointer(b)) }

func (b Board) String() string { return string(b[:]) }

// Parse makes a Board of a string. Its characters are looked at by the other functions.
func Parse(text string) (b Board, err error) {
	if len(text) != len(b) {
		return b, errLength
	}
	copy(b[:], text)
	return b, nil
}

// Solve returns the smallest solution, and whether it is the only one.
func (b Board) Solve() (solution Board, unique bool, err error) {
	status := C.sudoku_solve(b.pointer())
	return b, status == C.SUDOKU_OK, checked(status)
}

// Count counts the solutions up to limit.
func (b Board) Count(limit uint64) (uint64, error) {
	var count C.uint64_t
	status := C.sudoku_count(b.pointer(), C.uint64_t(limit), &count)
	return uint64(count), checked(status)
}

type visitor struct {
	visit  func(Board) bool
	raised any
}

//export goVisit
func goVisit(solution *C.char, user unsafe.Pointer) (stop C.int) {
	v := (*cgo.Handle)(user).Value().(*visitor)
	defer func() { // a panic must not pass through C: stop, and raise it in Enumerate
		if v.raised = recover(); v.raised != nil {
			stop = 1
		}
	}()
	if v.visit(*(*Board)(unsafe.Pointer(solution))) {
		return 0
	}
	return 1
}

// Enumerate calls visit with each solution in order, until it returns false.
func (b Board) Enumerate(visit func(Board) bool) error {
	v := &visitor{visit: visit}
	handle := cgo.NewHandle(v)
	defer handle.Delete()
	status := C.sudoku_enumerate(b.pointer(), C.sudoku_visit(C.goVisit), unsafe.Pointer(&handle))
	if v.raised != nil {
		panic(v.raised)
	}
	return checked(status)
}

// SolveBatch solves boards in place on all cores and returns the status of each.
func SolveBatch(boards []Board) ([]int8, error) {
	if len(boards) == 0 {
		return nil, nil
	}
	var options C.struct_sudoku_batch_options
	options.struct_size = C.sizeof_struct_sudoku_batch_options
	options.threads = C.SUDOKU_ALL_CORES
	statuses := make([]int8, len(boards))
	status := C.sudoku_solve_batch(boards[0].pointer(), C.size_t(unsafe.Sizeof(boards[0])),
		C.size_t(len(boards)), &options, (*C.int8_t)(unsafe.Pointer(&statuses[0])))
	return statuses, checked(status)
}

// What follows checks all this.

const (
	puzzle   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

var (
	clash = "5" + puzzle[:80]
	empty = strings.Repeat(".", 81)
)

func must(ok bool, what string) {
	if !ok {
		panic("wrong: " + what)
	}
}

func board(text string) Board {
	b, err := Parse(text)
	must(err == nil, "Parse")
	return b
}

func checkAnswers() {
	solved, unique, err := board(puzzle).Solve()
	must(err == nil && unique && solved.String() == solution, "Solve")
	smallest, unique, err := board(empty).Solve()
	must(err == nil && !unique, "Solve, several solutions")
	for text, want := range map[string]uint64{puzzle: 1, empty: 1000, clash: 0} {
		count, err := board(text).Count(1000)
		must(err == nil && count == want, "Count")
	}

	var found []string
	err = board(empty).Enumerate(func(b Board) bool {
		found = append(found, b.String())
		return len(found) < 3
	})
	must(err == nil && len(found) == 3 && sort.StringsAreSorted(found) && found[0] == smallest.String(), "Enumerate")

	boards := []Board{board(puzzle), board(clash), board(empty)}
	statuses, err := SolveBatch(boards)
	must(err == nil && reflect.DeepEqual(statuses, []int8{C.SUDOKU_OK, int8(errClash), C.SUDOKU_MULTIPLE}), "SolveBatch")
	must(reflect.DeepEqual(boards, []Board{solved, board(clash), smallest}), "SolveBatch, boards")
	statuses, err = SolveBatch(nil)
	must(err == nil && len(statuses) == 0, "SolveBatch, none")
}

func checkWrongInput() {
	for _, text := range []string{"", puzzle[1:], puzzle + ".", strings.Repeat("é", 81)} {
		_, err := Parse(text)
		must(errors.Is(err, errLength), "length")
	}
	for _, text := range []string{strings.Repeat("x", 81), strings.Repeat("５", 27), strings.Repeat("\x00", 81)} {
		_, _, err := board(text).Solve()
		must(errors.Is(err, errChar), "Solve, characters")
		_, err = board(text).Count(2)
		must(errors.Is(err, errChar), "Count, characters")
		err = board(text).Enumerate(func(Board) bool { return true })
		must(errors.Is(err, errChar), "Enumerate, characters")
	}
	_, _, err := board(clash).Solve()
	must(errors.Is(err, errClash), "Solve, clash")
	_, _, err = board("..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..").Solve()
	must(errors.Is(err, errUnsolvable), "Solve, unsolvable")
	_, err = board(puzzle).Count(0)
	must(errors.Is(err, errArgument), "Count, limit")
	must(raises(func(Board) bool { panic("from the callback") }) == "from the callback", "Enumerate, panic")
	must(raises(nil) != nil, "Enumerate, nil")
}

func raises(visit func(Board) bool) (raised any) {
	defer func() { raised = recover() }()
	_ = board(puzzle).Enumerate(visit)
	return nil
}

func main() {
	checkAnswers()
	checkWrongInput()
	fmt.Println(solution)
}
