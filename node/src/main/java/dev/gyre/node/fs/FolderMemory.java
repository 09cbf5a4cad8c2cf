package dev.gyre.node.fs;

import dev.gyre.io.file.FolderRecords;
import dev.gyre.io.libc.SparseMemory;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.bridge.Layout.FolderPieces;
import dev.gyre.node.bridge.Slot;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The memory that the entries of many folders are read into, for fs/internal/folder_batch.js, which also knows which of
 * its pieces are free. It is Java's: a call that is under way when its isolate ends still has it.
 */
final class FolderMemory {
    private @Nullable ByteBuffer memory;
    private long address;

    private FolderMemory() {}

    static void register(Functions f) {
        var memory = new FolderMemory();
        f.add("openFolderMemory", _ -> memory.open());
        f.addSlotWork("readdirs", WorkKind.FAST_IO, memory::read);
    }

    private ByteBuffer open() {
        memory = SparseMemory.allocate(FolderPieces.PIECES * FolderPieces.PIECE_BYTES);
        address = MemorySegment.ofBuffer(memory).address();
        return memory;
    }

    /**
     * (how many, ..., pieces as bits), and as data for each folder where its path begins and whether it may be none. The
     * size of its records, or why there are none, is put where its path was told; the answer is the size of what did not
     * fit into the pieces.
     */
    private byte @Nullable [] read(Slot slot) {
        int count = slot.integer(0);
        int pieces = slot.integer(2);
        long[] paths = new long[count];
        boolean[] unsure = new boolean[count];
        for (int i = 0; i < count; i++) {
            paths[i] = slot.data() + slot.dataInt(entryAt(i, FolderPieces.PATH));
            unsure[i] = slot.dataInt(entryAt(i, FolderPieces.IS_UNSURE)) != 0;
        }
        int[] sizes = new int[count];
        byte[] spilled = pieces == 0
                ? FolderRecords.read(paths, unsure, sizes, new long[1], 0)
                : FolderRecords.read(paths, unsure, sizes, addresses(pieces), FolderPieces.PIECE_BYTES);
        for (int i = 0; i < count; i++) {
            slot.putDataInt(entryAt(i, FolderPieces.PATH), sizes[i]);
        }
        slot.answer(spilled.length);
        return spilled.length == 0 ? null : spilled;
    }

    private static int entryAt(int folder, int word) {
        return (folder * FolderPieces.INTS + word) * Integer.BYTES;
    }

    private long[] addresses(int pieces) {
        long[] addresses = new long[Integer.bitCount(pieces)];
        int found = 0;
        for (int i = 0; i < FolderPieces.PIECES; i++) {
            if ((pieces >> i & 1) != 0) {
                addresses[found++] = address + (long) i * FolderPieces.PIECE_BYTES;
            }
        }
        return addresses;
    }
}
