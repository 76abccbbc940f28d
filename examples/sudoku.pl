# Sudoku from Perl, with FFI::Platypus (Debian: libffi-platypus-perl).
#
# perl sudoku.pl runs the checks at the end.

use v5.20;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';

package Sudoku {
    use Carp 'croak';
    use FFI::Platypus 2.00;
    use FFI::Platypus::Buffer qw(buffer_to_scalar scalar_to_pointer);
    use FFI::Platypus::Memory qw(free malloc memcpy);

    our $ALL_CORES = 0xffff_ffff;

    my $ffi = FFI::Platypus->new(api => 2, lib => 'libsudoku.so.0');
    $ffi->type('(string,opaque)->int' => 'sudoku_visit');
    $ffi->attach(sudoku_status_string => ['int'] => 'string');
    $ffi->attach(sudoku_solve => ['uint8[81]'] => 'int');
    $ffi->attach(sudoku_count => ['string', 'uint64', 'uint64*'] => 'int');
    $ffi->attach(sudoku_enumerate => ['string', 'sudoku_visit', 'opaque'] => 'int');
    $ffi->attach(sudoku_solve_batch => ['opaque', 'size_t', 'size_t', 'string', 'sint8[]'] => 'int');

    sub _checked ($status) {
        croak sudoku_status_string($status) if $status < 0;
        return $status;
    }

    # The bytes of a board. C reads 81 of them whatever the length, so it is looked at here.
    sub _bytes ($board) {
        croak 'a board is a string' if !defined $board || ref $board;
        utf8::encode($board);
        croak 'a board has 81 characters, not ' . length $board if length $board != 81;
        return $board;
    }

    # The smallest solution, and whether it is the only one.
    sub solve ($board) {
        my @cells = unpack 'C*', _bytes($board);
        my $status = _checked(sudoku_solve(\@cells));
        return (pack('C*', @cells), $status == 0);
    }

    # The number of solutions, counted up to $limit.
    sub count ($board, $limit) {
        croak 'limit is out of range' if !defined $limit || $limit !~ /\A[1-9][0-9]*\z/a;
        my $count = 0;
        _checked(sudoku_count(_bytes($board), $limit, \$count));
        return $count;
    }

    # Calls $visit with each solution in order, until it returns something true.
    sub enumerate ($board, $visit) {
        croak 'visit must be a sub' if ref $visit ne 'CODE';
        my ($died, $error);
        my $closure = $ffi->closure(sub ($solution, $user) {
            my $stop;
            return $stop ? 1 : 0 if eval { $stop = $visit->($solution); 1 };
            ($died, $error) = (1, $@);    # must not pass through C: stop, and die below
            return 1;
        });
        my $status = sudoku_enumerate(_bytes($board), $closure, undef);
        die $error if $died;
        _checked($status);
        return;
    }

    # Solves boards, on all cores. Returns the boards, solved where they can be, and their
    # statuses, as two array references.
    sub solve_batch (@boards) {
        my $bytes = join '', map { _bytes($_) } @boards;
        return ([], []) if !@boards;
        # C must not write to a scalar: it may share its bytes with another.
        my $memory = malloc(length $bytes);
        memcpy($memory, scalar_to_pointer($bytes), length $bytes);
        my @statuses = (0) x @boards;
        # struct sudoku_batch_options: its size, threads, reserved, progress, user
        my $options = pack 'J L L J J', 8 + 4 + 4 + 8 + 8, $ALL_CORES, 0, 0, 0;
        my $status = sudoku_solve_batch($memory, 81, scalar @boards, $options, \@statuses);
        my $solved = buffer_to_scalar($memory, length $bytes);
        free($memory);
        _checked($status);
        return ([unpack '(a81)*', $solved], \@statuses);
    }
}

# What follows checks all this.

package main;
use utf8;

my $PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
my $SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
my $CLASH = '5' . substr $PUZZLE, 0, 80;
my $EMPTY = '.' x 81;

sub check ($what, $ok) { die "wrong: $what\n" if !$ok }

sub refused ($call, @arguments) {
    my $taken = eval { $call->(@arguments); 1 };
    check('wrong input was taken', !$taken);
}

my ($solution, $unique) = Sudoku::solve($PUZZLE);
check('solve', $solution eq $SOLUTION && $unique);
(my $smallest, $unique) = Sudoku::solve($EMPTY);
check('solve, several solutions', !$unique);
check('count', Sudoku::count($PUZZLE, 2) == 1 && Sudoku::count($EMPTY, 1000) == 1000);
check('count, clash', Sudoku::count($CLASH, 2) == 0);

my @solutions;
Sudoku::enumerate($EMPTY, sub ($text) { push(@solutions, $text) == 3 });
check('enumerate', @solutions == 3 && "@solutions" eq join ' ', sort @solutions);
check('enumerate, first', $solutions[0] eq $smallest);
@solutions = ();
Sudoku::enumerate($PUZZLE, sub ($text) { push @solutions, $text; 0 });
check('enumerate, all', "@solutions" eq $SOLUTION);

my ($boards, $statuses) = Sudoku::solve_batch(($PUZZLE, $CLASH, $EMPTY) x 1000);
check('solve_batch', "@$boards" eq join ' ', ($SOLUTION, $CLASH, $smallest) x 1000);
check('solve_batch, statuses', "@$statuses" eq join ' ', (0, -3, 1) x 1000);
($boards, $statuses) = Sudoku::solve_batch();
check('solve_batch, no boards', !@$boards && !@$statuses);

for my $wrong ('', substr($PUZZLE, 1), "$PUZZLE.", 'é' x 81, '５' x 81, '５' x 27, 'x' x 81, "\0" x 81,
    undef, 81, [$PUZZLE], {}) {
    refused(\&Sudoku::solve, $wrong);
    refused(\&Sudoku::count, $wrong, 2);
    refused(\&Sudoku::enumerate, $wrong, sub { 0 });
}
refused(\&Sudoku::solve_batch, $PUZZLE, $_) for '', undef, 'é' x 81;
refused(\&Sudoku::solve, $CLASH);
refused(\&Sudoku::solve);
refused(\&Sudoku::count, $PUZZLE, $_) for 0, -1, 1.5, 2**64, 'two', "2\n", undef;
refused(\&Sudoku::enumerate, $PUZZLE, $_) for undef, 'print', [];
refused(\&Sudoku::enumerate, $PUZZLE, sub ($text) { die "from the callback\n" });
check('the exception of the callback', $@ eq "from the callback\n");
say $SOLUTION;
