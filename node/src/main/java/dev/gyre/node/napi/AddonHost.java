package dev.gyre.node.napi;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptException;
import dev.gyre.engine.ScriptTerminatedException;
import dev.gyre.engine.ScriptValue;
import dev.gyre.io.call.ErrnoMemory;
import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.call.JumpLibrary;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.loop.AsyncHandle;
import dev.gyre.loop.Loop;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Layout.AddonMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The add-ons of one runtime: the way of calls between them and JavaScript. Loop thread only.
 *
 * <p>Values never leave JavaScript: a handle is an index of its table ({@code napi/internal/handles.js}). Beside that table is
 * memory that both sides see, with the kind of each handle's value and, for numbers and booleans, the value itself. So Java
 * makes and reads numbers, scopes and a callback's arguments without entering JavaScript; all else is carried out there, one
 * entry for each call, with arguments and results in the block of {@link AddonMemory}.
 *
 * <p>Native code may call JavaScript in the middle of a call from JavaScript, which may call native code again. So whoever
 * enters has read what it needs of the block, and writes results when the other side has returned.
 */
final class AddonHost {
    private static final long MEMCPY = ForeignCalls.addressInLibc("memcpy");
    private static final long STRLEN = ForeignCalls.addressInLibc("strlen");
    private static final long PTHREAD_SELF = ForeignCalls.addressInLibc("pthread_self");
    private static final int MOST_RESULTS = 8;
    private static final int INPUT_BYTES = 4096;
    private static final int MOST_FRAMES = 512; // with an address; those that are deeper are numbers
    private static final int FRAME_BYTES = 64;
    private static final long NO_FRAME = -1;

    private final Isolate isolate;
    private final GyreRuntime runtime;
    private final Thread thread = Thread.currentThread();
    private final NativeMemory results = NativeMemory.allocate(MOST_RESULTS * JumpLibrary.RESULT_BYTES);
    private final List<Environment> environments = new ArrayList<>();
    private @Nullable ScriptValue carryOut;
    private @Nullable LibuvLoop libuv;
    private ByteBuffer block = ByteBuffer.allocate(0);
    private ByteBuffer arena = ByteBuffer.allocate(0);
    private long arenaAddress;
    private ByteBuffer table = ByteBuffer.allocate(0);
    private int tableSize;
    private long tableAddress;
    private long blockAddress;
    private NativeMemory in = NativeMemory.allocate(INPUT_BYTES);
    private boolean isEnding;
    private boolean isClosed;
    private int resultCount;
    private long exactWord;

    /** The string in the arena: its handle and encoding, until JavaScript is entered again. */
    private int encodedHandle;

    private int encodedAs;

    // Callbacks under way, by depth: what napi_get_cb_info tells. A napi_callback_info is the address of a few zeros:
    // koffi reads
    // there, to find out whether it knows how Node keeps its arguments.
    private final NativeMemory frames = NativeMemory.allocate(MOST_FRAMES * FRAME_BYTES);
    private int depth;
    private int[] bases = new int[16];
    private int[] arguments = new int[16];
    private long[] data = new long[16];

    AddonHost(Isolate isolate, GyreRuntime runtime) {
        this.isolate = isolate;
        this.runtime = runtime;
    }

    /** A way into the loop for other threads, which keeps it running. */
    AsyncHandle async(Runnable onWake) {
        return runtime.loop().async(onWake);
    }

    Loop loop() {
        return runtime.loop();
    }

    /** What add-ons see as libuv's loop; JavaScript names the channel by which it is told of callbacks. */
    LibuvLoop libuv() {
        return Objects.requireNonNull(libuv, "the channel of libuv's callbacks has not been opened");
    }

    void openLibuv(int channel) {
        libuv = new LibuvLoop(this, channel);
    }

    /** Has JavaScript called at this channel. */
    void message(int channel) {
        runtime.message(channel, null);
    }

    // ---- set up by JavaScript

    /** @param carryOut the function of JavaScript that carries out what stands in the block */
    ScriptValue open(ScriptValue carryOut, ByteBuffer block, long address) {
        this.carryOut = carryOut;
        this.block = block.order(ByteOrder.nativeOrder());
        blockAddress = address;
        tellFrame();
        return isolate.signal(new NativeCall(this));
    }

    private record NativeCall(AddonHost host) implements Runnable {
        @Override
        public void run() {
            host.callNative();
        }
    }

    void arena(ByteBuffer memory, long address) {
        arena = memory.order(ByteOrder.nativeOrder());
        arenaAddress = address;
    }

    /** Numbers of 8 bytes, behind them a byte for each handle. */
    void table(ByteBuffer memory, int size, long address) {
        table = memory.order(ByteOrder.nativeOrder());
        tableSize = size;
        tableAddress = address;
        for (Environment each : environments) {
            each.memory(blockAddress, tableAddress, tableSize);
        }
    }

    Environment create(int version, String file, int[] nodeVersion) {
        var environment = new Environment(this, environments.size(), version, file, nodeVersion);
        environments.add(environment);
        environment.memory(blockAddress, tableAddress, tableSize);
        environment.answerDirectly(ForeignCalls.six(PTHREAD_SELF, ErrnoMemory.ofThread(), 0, 0, 0, 0, 0, 0));
        return environment;
    }

    NativeMemory results() {
        return results;
    }

    boolean isThisThread() {
        return Thread.currentThread().equals(thread);
    }

    /** Ends the environments, where JavaScript itself did not come to that: its thread was told to end. */
    void close() {
        try {
            if (!environments.isEmpty() && word(AddonMemory.IS_OVER) == 0) {
                isEnding = true;
                isClosed = false;
                isolate.resumeAfterTermination();
                enter(environments.getFirst(), AddonMemory.END_ALL);
            }
        } finally {
            isClosed = true;
            environments.forEach(Environment::forget);
            if (libuv != null) {
                libuv.close();
            }
        }
    }

    // ---- JavaScript calls native code

    private void callNative() {
        encodedHandle = 0; // handles have got other values since
        long callee = (long) number(AddonMemory.CALLEE);
        int kind = word(AddonMemory.IS_CALLBACK);
        boolean isCallback = kind == AddonMemory.CALLBACK;
        long a = (long) number(AddonMemory.WORDS_AT);
        long b = (long) number(AddonMemory.WORDS_AT + 1);
        long c = (long) number(AddonMemory.WORDS_AT + 2);
        long d = kind == AddonMemory.WITH_EXACT_WORD ? exactWord : (long) number(AddonMemory.WORDS_AT + 3);
        Environment environment = Environment.at(a);
        if (environment != null) {
            environment.status(Status.OK);
        }
        if (isCallback) {
            pushFrame(word(AddonMemory.BASE), word(AddonMemory.ARGUMENTS), b);
            b = tellFrame();
        }
        long result;
        try {
            result = ForeignCalls.six(callee, ErrnoMemory.ofThread(), a, b, c, d, 0, 0);
        } finally {
            if (isCallback) {
                depth--;
                tellFrame();
            }
        }
        encodedHandle = 0;
        putWord(AddonMemory.RESULT, (int) result);
    }

    /** The fourth word of the next call, with all of its bits: JavaScript's numbers have 53. */
    void exactWord(long word) {
        exactWord = word;
    }

    private void pushFrame(int base, int count, long itsData) {
        if (depth == bases.length) {
            bases = Arrays.copyOf(bases, 2 * depth);
            arguments = Arrays.copyOf(arguments, 2 * depth);
            data = Arrays.copyOf(data, 2 * depth);
        }
        bases[depth] = base;
        arguments[depth] = count;
        data[depth] = itsData;
        depth++;
    }

    /** Notes for {@link DirectFunctions} what runs now; answers its napi_callback_info. */
    private long tellFrame() {
        if (depth == 0) {
            putBits(AddonMemory.FRAME, NO_FRAME);
            return NO_FRAME;
        }
        long frame = depth < MOST_FRAMES ? frames.address() + (long) depth * FRAME_BYTES : depth;
        putBits(AddonMemory.FRAME, frame);
        putBits(AddonMemory.FRAME_BASE, bases[depth - 1]);
        putBits(AddonMemory.FRAME_ARGUMENTS, arguments[depth - 1]);
        putBits(AddonMemory.FRAME_DATA, data[depth - 1]);
        return frame;
    }

    private void putBits(int at, long value) {
        block.putLong(at * Integer.BYTES, value);
    }

    /** Its depth, from 1 on. */
    private long depthOf(long frame) {
        long at = frame - frames.address();
        return at > 0 && at < MOST_FRAMES * FRAME_BYTES ? at / FRAME_BYTES : frame;
    }

    int base(long frame) {
        return bases[(int) depthOf(frame) - 1];
    }

    int argumentsOf(long frame) {
        return arguments[(int) depthOf(frame) - 1];
    }

    long dataOf(long frame) {
        return data[(int) depthOf(frame) - 1];
    }

    boolean isFrame(long frame) {
        long itsDepth = depthOf(frame);
        return itsDepth > 0 && itsDepth <= depth;
    }

    // ---- native code calls JavaScript

    /** Whether few functions only may be called: see {@link AddonMemory#IN_FINALIZER}. */
    boolean isInFinalizer() {
        return word(AddonMemory.IN_FINALIZER) != 0;
    }

    /** Whether code of the program may run; otherwise the status that says why not. */
    int mayRunCode(Environment environment) {
        if (word(AddonMemory.PENDING) != 0) {
            return Status.PENDING_EXCEPTION;
        }
        return isEnding || word(AddonMemory.IS_ENDING) != 0 ? cannotRun(environment) : Status.OK;
    }

    private static int cannotRun(Environment environment) {
        return environment.version == Environment.EXPERIMENTAL || environment.version >= 10
                ? Status.CANNOT_RUN_JS
                : Status.PENDING_EXCEPTION;
    }

    /** Has JavaScript carry out a function, whose arguments are in the block. */
    int enter(Environment environment, int function) {
        if (isClosed) {
            return cannotRun(environment);
        }
        encodedHandle = 0;
        putWord(AddonMemory.FUNCTION, function);
        putWord(AddonMemory.ENVIRONMENT, environment.number);
        try {
            isolate.enter(Objects.requireNonNull(carryOut));
        } catch (ScriptTerminatedException e) {
            isEnding = true;
            isClosed = true;
            isolate.terminate(); // the scripts below are meant as well
            return Status.PENDING_EXCEPTION;
        } catch (ScriptException | StackOverflowError e) {
            // What an operation throws is kept by JavaScript; only a stack that is exhausted keeps it from that.
            putWord(AddonMemory.PENDING, AddonMemory.OVERFLOW);
            return Status.PENDING_EXCEPTION;
        }
        return word(AddonMemory.STATUS);
    }

    /** Carries out a function by its shape: checks what it is given, takes it across, and notes the results. */
    long cross(Environment environment, int function, Shape shape, long[] words, double number) {
        if (shape.runsCode) {
            int status = mayRunCode(environment);
            if (status != Status.OK) {
                return environment.status(status);
            }
        }
        int firstResult = words.length - shape.results.length;
        for (int i = 0; i < shape.results.length; i++) {
            if (shape.isRequired[i] && words[firstResult + i] == 0) {
                return environment.status(Status.INVALID_ARG);
            }
        }
        var arguments = new ArgumentWriter(this, environment, words, number);
        for (char letter : shape.given) {
            if (!arguments.put(letter)) {
                return environment.status(Status.INVALID_ARG);
            }
        }
        int wanted = 0;
        for (int i = 0; i < shape.results.length; i++) {
            wanted |= words[firstResult + i] == 0 ? 0 : 1 << i;
        }
        putWord(AddonMemory.WANTED, wanted);
        int status = enter(environment, function);
        if (status != Status.OK) {
            return environment.status(status);
        }
        resultCount = 0;
        for (int i = 0; i < shape.results.length; i++) {
            long address = words[firstResult + i];
            if (address != 0) {
                noteResult(address, AddonMemory.RESULTS_AT + i, shape.results[i]);
            }
        }
        return answer(environment);
    }

    private void noteResult(long address, int at, char letter) {
        switch (letter) {
            case 'i' -> result(address, (long) number(at), Integer.BYTES);
            case 'b' -> result(address, (long) number(at), 1);
            case 'd', 'L' -> result(address, block.getLong(at * Double.BYTES), Long.BYTES);
            default -> result(address, (long) number(at), Long.BYTES);
        }
    }

    /** Before the first {@link #result} of a function that Java answers. */
    void noResults() {
        resultCount = 0;
    }

    /** Has a result stored when the function returns: see {@link JumpLibrary}. */
    void result(long address, long value, int bytes) {
        int at = resultCount++ * JumpLibrary.RESULT_BYTES;
        results.putLong(at, address);
        results.putLong(at + 8, value);
        results.putLong(at + 16, bytes);
    }

    /** The answer of a function that has succeeded. */
    long answer(Environment environment) {
        environment.status(Status.OK);
        return (long) resultCount << 32;
    }

    /** The same with one result. */
    long answer(Environment environment, long address, long value, int bytes) {
        resultCount = 0;
        result(address, value, bytes);
        return answer(environment);
    }

    // ---- handles

    int top() {
        return word(AddonMemory.TOP);
    }

    void top(int handle) {
        putWord(AddonMemory.TOP, handle);
    }

    /** What {@link AddonMemory} says of kinds. A handle that is none is undefined. */
    int kind(long handle) {
        return handle < 0 || handle >= tableSize
                ? AddonMemory.IS_UNDEFINED
                : table.get(tableSize * Double.BYTES + (int) handle);
    }

    double numberOf(long handle) {
        return table.getDouble((int) handle * Double.BYTES);
    }

    /** A new handle of a number. */
    int newNumber(Environment environment, double value) {
        return newHandle(environment, AddonMemory.IS_NUMBER, value);
    }

    int newHandle(Environment environment, int kind, double value) {
        int handle = top();
        if (handle >= tableSize) {
            enter(environment, AddonMemory.GROW_TABLE);
        }
        putHandle(handle, kind, value);
        top(handle + 1);
        return handle;
    }

    void putHandle(int handle, int kind, double value) {
        table.putDouble(handle * Double.BYTES, value);
        table.put(tableSize * Double.BYTES + handle, (byte) kind);
    }

    // ---- the block

    int word(int at) {
        return block.getInt(at * Integer.BYTES);
    }

    void putWord(int at, int value) {
        block.putInt(at * Integer.BYTES, value);
    }

    double number(int at) {
        return block.getDouble(at * Double.BYTES);
    }

    void putNumber(int at, double value) {
        block.putDouble(at * Double.BYTES, value);
    }

    /** A whole number as a double, which has all bits of an address. */
    void putNumber(int at, long value) {
        block.putDouble(at * Double.BYTES, (double) value);
    }

    void putLong(int at, long value) {
        block.putLong(at * Double.BYTES, value);
    }

    // ---- memory of the add-on

    /** Copies native memory to where Java reads it. */
    NativeMemory copyIn(long address, int bytes) {
        if (bytes > in.size()) {
            in = NativeMemory.allocate(2 * bytes);
        }
        copy(in.address(), address, bytes);
        return in;
    }

    /** Memory for Java to write, until the next of these two calls. */
    NativeMemory scratch(int bytes) {
        if (bytes > in.size()) {
            in = NativeMemory.allocate(2 * bytes);
        }
        return in;
    }

    /** Has the arena hold so many bytes; its contents may be lost. */
    void ensureArena(Environment environment, long bytes) {
        if (bytes > arena.capacity()) {
            putNumber(AddonMemory.ARGS_AT, bytes);
            enter(environment, AddonMemory.GROW_ARENA);
        }
    }

    ByteBuffer arena() {
        return arena;
    }

    long arenaAddress() {
        return arenaAddress;
    }

    static void copy(long to, long from, long bytes) {
        ForeignCalls.six(MEMCPY, ErrnoMemory.ofThread(), to, from, bytes, 0, 0, 0);
    }

    static long stringLength(long address) {
        return ForeignCalls.six(STRLEN, ErrnoMemory.ofThread(), address, 0, 0, 0, 0, 0);
    }

    // ---- strings

    /**
     * Writes the string of a handle to the arena.
     *
     * @return its length in units of the encoding, or a negative status
     */
    long encode(Environment environment, int handle, int encoding) {
        if (handle != encodedHandle || encoding != encodedAs) {
            putNumber(AddonMemory.ARGS_AT, handle);
            putNumber(AddonMemory.ARGS_AT + 1, encoding);
            int status = enter(environment, AddonMemory.ENCODE);
            if (status != Status.OK) {
                return -status;
            }
            encodedHandle = handle;
            encodedAs = encoding;
        }
        return (long) number(AddonMemory.RESULTS_AT);
    }
}
