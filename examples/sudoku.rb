# Sudoku from Ruby, with fiddle.
#
# ruby sudoku.rb runs the checks at the end.

require "fiddle/import"

module Sudoku
  module Lib
    extend Fiddle::Importer
    dlload "libsudoku.so.0"
    extern "const char *sudoku_status_string(int status)"
    extern "int sudoku_solve(char *board)"
    extern "int sudoku_count(const char *board, uint64_t limit, uint64_t *out_count)"
    extern "int sudoku_enumerate(const char *board, void *visit, void *user)"
    extern "int sudoku_solve_batch(char *boards, size_t stride, size_t count, const void *options, char *out_status)"
    BatchOptions = struct ["size_t struct_size", "uint32_t threads", "uint32_t reserved", "void *progress", "void *user"]
  end
  private_constant :Lib

  ALL_CORES = 0xffff_ffff

  class Error < ArgumentError
    attr_reader :status

    def initialize(status)
      super(Lib.sudoku_status_string(status).to_s)
      @status = status
    end
  end

  class << self
    # The smallest solution, and whether it is the only one.
    def solve(board)
      cells = memory(bytes(board))
      status = checked(Lib.sudoku_solve(cells))
      [cells[0, 81], status.zero?]
    end

    # The number of solutions, counted up to `limit`.
    def count(board, limit)
      raise RangeError, "limit is out of range" unless (1...2**64).cover?(limit)

      count = memory("\0" * 8)
      checked(Lib.sudoku_count(bytes(board), limit, count))
      count[0, 8].unpack1("Q")
    end

    # Yields each solution in order, until the block returns something true.
    def each_solution(board)
      raise LocalJumpError, "no block given" unless block_given?

      raised = LocalJumpError.new("the block must return: break would jump out of C")
      visit = Fiddle::Closure::BlockCaller.new(Fiddle::TYPE_INT, [Fiddle::TYPE_VOIDP] * 2) do |solution, _user|
        stop = 1
        stop = 0 unless (result = yield(solution.to_s))
        raised = nil if result
      rescue Exception => error # must not pass through C: stop, and raise it below
        raised = error
      ensure # break, return and throw come here, too, and end here
        next stop
      end
      status = Lib.sudoku_enumerate(bytes(board), visit, nil)
      raise raised if status == 2 && raised

      checked(status)
    end

    # Solves boards, on all cores; gives [board, status] for each. A board without a
    # solution comes back as it was.
    def solve_batch(boards, threads: ALL_CORES)
      cells = memory(boards.map { |board| bytes(board) }.join)
      statuses = memory("\0" * boards.size)
      options = Lib::BatchOptions.malloc(Fiddle::RUBY_FREE)
      options.struct_size = Lib::BatchOptions.size
      options.threads = threads
      options.reserved = 0
      options.progress = options.user = nil
      checked(Lib.sudoku_solve_batch(cells, 81, boards.size, options, statuses))
      boards.each_index.map { |i| cells[81 * i, 81] }.zip(statuses[0, boards.size].unpack("c*"))
    end

    private

    def checked(status)
      raise Error, status if status.negative?

      status
    end

    # The bytes of a board. C reads 81 of them whatever the length, so it is looked at here.
    def bytes(board)
      raise TypeError, "a board is a String" unless board.is_a?(String)
      raise ArgumentError, "a board has 81 characters, not #{board.bytesize}" unless board.bytesize == 81

      board.b
    end

    # C may write here. It must not write to a String: that may be frozen, or share its bytes.
    def memory(bytes)
      memory = Fiddle::Pointer.malloc([bytes.bytesize, 1].max, Fiddle::RUBY_FREE)
      memory[0, bytes.bytesize] = bytes
      memory
    end
  end
end

# What follows checks all this.

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".freeze
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".freeze
CLASH = "5#{PUZZLE[0, 80]}".freeze
EMPTY = ("." * 81).freeze

def check(what, ok)
  raise "wrong: #{what}" unless ok
end

def refused(error)
  yield
rescue error
  nil
else
  raise "wrong input was taken"
end

check "solve", Sudoku.solve(PUZZLE) == [SOLUTION, true]
smallest, unique = Sudoku.solve(EMPTY)
check "solve, several solutions", !unique
check "count", [Sudoku.count(PUZZLE, 2), Sudoku.count(EMPTY, 1000), Sudoku.count(CLASH, 2)] == [1, 1000, 0]

solutions = []
Sudoku.each_solution(EMPTY) { |solution| solutions.push(solution).size == 3 }
check "each_solution", solutions.size == 3 && solutions == solutions.sort && solutions[0] == smallest
solutions = []
Sudoku.each_solution(PUZZLE) { |solution| solutions.push(solution) && false }
check "each_solution, all", solutions == [SOLUTION]

check "solve_batch", Sudoku.solve_batch([PUZZLE, CLASH, EMPTY] * 1000) ==
                     [[SOLUTION, 0], [CLASH, -3], [smallest, 1]] * 1000
check "solve_batch, no boards", Sudoku.solve_batch([]) == []

[
  ->(board) { Sudoku.solve(board) },
  ->(board) { Sudoku.count(board, 2) },
  ->(board) { Sudoku.each_solution(board) { true } },
  ->(board) { Sudoku.solve_batch([PUZZLE, board]).each { |_, status| raise Sudoku::Error, status if status.negative? } }
].each do |call|
  ["", PUZZLE[1..], "#{PUZZLE}.", "é" * 81, "５" * 27, "x" * 81, "\0" * 81, "\xff" * 81].each do |wrong|
    refused(ArgumentError) { call.(wrong) }
  end
  [nil, 81, [PUZZLE], :board].each { |wrong| refused(TypeError) { call.(wrong) } }
end
refused(Sudoku::Error) { Sudoku.solve(CLASH) }
[0, -1, 2**64].each { |wrong| refused(RangeError) { Sudoku.count(PUZZLE, wrong) } }
refused(IOError) { Sudoku.each_solution(PUZZLE) { raise IOError, "from the block" } }
refused(LocalJumpError) { Sudoku.each_solution(PUZZLE) { break } }
refused(LocalJumpError) { catch(:out) { Sudoku.each_solution(PUZZLE) { throw :out } } }
refused(LocalJumpError) { Sudoku.each_solution(PUZZLE) }
refused(NoMethodError) { Sudoku.solve_batch(nil) }
refused(TypeError) { Sudoku.solve_batch([PUZZLE, nil]) }
puts SOLUTION
