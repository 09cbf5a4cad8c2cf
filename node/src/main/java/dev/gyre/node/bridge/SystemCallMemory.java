package dev.gyre.node.bridge;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.v8internals.machinecode.CompileCalls;
import dev.gyre.io.libc.SparseMemory;
import dev.gyre.node.bridge.Layout.KeptCode;
import dev.gyre.node.bridge.Layout.SystemCall;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The memory by which JavaScript makes system calls itself (internal/system_calls.js). JavaScript and the kernel write to it;
 * Java reads the source of a module there. Loop thread only.
 */
public final class SystemCallMemory {
    private final ByteBuffer bytes;
    private final long address;

    private SystemCallMemory(ByteBuffer bytes, long address) {
        this.bytes = bytes;
        this.address = address;
    }

    static SystemCallMemory allocate() {
        ByteBuffer bytes = SparseMemory.allocate(SystemCall.MEMORY_BYTES);
        long address = MemorySegment.ofBuffer(bytes).address();
        bytes.putLong(SystemCall.ADDRESS * Integer.BYTES, address);
        bytes.putInt(SystemCall.SOURCE_LENGTH * Integer.BYTES, -1);
        return new SystemCallMemory(bytes, address);
    }

    /** The function by which V8 compiles; null where V8 is not as expected. */
    @Nullable
    ScriptValue compileCall(Isolate isolate) {
        ScriptValue function = isolate.compileCall(address + SystemCall.COMPILER_AT);
        if (function != null) {
            bytes.putLong(
                    SystemCall.COMPILER_AT + CompileCalls.CODE_ADDRESS_AT,
                    address + SystemCall.CODE_AT + KeptCode.CONTENTS_AT);
        }
        return function;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    long address() {
        return address;
    }

    /** The source that JavaScript has read, once; null where it has read none since. */
    public byte @Nullable [] takeSource() {
        int length = bytes.getInt(SystemCall.SOURCE_LENGTH * Integer.BYTES);
        if (length < 0) {
            return null;
        }
        byte[] source = new byte[length];
        bytes.get(SystemCall.SOURCE_AT, source);
        forgetSource();
        return source;
    }

    /** Java has read another source. */
    public void forgetSource() {
        bytes.putInt(SystemCall.SOURCE_LENGTH * Integer.BYTES, -1);
    }
}
