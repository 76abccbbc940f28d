// Sudoku from C#, on Mono: P/Invoke.
//
// mcs sudoku.cs && mono sudoku.exe runs the checks at the end.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Text;

public sealed class SudokuException : ArgumentException
{
    public readonly int Status;

    public SudokuException(int status)
        : base(Marshal.PtrToStringAnsi(Native.sudoku_status_string(status)))
    {
        Status = status;
    }
}

static class Native
{
    const string Library = "libsudoku.so.0";

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int Visit(IntPtr solution, IntPtr user);

    [StructLayout(LayoutKind.Sequential)]
    public struct BatchOptions
    {
        public UIntPtr StructSize;
        public uint Threads;
        public uint Reserved;
        public IntPtr Progress;
        public IntPtr User;
    }

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    public static extern IntPtr sudoku_status_string(int status);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    public static extern int sudoku_solve(byte[] board);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    public static extern int sudoku_count(byte[] board, ulong limit, out ulong count);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    public static extern int sudoku_enumerate(byte[] board, Visit visit, IntPtr user);

    // Arrays of bytes are pinned, not copied.
    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    public static extern int sudoku_solve_batch(
        byte[] boards, UIntPtr stride, UIntPtr count, ref BatchOptions options, sbyte[] statuses);
}

public static class Sudoku
{
    public const uint AllCores = uint.MaxValue;

    static int Checked(int status)
    {
        if (status < 0) throw new SudokuException(status);
        return status;
    }

    // The bytes of a board. C reads 81 of them whatever the length, so it is looked at here.
    static byte[] Bytes(string board)
    {
        var bytes = Encoding.UTF8.GetBytes(board);
        if (bytes.Length != 81)
            throw new ArgumentException("a board has 81 characters, not " + bytes.Length);
        return bytes;
    }

    /// <summary>The smallest solution, and whether it is the only one.</summary>
    public static string Solve(string board, out bool unique)
    {
        var cells = Bytes(board);
        unique = Checked(Native.sudoku_solve(cells)) == 0;
        return Encoding.ASCII.GetString(cells);
    }

    /// <summary>The number of solutions, counted up to a limit.</summary>
    public static ulong Count(string board, ulong limit)
    {
        ulong count;
        Checked(Native.sudoku_count(Bytes(board), limit, out count));
        return count;
    }

    /// <summary>Calls visit with each solution in order, until it returns false.</summary>
    public static void Enumerate(string board, Func<string, bool> visit)
    {
        ExceptionDispatchInfo thrown = null;
        Native.Visit callback = (solution, user) =>
        {
            try
            {
                return visit(Marshal.PtrToStringAnsi(solution)) ? 0 : 1;
            }
            catch (Exception error) // must not pass through C: stop, and throw it below
            {
                thrown = ExceptionDispatchInfo.Capture(error);
                return 1;
            }
        };
        var status = Native.sudoku_enumerate(Bytes(board), callback, IntPtr.Zero);
        thrown?.Throw();
        Checked(status);
    }

    /// <summary>Solves boards of 81 bytes, back to back, in place; returns their statuses.</summary>
    public static sbyte[] SolveBatch(byte[] boards, uint threads = AllCores)
    {
        if (boards.Length % 81 != 0) throw new ArgumentException("boards must be of 81 bytes each");
        var statuses = new sbyte[boards.Length / 81];
        var options = new Native.BatchOptions
        {
            StructSize = (UIntPtr)Marshal.SizeOf(typeof(Native.BatchOptions)),
            Threads = threads,
        };
        Checked(Native.sudoku_solve_batch(
            boards, (UIntPtr)81, (UIntPtr)statuses.Length, ref options, statuses));
        return statuses;
    }
}

// What follows checks all this.
static class Program
{
    const string Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const string Solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    static readonly string Clash = "5" + Puzzle.Substring(0, 80);
    static readonly string Empty = new string('.', 81);

    static string Repeat(string text, int times) => string.Concat(Enumerable.Repeat(text, times));

    static void Check(bool ok, string what)
    {
        if (!ok) throw new Exception("wrong: " + what);
    }

    static void Refused<E>(Action call) where E : Exception
    {
        try
        {
            call();
        }
        catch (E)
        {
            return;
        }
        throw new Exception("wrong input was taken");
    }

    static void CheckAnswers()
    {
        bool unique;
        Check(Sudoku.Solve(Puzzle, out unique) == Solution && unique, "Solve");
        var smallest = Sudoku.Solve(Empty, out unique);
        Check(!unique, "Solve, several solutions");
        Check(Sudoku.Count(Puzzle, 2) == 1, "Count, one solution");
        Check(Sudoku.Count(Empty, 1000) == 1000, "Count, limit");
        Check(Sudoku.Count(Clash, 2) == 0, "Count, clash");

        var solutions = new List<string>();
        Sudoku.Enumerate(Empty, solution =>
        {
            solutions.Add(solution);
            return solutions.Count < 3;
        });
        Check(solutions.Count == 3 && solutions[0] == smallest, "Enumerate");
        Check(solutions.SequenceEqual(solutions.OrderBy(s => s, StringComparer.Ordinal)), "Enumerate's order");

        var boards = Encoding.ASCII.GetBytes(Repeat(Puzzle + Clash + Empty, 1000));
        var statuses = Sudoku.SolveBatch(boards);
        Check(statuses.Length == 3000, "SolveBatch, length");
        for (var i = 0; i < 3000; i += 3)
            Check(statuses[i] == 0 && statuses[i + 1] == -3 && statuses[i + 2] == 1, "statuses");
        Check(Encoding.ASCII.GetString(boards) == Repeat(Solution + Clash + smallest, 1000), "SolveBatch");
        Check(Sudoku.SolveBatch(new byte[0]).Length == 0, "SolveBatch, no boards");
    }

    static void CheckWrongInput()
    {
        bool unique;
        foreach (var wrong in new[] {
            "", Puzzle.Substring(1), Puzzle + ".", Repeat("\u00e9", 81), Repeat("\uff15", 27),
            Repeat("x", 81), Repeat("\0", 81), Repeat("\ud800", 81) })
        {
            Refused<ArgumentException>(() => Sudoku.Solve(wrong, out unique));
            Refused<ArgumentException>(() => Sudoku.Count(wrong, 2));
            Refused<ArgumentException>(() => Sudoku.Enumerate(wrong, solution => true));
        }
        Refused<ArgumentNullException>(() => Sudoku.Solve(null, out unique));
        Refused<ArgumentNullException>(() => Sudoku.Count(null, 2));
        Refused<ArgumentNullException>(() => Sudoku.Enumerate(null, solution => true));
        Refused<SudokuException>(() => Sudoku.Solve(Clash, out unique));
        Refused<SudokuException>(() => Sudoku.Count(Puzzle, 0));
        Refused<NullReferenceException>(() => Sudoku.Enumerate(Puzzle, null));
        Refused<InvalidOperationException>(() => Sudoku.Enumerate(Puzzle, solution =>
        {
            throw new InvalidOperationException("from the callback");
        }));
        Refused<NullReferenceException>(() => Sudoku.SolveBatch(null));
        Refused<ArgumentException>(() => Sudoku.SolveBatch(new byte[100]));
    }

    static void Main()
    {
        CheckAnswers();
        CheckWrongInput();
        Console.WriteLine(Solution);
    }
}
