-- Sudoku from LuaJIT, with ffi.
--
-- luajit sudoku.lua runs the checks at the end.

local ffi = require("ffi")

ffi.cdef [[
const char *sudoku_status_string(int status);
typedef int (*sudoku_visit)(const char *solution, void *user);
int sudoku_solve_to(const char *board, char *out_solution);
int sudoku_count(const char *board, uint64_t limit, uint64_t *out_count);
int sudoku_enumerate(const char *board, sudoku_visit visit, void *user);
struct sudoku_batch_options {
  size_t struct_size;
  uint32_t threads;
  uint32_t reserved;
  int (*progress)(size_t done, size_t total, void *user);
  void *user;
};
int sudoku_solve_batch(char *boards, size_t stride, size_t count,
                       const struct sudoku_batch_options *options, int8_t *out_status);
]]

local lib = ffi.load("libsudoku.so.0")
local sudoku = { ALL_CORES = 0xffffffff }

local function checked(status)
  if status < 0 then
    error(ffi.string(lib.sudoku_status_string(status)), 3)
  end
  return status
end

-- C reads 81 bytes whatever the length, so it is looked at here.
local function check_board(board)
  if type(board) ~= "string" or #board ~= 81 then
    error("a board is a string of 81 characters", 3)
  end
end

-- The smallest solution, and whether it is the only one.
function sudoku.solve(board)
  check_board(board)
  local solution = ffi.new("char[81]")
  local status = checked(lib.sudoku_solve_to(board, solution))
  return ffi.string(solution, 81), status == 0
end

-- The number of solutions, counted up to `limit` (below 2^53).
function sudoku.count(board, limit)
  check_board(board)
  if type(limit) ~= "number" or not (limit >= 1 and limit < 2 ^ 53) then
    error("limit is out of range", 2)
  end
  local count = ffi.new("uint64_t[1]")
  checked(lib.sudoku_count(board, limit, count))
  return tonumber(count[0])
end

-- Calls `visit` with each solution in order, until it returns something true.
function sudoku.enumerate(board, visit)
  check_board(board)
  local ok, result = true, nil
  local callback = ffi.cast("sudoku_visit", function(solution)
    -- An error must not pass through C: stop, and raise it below.
    ok, result = pcall(visit, ffi.string(solution, 81))
    return (not ok or result) and 1 or 0
  end)
  local status = lib.sudoku_enumerate(board, callback, nil)
  callback:free()
  if not ok then
    error(result, 0)
  end
  checked(status)
end
jit.off(sudoku.enumerate) -- compiled code cannot be called back from C

-- An array of boards for solve_batch: sudoku.boards(n), or of strings: sudoku.boards{...}.
local Boards = ffi.typeof("char[?][81]")

function sudoku.boards(strings)
  if type(strings) == "number" then
    return Boards(strings)
  end
  local boards = Boards(#strings)
  for i, board in ipairs(strings) do
    check_board(board)
    ffi.copy(boards[i - 1], board, 81)
  end
  return boards
end

-- Solves such an array in place, on all cores; returns an int8_t array of statuses.
function sudoku.solve_batch(boards, threads)
  if not ffi.istype(Boards, boards) then -- a mere pointer would not tell its length
    error("boards must come from sudoku.boards", 2)
  end
  local count = ffi.sizeof(boards) / 81
  local statuses = ffi.new("int8_t[?]", count)
  local options = ffi.new("struct sudoku_batch_options")
  options.struct_size = ffi.sizeof(options)
  options.threads = threads or sudoku.ALL_CORES
  checked(lib.sudoku_solve_batch(ffi.cast("char *", boards), 81, count, options, statuses))
  return statuses
end

-- What follows checks all this.

local PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
local SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
local CLASH = "5" .. PUZZLE:sub(1, 80)
local EMPTY = ("."):rep(81)

local solution, unique = sudoku.solve(PUZZLE)
assert(solution == SOLUTION and unique)
local smallest
smallest, unique = sudoku.solve(EMPTY)
assert(not unique)
assert(sudoku.count(PUZZLE, 2) == 1)
assert(sudoku.count(EMPTY, 1000) == 1000)
assert(sudoku.count(CLASH, 2) == 0)

local solutions = {}
sudoku.enumerate(EMPTY, function(text)
  table.insert(solutions, text)
  return #solutions == 3
end)
assert(#solutions == 3 and solutions[1] == smallest)
assert(solutions[1] < solutions[2] and solutions[2] < solutions[3])
for _ = 1, 1000 do -- enough for the compiler to look at it
  sudoku.enumerate(PUZZLE, function(text) assert(text == SOLUTION) end)
end

local puzzles, solved = {}, {}
for i = 1, 3000, 3 do
  puzzles[i], puzzles[i + 1], puzzles[i + 2] = PUZZLE, CLASH, EMPTY
  solved[i], solved[i + 1], solved[i + 2] = SOLUTION, CLASH, smallest
end
local boards = sudoku.boards(puzzles)
local statuses = sudoku.solve_batch(boards)
for i = 0, 2999, 3 do
  assert(statuses[i] == 0 and statuses[i + 1] == -3 and statuses[i + 2] == 1)
end
assert(ffi.string(boards, ffi.sizeof(boards)) == table.concat(solved))
sudoku.solve_batch(sudoku.boards(0))

local function refused(call, ...)
  assert(not pcall(call, ...), "wrong input was taken")
end

local function count(board) return sudoku.count(board, 2) end
local function enumerate(board) return sudoku.enumerate(board, print) end
for _, call in ipairs { sudoku.solve, count, enumerate } do
  for _, wrong in ipairs { "", PUZZLE:sub(2), PUZZLE .. ".", ("é"):rep(81), ("５"):rep(27),
                           ("x"):rep(81), ("\0"):rep(81), 81, {}, print, boards } do
    refused(call, wrong)
  end
  refused(call, nil)
end
refused(sudoku.solve, CLASH)
for _, wrong in ipairs { 0, -1, 0 / 0, 2 ^ 64, "2", {} } do
  refused(sudoku.count, PUZZLE, wrong)
end
refused(sudoku.count, PUZZLE, nil)
refused(sudoku.enumerate, PUZZLE, nil)
local ok, message = pcall(sudoku.enumerate, PUZZLE, function() error("from the callback", 0) end)
assert(not ok and message == "from the callback")
for _, wrong in ipairs { PUZZLE, 81, {}, ffi.new("char[80]"), ffi.new("char[3][80]"), ffi.cast("char *", boards) } do
  refused(sudoku.solve_batch, wrong)
end
refused(sudoku.solve_batch, nil)
refused(sudoku.boards, { PUZZLE, "short" })
print(SOLUTION)
