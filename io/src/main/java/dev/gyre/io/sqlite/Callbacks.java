package dev.gyre.io.sqlite;

import static dev.gyre.io.sqlite.LibSqlite.call;

import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.sqlite.Request.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The functions that SQLite calls, on the thread of a {@link Suspension}. An exception would end the process: all that can
 * fail here is caught and answered with SQLite's own value for a failure.
 */
final class Callbacks {
    private static final MethodType SIX_WORDS =
            MethodType.methodType(long.class, long.class, long.class, long.class, long.class, long.class, long.class);
    private static final FunctionDescriptor FUNCTION_OF_SIX = FunctionDescriptor.of(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);

    static final long FUNCTION = pointer("function");
    static final long STEP = pointer("step");
    static final long INVERSE = pointer("inverse");
    static final long VALUE = pointer("value");
    static final long FINAL = pointer("last");
    static final long AUTHORIZE = pointer("authorize");
    static final long FILTER = pointer("filter");
    static final long CONFLICT = pointer("conflict");

    private static final int ERROR_KIND = 5; // besides those of ValueWriter: a text that says what went wrong
    private static final int DENY = 1;
    private static final int ABORT = 2; // SQLITE_CHANGESET_ABORT

    private static final AtomicLong AGGREGATES = new AtomicLong();

    private Callbacks() {}

    private static long pointer(String name) {
        try {
            var target = MethodHandles.lookup().findStatic(Callbacks.class, name, SIX_WORDS);
            return Linker.nativeLinker()
                    .upcallStub(target, FUNCTION_OF_SIX, Arena.global())
                    .address();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(name, e);
        }
    }

    // ---- called by SQLite

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
    private static long function(long context, long count, long values, long d, long e, long f) {
        return answered(context, () -> ask(Kind.FUNCTION, function(context), 0, values((int) count, values)));
    }

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
    private static long step(long context, long count, long values, long d, long e, long f) {
        return aggregated(Kind.STEP, context, (int) count, values);
    }

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
    private static long inverse(long context, long count, long values, long d, long e, long f) {
        return aggregated(Kind.INVERSE, context, (int) count, values);
    }

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
    private static long value(long context, long b, long c, long d, long e, long f) {
        return aggregated(Kind.VALUE, context, 0, 0);
    }

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
    private static long last(long context, long b, long c, long d, long e, long f) {
        return aggregated(Kind.FINAL, context, 0, 0);
    }

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
    private static long authorize(long function, long action, long first, long second, long database, long trigger) {
        try {
            var values = new ValueWriter();
            values.putByte(ValueWriter.INTEGER);
            int code = (int) action; // the other half of the word is anything
            values.putLong(code);
            values.putText(first);
            values.putText(second);
            values.putText(database);
            values.putText(trigger);
            return integer(ask(Kind.AUTHORIZE, function, 0, values.toBytes()), DENY);
        } catch (RuntimeException | Error unexpected) {
            return DENY;
        }
    }

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
    private static long filter(long function, long table, long c, long d, long e, long f) {
        try {
            var values = new ValueWriter();
            values.putText(table);
            return integer(ask(Kind.FILTER, function, 0, values.toBytes()), 0);
        } catch (RuntimeException | Error unexpected) {
            return 0;
        }
    }

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
    private static long conflict(long function, long type, long c, long d, long e, long f) {
        try {
            var values = new ValueWriter();
            values.putByte(ValueWriter.INTEGER);
            int code = (int) type;
            values.putLong(code);
            return integer(ask(Kind.CONFLICT, function, 0, values.toBytes()), ABORT);
        } catch (RuntimeException | Error unexpected) {
            return ABORT;
        }
    }

    // ---- questions and answers

    private interface Question {
        byte @Nullable [] answer();
    }

    private static byte @Nullable [] ask(Kind kind, long function, long aggregate, byte[] values) {
        Suspension suspension = Suspension.ofThread();
        return suspension == null ? null : suspension.ask(new Request(kind, function, aggregate, values));
    }

    private static long function(long context) {
        return call(LibSqlite.USER_DATA, context);
    }

    private static byte[] values(int count, long values) {
        var writer = new ValueWriter();
        for (int i = 0; i < count; i++) {
            writer.putValue(
                    LibSqlite.memory(values + (long) i * Long.BYTES, Long.BYTES).getLong(0));
        }
        return writer.toBytes();
    }

    private static long aggregated(Kind kind, long context, int count, long values) {
        return answered(context, () -> {
            long place = call(LibSqlite.AGGREGATE_CONTEXT, context, Long.BYTES);
            if (place == 0) {
                return null;
            }
            ByteBuffer number = LibSqlite.memory(place, Long.BYTES);
            if (number.getLong(0) == 0) {
                number.putLong(0, AGGREGATES.incrementAndGet());
            }
            return ask(kind, function(context), number.getLong(0), values(count, values));
        });
    }

    private static long answered(long context, Question question) {
        byte[] answer = null;
        try {
            answer = question.answer();
        } catch (RuntimeException | Error unexpected) {
            // the answer is an error
        }
        if (answer == null) {
            error(context, new byte[0]);
        } else if (answer.length > 0) {
            giveResult(context, ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN));
        }
        return 0;
    }

    private static void giveResult(long context, ByteBuffer answer) {
        int kind = answer.get();
        switch (kind) {
            case ValueWriter.INTEGER -> call(LibSqlite.RESULT_INT64, context, answer.getLong());
            case ValueWriter.REAL -> ForeignCalls.real(LibSqlite.RESULT_DOUBLE, context, 0, answer.getDouble());
            case ValueWriter.TEXT, ValueWriter.BLOB -> {
                byte[] bytes = rest(answer);
                try (Arena arena = Arena.ofConfined()) {
                    long function = kind == ValueWriter.TEXT ? LibSqlite.RESULT_TEXT : LibSqlite.RESULT_BLOB;
                    call(function, context, copied(arena, bytes), bytes.length, LibSqlite.TRANSIENT);
                }
            }
            case ERROR_KIND -> error(context, rest(answer));
            default -> call(LibSqlite.RESULT_NULL, context);
        }
    }

    private static void error(long context, byte[] message) {
        try (Arena arena = Arena.ofConfined()) {
            call(LibSqlite.RESULT_ERROR, context, copied(arena, message), message.length);
        }
    }

    private static byte[] rest(ByteBuffer answer) {
        byte[] bytes = new byte[answer.getInt()];
        answer.get(bytes);
        return bytes;
    }

    private static long copied(Arena arena, byte[] bytes) {
        NativeMemory memory = NativeMemory.in(arena, bytes.length + 1L);
        memory.put(0, bytes, 0, bytes.length);
        return memory.address();
    }

    private static long integer(byte @Nullable [] answer, long otherwise) {
        return answer == null || answer.length == 0 || answer[0] != ValueWriter.INTEGER
                ? otherwise
                : ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN).getLong(1);
    }
}
