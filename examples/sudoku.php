<?php
// Sudoku from PHP, with FFI.
//
// php sudoku.php runs the checks at the end.

declare(strict_types=1);

final class SudokuException extends InvalidArgumentException
{
}

final class Sudoku
{
    public const ALL_CORES = 0xffffffff;

    private FFI $lib;

    public function __construct(string $library = 'libsudoku.so.0')
    {
        $this->lib = FFI::cdef(<<<'C'
            const char *sudoku_status_string(int status);
            int sudoku_solve(char *board);
            int sudoku_count(const char *board, uint64_t limit, uint64_t *out_count);
            typedef int (*sudoku_visit)(const char *solution, void *user);
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
            C, $library);
    }

    /**
     * The smallest solution, and whether it is the only one.
     *
     * @return array{string, bool}
     */
    public function solve(string $board): array
    {
        $cells = self::cells($board);
        $status = $this->checked($this->lib->sudoku_solve($cells));
        return [FFI::string($cells, 81), $status === 0];
    }

    /** The number of solutions, counted up to $limit. */
    public function count(string $board, int $limit): int
    {
        if ($limit < 1) { // in C, a negative number would be a huge one
            throw new InvalidArgumentException('limit is out of range');
        }
        $count = FFI::new('uint64_t');
        $this->checked($this->lib->sudoku_count(self::cells($board), $limit, FFI::addr($count)));
        return $count->cdata;
    }

    /** Calls $visit with each solution in order, until it returns something true. */
    public function enumerate(string $board, callable $visit): void
    {
        $thrown = null;
        $callback = function (string $solution, $user) use ($visit, &$thrown): int {
            try {
                return $visit($solution) ? 1 : 0;
            } catch (Throwable $error) { // must not pass through C: stop, and throw it below
                $thrown = $error;
                return 1;
            }
        };
        $status = $this->lib->sudoku_enumerate(self::cells($board), $callback, null);
        if ($thrown !== null) {
            throw $thrown;
        }
        $this->checked($status);
    }

    /**
     * Solves boards, on all cores: an array of [board, status]. A board without a solution
     * comes back as it was.
     *
     * @param list<string> $boards
     * @return list<array{string, int}>
     */
    public function solveBatch(array $boards, int $threads = self::ALL_CORES): array
    {
        if ($boards === []) {
            return [];
        }
        $cells = self::cells(...$boards);
        $statuses = FFI::new('int8_t[' . count($boards) . ']');
        $options = $this->lib->new('struct sudoku_batch_options');
        $options->struct_size = FFI::sizeof($options);
        $options->threads = $threads;
        $this->checked($this->lib->sudoku_solve_batch(
            $cells, 81, count($boards), FFI::addr($options), $statuses));
        $solved = str_split(FFI::string($cells, FFI::sizeof($cells)), 81);
        return array_map(null, $solved, array_values(unpack('c*', FFI::string($statuses, count($boards)))));
    }

    private function checked(int $status): int
    {
        if ($status < 0) {
            throw new SudokuException($this->lib->sudoku_status_string($status), $status);
        }
        return $status;
    }

    /** Boards as an array in C, which reads 81 bytes whatever the length: so it is looked at here. */
    private static function cells(string ...$boards): FFI\CData
    {
        foreach ($boards as $board) {
            if (strlen($board) !== 81) {
                throw new InvalidArgumentException('a board has 81 characters, not ' . strlen($board));
            }
        }
        $cells = FFI::new('char[' . 81 * count($boards) . ']');
        FFI::memcpy($cells, implode($boards), FFI::sizeof($cells));
        return $cells;
    }
}

// What follows checks all this.

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
define('CLASH', '5' . substr(PUZZLE, 0, 80));
define('BLANK', str_repeat('.', 81));

function check(string $what, bool $ok): void
{
    if (!$ok) {
        throw new Exception("wrong: $what");
    }
}

function refused(string $error, callable $call, mixed ...$arguments): void
{
    try {
        $call(...$arguments);
    } catch (Throwable $thrown) {
        check("expected $error, got $thrown", $thrown instanceof $error);
        return;
    }
    throw new Exception('wrong input was taken: ' . var_export($arguments, true));
}

$sudoku = new Sudoku();
check('solve', $sudoku->solve(PUZZLE) === [SOLUTION, true]);
[$smallest, $unique] = $sudoku->solve(BLANK);
check('solve, several solutions', !$unique);
check('count', $sudoku->count(PUZZLE, 2) === 1 && $sudoku->count(BLANK, 1000) === 1000);
check('count, clash', $sudoku->count(CLASH, 2) === 0);

$solutions = [];
$sudoku->enumerate(BLANK, function ($solution) use (&$solutions) {
    $solutions[] = $solution;
    return count($solutions) === 3;
});
$sorted = $solutions;
sort($sorted, SORT_STRING);
check('enumerate', count($solutions) === 3 && $solutions === $sorted && $solutions[0] === $smallest);
$solutions = [];
$sudoku->enumerate(PUZZLE, function ($solution) use (&$solutions) {
    $solutions[] = $solution;
});
check('enumerate, all', $solutions === [SOLUTION]);

$boards = $expected = [];
for ($i = 0; $i < 1000; $i++) {
    array_push($boards, PUZZLE, CLASH, BLANK);
    array_push($expected, [SOLUTION, 0], [CLASH, -3], [$smallest, 1]);
}
check('solveBatch', $sudoku->solveBatch($boards) === $expected);
check('solveBatch, no boards', $sudoku->solveBatch([]) === []);

$calls = [
    $sudoku->solve(...),
    fn ($board) => $sudoku->count($board, 2),
    fn ($board) => $sudoku->enumerate($board, fn () => true),
];
foreach ($calls as $call) {
    foreach (['', substr(PUZZLE, 1), PUZZLE . '.', str_repeat('é', 81), str_repeat('５', 27)] as $wrong) {
        refused(InvalidArgumentException::class, $call, $wrong);
    }
    foreach ([str_repeat('x', 81), str_repeat("\0", 81), str_repeat("\xff", 81)] as $wrong) {
        refused(SudokuException::class, $call, $wrong);
    }
    foreach ([null, 81, [PUZZLE], new stdClass()] as $wrong) {
        refused(TypeError::class, $call, $wrong);
    }
}
refused(SudokuException::class, $sudoku->solve(...), CLASH);
foreach ([0, -1] as $wrong) {
    refused(InvalidArgumentException::class, $sudoku->count(...), PUZZLE, $wrong);
}
refused(TypeError::class, $sudoku->count(...), PUZZLE, 2 ** 64);
refused(TypeError::class, $sudoku->enumerate(...), PUZZLE, null);
refused(DomainException::class, $sudoku->enumerate(...), PUZZLE, fn () => throw new DomainException('from the callback'));
refused(TypeError::class, $sudoku->solveBatch(...), null);
refused(TypeError::class, $sudoku->solveBatch(...), PUZZLE);
refused(TypeError::class, $sudoku->solveBatch(...), [PUZZLE, null]);
refused(InvalidArgumentException::class, $sudoku->solveBatch(...), [PUZZLE, 'short']);
echo SOLUTION, "\n";
