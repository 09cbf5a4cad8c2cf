package dev.gyre.engine.v8internals.machinecode;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.reference.V8Context;
import com.caoccao.javet.values.reference.V8ValueFunction;
import com.caoccao.javet.values.reference.V8ValueReference;
import dev.gyre.engine.ForeignAccess;
import dev.gyre.engine.v8internals.Addresses;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code inspector-calls}: functions of V8's inspector that Javet does not offer. V8 is told of further contexts, and
 * when the program leaves something to be called later, so that a debugger can show who did.
 *
 * <p>They are virtual functions of C++, called by their place in the object's table:
 *
 * <pre>
 *   JavetInspectorClient, in words:  [21] V8Inspector:  [0] table  [1] V8's isolate  [2] the client
 *
 *   table:   [2] contextCreated(info)      [10] asyncTaskScheduled(name, task, recurring)   [11] asyncTaskCanceled(task)
 *            [18] exceptionThrown(…)        [12] asyncTaskStarted(task)  [13] asyncTaskFinished(task)
 *
 *   info:    [0] address of the context's reference  [1] group  [2] name  [5] origin  [8] auxData  [11] no memory on its console
 *   a text:  [0] 0 for two bytes a character  [1] length  [2] address
 * </pre>
 *
 * <p>A text as an argument stands on the stack. A few instructions of machine code put it there and make the call; they take the
 * address of a block with everything in it: the function, six words for registers, ten for the stack.
 *
 * <p>All of this belongs to one build of V8 and Javet. {@link #open} compares the references that these objects have to each
 * other, and how far the functions of the table are apart, and answers null where they differ.
 *
 * <p>Only on the isolate's thread, inside of a call from V8: that has a scope for the references that V8 makes.
 */
public final class InspectorCalls {
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    // Words of Javet's objects.
    private static final int ISOLATE = 2;
    private static final int JAVET_INSPECTOR = 6;
    private static final int OWNER = 1;
    private static final int CLIENT = 2;
    private static final int V8_INSPECTOR = 21;

    // Words of V8's inspector.
    private static final int ITS_ISOLATE = 1;
    private static final int ITS_CLIENT = 2;

    // Places in its table.
    private static final int CONTEXT_CREATED = 2;
    private static final int TASK_SCHEDULED = 10;
    private static final int TASK_CANCELED = 11;
    private static final int TASK_STARTED = 12;
    private static final int TASK_FINISHED = 13;
    private static final int EXCEPTION_THROWN = 18;
    private static final int COMPARED = 20;
    private static final long COMPARED_CRC = 0xd2498331L;

    private static final int GROUP = 1;
    private static final int NATIVE_CONTEXT_SLOTS = 306;
    private static final int TEXT_WORDS = 3;
    private static final int TEXT_BYTES = TEXT_WORDS * Long.BYTES;
    private static final int INFO_WORDS = 12;

    // The block. Behind it the record of a context, then characters.
    private static final int REGISTERS_AT = Long.BYTES;
    private static final int STACK_AT = 7 * Long.BYTES;
    private static final int STACK_WORDS = 10;
    private static final int INFO_AT = STACK_AT + STACK_WORDS * Long.BYTES;
    private static final int FIXED_BYTES = INFO_AT + INFO_WORDS * Long.BYTES;

    private final ForeignAccess access;
    private final long inspector;
    private final long code;
    private long block;
    private int blockBytes;

    private InspectorCalls(ForeignAccess access, long inspector, long code) {
        this.access = access;
        this.inspector = inspector;
        this.code = code;
    }

    /** For a runtime that has an inspector already; null where V8 or Javet are not as expected. */
    public static @Nullable InspectorCalls open(V8Runtime runtime, ForeignAccess access) {
        long self = runtime.getHandle();
        long javets = word(self, JAVET_INSPECTOR);
        if (!Addresses.isPointer(javets) || word(javets, OWNER) != self) {
            return null;
        }
        long client = word(javets, CLIENT);
        if (!Addresses.isPointer(client) || word(client, OWNER) != self) {
            return null;
        }
        long inspector = word(client, V8_INSPECTOR);
        if (!Addresses.isPointer(inspector)
                || word(inspector, ITS_ISOLATE) != word(self, ISOLATE)
                || word(inspector, ITS_CLIENT) != client
                || !isKnown(word(inspector, 0))) {
            return null;
        }
        long code = access.code(instructions());
        return code == 0 ? null : new InspectorCalls(access, inspector, code);
    }

    /** Whether the functions of the table are as far apart as in the known build. */
    private static boolean isKnown(long table) {
        if (!Addresses.isPointer(table)) {
            return false;
        }
        var distances = ByteBuffer.allocate(COMPARED * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < COMPARED; i++) {
            distances.putLong(word(table, i) - word(table, 0));
        }
        var crc = new CRC32();
        crc.update(distances.array());
        return crc.getValue() == COMPARED_CRC;
    }

    /**
     * Tells of a context. V8 gives it a number, and notices when it is gone.
     *
     * @param function any of the context's own
     * @param auxData an object in JSON
     * @return whether the function was one at the top level of a context
     */
    public boolean contextCreated(V8ValueFunction function, String name, String origin, String auxData)
            throws JavetException {
        try (V8Context context = function.getContext()) {
            if (context.getLength() != NATIVE_CONTEXT_SLOTS) {
                return false;
            }
            int bytes = FIXED_BYTES + Character.BYTES * (name.length() + origin.length() + auxData.length());
            long own = access.allocate(bytes); // V8 may run JavaScript before it has read all of it
            try {
                describe(own, bytes, word(context.getHandle(), 0), name, origin, auxData);
                call(own, CONTEXT_CREATED, own + INFO_AT);
            } finally {
                access.free(own);
            }
            return true;
        }
    }

    private static void describe(long own, int bytes, long reference, String name, String origin, String auxData) {
        ByteBuffer memory = at(own, bytes);
        memory.putLong(INFO_AT, reference);
        memory.putLong(INFO_AT + Long.BYTES, GROUP);
        int texts = INFO_AT + 2 * Long.BYTES;
        int chars = putText(own, memory, texts, FIXED_BYTES, name);
        chars = putText(own, memory, texts + TEXT_BYTES, chars, origin);
        putText(own, memory, texts + 2 * TEXT_BYTES, chars, auxData);
        memory.putLong(texts + 3 * TEXT_BYTES, 0);
    }

    /** The program has something called later: each time, or once. */
    public void taskScheduled(String name, long task, boolean isRecurring) {
        reserve(FIXED_BYTES + Character.BYTES * name.length());
        putText(block, at(block, blockBytes), STACK_AT, FIXED_BYTES, name);
        call(block, TASK_SCHEDULED, task, isRecurring ? 1 : 0);
    }

    public void taskStarted(long task) {
        call(TASK_STARTED, task);
    }

    public void taskFinished(long task) {
        call(TASK_FINISHED, task);
    }

    /** It is not called any more. */
    public void taskCanceled(long task) {
        call(TASK_CANCELED, task);
    }

    /**
     * Nobody has caught an exception. V8 tells clients of the object only where its script has an option that Javet does not set,
     * and else the text.
     *
     * @param function any of the context's own
     * @param line from 1 on, as the column
     */
    public void exceptionThrown(
            V8ValueFunction function, V8ValueReference exception, String text, String url, int line, int column)
            throws JavetException {
        try (V8Context context = function.getContext()) {
            if (context.getLength() != NATIVE_CONTEXT_SLOTS) {
                return;
            }
            int bytes = FIXED_BYTES + Character.BYTES * (text.length() + url.length());
            long own = access.allocate(bytes);
            try {
                ByteBuffer memory = at(own, bytes);
                putText(own, memory, STACK_AT, FIXED_BYTES, "");
                int chars = putText(own, memory, STACK_AT + TEXT_BYTES, FIXED_BYTES, text);
                putText(own, memory, STACK_AT + 2 * TEXT_BYTES, chars, url);
                memory.putLong(STACK_AT + 3 * TEXT_BYTES, 0); // the script's number is not known
                long thrown = word(exception.getHandle(), 0);
                call(own, EXCEPTION_THROWN, word(context.getHandle(), 0), thrown, line, column, 0);
            } finally {
                access.free(own);
            }
        }
    }

    /** Before the inspector is closed. */
    public void close() {
        access.freeCode(code);
        if (block != 0) {
            access.free(block);
        }
    }

    private void call(int place, long argument) {
        reserve(FIXED_BYTES);
        call(block, place, argument);
    }

    private void call(long block, int place, long... arguments) {
        ByteBuffer memory = at(block, FIXED_BYTES);
        memory.putLong(0, word(word(inspector, 0), place));
        memory.putLong(REGISTERS_AT, inspector);
        for (int i = 0; i < arguments.length; i++) {
            memory.putLong(REGISTERS_AT + (1 + i) * Long.BYTES, arguments[i]);
        }
        access.call(code, block);
    }

    private void reserve(int bytes) {
        if (bytes > blockBytes) {
            if (block != 0) {
                access.free(block);
            }
            blockBytes = Integer.highestOneBit(bytes) * 2;
            block = access.allocate(blockBytes);
            if (block == 0) {
                throw new OutOfMemoryError("no memory for a call of V8's inspector");
            }
        }
    }

    /** Puts the three words of a text, and its characters; answers where the next ones may stand. */
    private static int putText(long block, ByteBuffer memory, int words, int chars, String text) {
        memory.putLong(words, 0);
        memory.putLong(words + Long.BYTES, text.length());
        memory.putLong(words + 2 * Long.BYTES, block + chars);
        for (int i = 0; i < text.length(); i++) {
            memory.putChar(chars + i * Character.BYTES, text.charAt(i));
        }
        return chars + text.length() * Character.BYTES;
    }

    /** A function that takes the address of a block in rdi. */
    private static byte[] instructions() {
        int[] code = {
            0x55, // push rbp
            0x48,
            0x89,
            0xe5, // mov rbp, rsp
            0x48,
            0x83,
            0xec,
            STACK_WORDS * Long.BYTES, // sub rsp, 80: aligned to 16
            0x48,
            0x89,
            0xf8, // mov rax, rdi
            0x48,
            0x8d,
            0x70,
            STACK_AT, // lea rsi, [rax + STACK_AT]
            0x48,
            0x89,
            0xe7, // mov rdi, rsp
            0xb9,
            STACK_WORDS,
            0,
            0,
            0, // mov ecx, STACK_WORDS
            0xfc,
            0xf3,
            0x48,
            0xa5, // cld; rep movsq
            0x48,
            0x8b,
            0x78,
            0x08, // mov rdi, [rax + 8]
            0x48,
            0x8b,
            0x70,
            0x10, // mov rsi, [rax + 16]
            0x48,
            0x8b,
            0x50,
            0x18, // mov rdx, [rax + 24]
            0x48,
            0x8b,
            0x48,
            0x20, // mov rcx, [rax + 32]
            0x4c,
            0x8b,
            0x40,
            0x28, // mov r8, [rax + 40]
            0x4c,
            0x8b,
            0x48,
            0x30, // mov r9, [rax + 48]
            0xff,
            0x10, // call [rax]
            0xc9,
            0xc3, // leave; ret
        };
        byte[] bytes = new byte[code.length];
        for (int i = 0; i < code.length; i++) {
            bytes[i] = (byte) code[i];
        }
        return bytes;
    }

    private static long word(long address, int i) {
        return at(address + (long) i * Long.BYTES, Long.BYTES).getLong(0);
    }

    // Through buffers: the first access through a segment itself links method handles, for some 10 ms.
    private static ByteBuffer at(long address, int bytes) {
        return MEMORY.asSlice(address, bytes).asByteBuffer().order(ByteOrder.nativeOrder());
    }
}
