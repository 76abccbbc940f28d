// Sudoku from Java, with JNA (Debian: libjna-java).
//
// java -cp /usr/share/java/jna.jar Sudoku.java runs the checks at the end.

import com.sun.jna.Callback;
import com.sun.jna.IntegerType;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.ptr.LongByReference;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

public final class Sudoku {
    /** The functions of sudoku.h. */
    public interface Lib extends Library {
        Lib INSTANCE = Native.load("libsudoku.so.0", Lib.class);

        interface Visit extends Callback {
            int invoke(Pointer solution, Pointer user);
        }

        interface Progress extends Callback {
            int invoke(SizeT done, SizeT total, Pointer user);
        }

        String sudoku_status_string(int status);

        int sudoku_solve(byte[] board);

        int sudoku_count(byte[] board, long limit, LongByReference count);

        int sudoku_enumerate(byte[] board, Visit visit, Pointer user);

        int sudoku_solve_batch(
                ByteBuffer boards, SizeT stride, SizeT count, BatchOptions options, byte[] statuses);
    }

    public static final class SizeT extends IntegerType {
        public SizeT() {
            this(0);
        }

        public SizeT(long value) {
            super(Native.SIZE_T_SIZE, value, true);
        }
    }

    @Structure.FieldOrder({"struct_size", "threads", "reserved", "progress", "user"})
    public static final class BatchOptions extends Structure {
        public SizeT struct_size = new SizeT(size());
        public int threads;
        public int reserved;
        public Lib.Progress progress;
        public Pointer user;
    }

    public static final int ALL_CORES = -1;

    /** A negative status of the library. */
    public static final class SudokuException extends IllegalArgumentException {
        public final int status;

        SudokuException(int status) {
            super(Lib.INSTANCE.sudoku_status_string(status));
            this.status = status;
        }
    }

    public static final class Solution {
        public final String board;
        public final boolean unique;

        Solution(byte[] board, boolean unique) {
            this.board = new String(board, StandardCharsets.US_ASCII);
            this.unique = unique;
        }
    }

    private static int checked(int status) {
        if (status < 0) {
            throw new SudokuException(status);
        }
        return status;
    }

    /** C reads 81 bytes whatever the length, so it is looked at here. */
    private static byte[] bytes(String board) {
        byte[] bytes = board.getBytes(StandardCharsets.UTF_8);
        if (bytes.length != 81) {
            throw new IllegalArgumentException("a board has 81 characters, not " + bytes.length);
        }
        return bytes;
    }

    /** The smallest solution, and whether it is the only one. */
    public static Solution solve(String board) {
        byte[] cells = bytes(board);
        int status = checked(Lib.INSTANCE.sudoku_solve(cells));
        return new Solution(cells, status == 0);
    }

    /** The number of solutions, counted up to {@code limit}. */
    public static long count(String board, long limit) {
        if (limit < 1) { // in C, a negative number would be a huge one
            throw new IllegalArgumentException("limit is out of range");
        }
        LongByReference count = new LongByReference();
        checked(Lib.INSTANCE.sudoku_count(bytes(board), limit, count));
        return count.getValue();
    }

    /** Calls {@code visit} with each solution in order, until it returns false. */
    public static void enumerate(String board, Predicate<String> visit) {
        Throwable[] thrown = {null};
        Lib.Visit callback =
                (solution, user) -> {
                    try {
                        return visit.test(solution.getString(0)) ? 0 : 1;
                    } catch (Throwable error) { // JNA would print it and go on
                        thrown[0] = error;
                        return 1;
                    }
                };
        int status = Lib.INSTANCE.sudoku_enumerate(bytes(board), callback, null);
        if (thrown[0] != null) {
            Sudoku.<RuntimeException>rethrow(thrown[0]);
        }
        checked(status);
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void rethrow(Throwable error) throws E {
        throw (E) error;
    }

    /**
     * Solves boards of 81 bytes, from the position to the limit of a direct buffer, in place and on
     * all cores; returns their statuses.
     */
    public static byte[] solveBatch(ByteBuffer boards) {
        if (boards.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        if (!boards.isDirect()) { // JNA would copy it there, but only the array behind it back
            throw new IllegalArgumentException("boards must be a direct buffer");
        }
        if (boards.remaining() % 81 != 0) {
            throw new IllegalArgumentException("boards must be of 81 bytes each");
        }
        byte[] statuses = new byte[boards.remaining() / 81];
        BatchOptions options = new BatchOptions();
        options.threads = ALL_CORES;
        checked(
                Lib.INSTANCE.sudoku_solve_batch(
                        boards.slice(), new SizeT(81), new SizeT(statuses.length), options, statuses));
        return statuses;
    }

    // What follows checks all this.

    static final String PUZZLE =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    static final String SOLUTION =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    static final String CLASH = "5" + PUZZLE.substring(0, 80);
    static final String EMPTY = ".".repeat(81);

    static void check(boolean ok, String what) {
        if (!ok) {
            throw new AssertionError(what);
        }
    }

    static void refused(Class<? extends Throwable> error, Runnable call) {
        try {
            call.run();
        } catch (Throwable thrown) {
            check(error.isInstance(thrown), "expected " + error + ", got " + thrown);
            return;
        }
        throw new AssertionError("wrong input was taken; expected " + error);
    }

    static void checkAnswers() {
        check(solve(PUZZLE).board.equals(SOLUTION) && solve(PUZZLE).unique, "solve");
        Solution smallest = solve(EMPTY);
        check(!smallest.unique, "solve, several solutions");
        check(count(PUZZLE, 2) == 1 && count(EMPTY, 1000) == 1000 && count(CLASH, 2) == 0, "count");

        List<String> solutions = new ArrayList<>();
        enumerate(EMPTY, solution -> solutions.add(solution) && solutions.size() < 3);
        check(solutions.size() == 3, "enumerate stops");
        List<String> sorted = new ArrayList<>(solutions);
        sorted.sort(null);
        check(solutions.equals(sorted) && solutions.get(0).equals(smallest.board), "enumerate's order");

        byte[] text = (PUZZLE + CLASH + EMPTY).repeat(1000).getBytes(StandardCharsets.US_ASCII);
        ByteBuffer boards = ByteBuffer.allocateDirect(text.length).put(text);
        boards.flip();
        byte[] statuses = solveBatch(boards);
        for (int i = 0; i < 3000; i += 3) {
            check(statuses[i] == 0 && statuses[i + 1] == -3 && statuses[i + 2] == 1, "statuses");
        }
        boards.get(text);
        byte[] expected =
                (SOLUTION + CLASH + smallest.board).repeat(1000).getBytes(StandardCharsets.US_ASCII);
        check(Arrays.equals(text, expected), "solveBatch");
        boards.put(162, (byte) '.').position(162).limit(243);
        check(solveBatch(boards).length == 1 && boards.get(162) != '.', "solveBatch, a part");
        check(solveBatch(ByteBuffer.allocateDirect(0)).length == 0, "solveBatch, no boards");
    }

    static void checkWrongInput() {
        for (String wrong :
                new String[] {
                    "", PUZZLE.substring(1), PUZZLE + ".", "\u00e9".repeat(81), "\uff15".repeat(27), "x".repeat(81),
                    "\0".repeat(81), "\ud800".repeat(81)
                }) {
            refused(IllegalArgumentException.class, () -> solve(wrong));
            refused(IllegalArgumentException.class, () -> count(wrong, 2));
            refused(IllegalArgumentException.class, () -> enumerate(wrong, solution -> true));
        }
        refused(NullPointerException.class, () -> solve(null));
        refused(NullPointerException.class, () -> count(null, 2));
        refused(NullPointerException.class, () -> enumerate(null, solution -> true));
        refused(SudokuException.class, () -> solve(CLASH));
        refused(IllegalArgumentException.class, () -> count(PUZZLE, 0));
        refused(IllegalArgumentException.class, () -> count(PUZZLE, -1));
        refused(NullPointerException.class, () -> enumerate(PUZZLE, null));
        refused(
                UnsupportedOperationException.class,
                () ->
                        enumerate(
                                PUZZLE,
                                solution -> {
                                    throw new UnsupportedOperationException("from the callback");
                                }));
        ByteBuffer boards = ByteBuffer.allocateDirect(162);
        refused(NullPointerException.class, () -> solveBatch(null));
        refused(ReadOnlyBufferException.class, () -> solveBatch(boards.asReadOnlyBuffer()));
        refused(IllegalArgumentException.class, () -> solveBatch(ByteBuffer.allocate(162)));
        refused(IllegalArgumentException.class, () -> solveBatch(ByteBuffer.allocateDirect(100)));
    }

    public static void main(String[] arguments) {
        checkAnswers();
        checkWrongInput();
        System.out.println(SOLUTION);
    }
}
