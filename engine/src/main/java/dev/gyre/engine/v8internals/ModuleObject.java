package dev.gyre.engine.v8internals;

import com.caoccao.javet.values.V8Value;
import com.caoccao.javet.values.reference.IV8ValueReference;
import dev.gyre.engine.ForeignAccess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code wasm-bytes}: the bytes of a WebAssembly.Module. Valid only inside a native call of its isolate, and until
 * that enters V8: the garbage collector moves the object.
 *
 * <pre>
 *   handle ──> module: map | ... | [3] ──> managed object: map | [1] ──> record: ... | [3] ──> std::shared_ptr
 *   std::shared_ptr: [0] ──> native module: ... | [22] ──> vector: address of the bytes | their number
 * </pre>
 *
 * <p>Every address on the way has to be in memory that can be read, so a V8 that has it otherwise is noticed by {@link
 * dev.gyre.engine.WasmBytes#check} and does no harm.
 */
public final class ModuleObject {
    private static final int MANAGED = 3;
    private static final int RECORD = 1;
    private static final int SHARED_POINTER = 3;
    private static final int WIRE_BYTES = 22;

    private static final int MAX_BYTES = 1 << 30; // as V8 has it
    private static final long MAGIC = 0x00000001_6d736100L; // "\0asm" and the version, as a number

    private record Range(long from, long to) {}

    private final ForeignAccess memory;
    private final List<Range> readable;

    private ModuleObject(ForeignAccess memory, List<Range> readable) {
        this.memory = memory;
        this.readable = readable;
    }

    /** Null where V8 is not as expected. */
    public static byte @Nullable [] bytes(V8Value module, ForeignAccess memory) {
        if (!(module instanceof IV8ValueReference object)) {
            return null;
        }
        List<Range> readable = readable();
        return new ModuleObject(memory, readable).find(object.getHandle());
    }

    private byte @Nullable [] find(long handle) {
        long object = reference(word(word(handle, 0), 0));
        long record = word(reference(word(object, MANAGED)), RECORD);
        long vector = word(word(word(record, SHARED_POINTER), 0), WIRE_BYTES);
        long address = word(vector, 0);
        long length = word(vector, 1);
        if (length < Long.BYTES || length > MAX_BYTES || !isReadable(address, length)) {
            return null;
        }
        ByteBuffer bytes = memory.memory(address, (int) length);
        if (bytes.getLong(0) != MAGIC) {
            return null;
        }
        byte[] copy = new byte[(int) length];
        bytes.get(0, copy);
        return copy;
    }

    /** The address of an object in V8's heap, or 0. */
    private static long reference(long word) {
        return Addresses.isReference(word) ? word - 1 : 0;
    }

    /** The word at this index behind an address, or 0 where there is none. */
    private long word(long address, int index) {
        long at = address + (long) index * Long.BYTES;
        return address != 0 && (address & 7) == 0 && isReadable(at, Long.BYTES)
                ? memory.memory(at, Long.BYTES).getLong(0)
                : 0;
    }

    private boolean isReadable(long from, long bytes) {
        for (Range range : readable) {
            if (from >= range.from && from + bytes <= range.to) {
                return true;
            }
        }
        return false;
    }

    /** What the process can read now, with neighbours joined. */
    private static List<Range> readable() {
        var ranges = new ArrayList<Range>();
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1)) {
                int dash = line.indexOf('-');
                int space = line.indexOf(' ');
                if (line.charAt(space + 1) == 'r' && !line.endsWith("[vsyscall]")) {
                    var range = new Range(
                            Long.parseUnsignedLong(line, 0, dash, 16),
                            Long.parseUnsignedLong(line, dash + 1, space, 16));
                    boolean isNext = !ranges.isEmpty() && ranges.getLast().to == range.from;
                    ranges.add(isNext ? new Range(ranges.removeLast().from, range.to) : range);
                }
            }
        } catch (IOException e) {
            return List.of();
        }
        return ranges;
    }
}
