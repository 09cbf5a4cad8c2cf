package dev.gyre.node.fs;

import dev.gyre.io.file.FolderRecords;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.FileCalls;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.OpenDescriptors;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.bridge.Layout.ReadFileStep;
import dev.gyre.node.bridge.Layout.WriteFileStep;
import dev.gyre.node.bridge.Slot;
import org.jspecify.annotations.Nullable;

/**
 * The calls of {@code fs} that programs make by the thousand, by way of slots: nothing but numbers is read here, and the
 * kernel itself reads paths from JavaScript's memory and writes its answers there. fs/internal/calls.js is their other
 * half.
 */
final class FileSlots {
    private static final int DEFAULT_MODE = 0666;
    private static final int S_IFMT = 0xf000;
    private static final int S_IFDIR = 0x4000;

    /** A call that answers one number. */
    @FunctionalInterface
    private interface Call {
        int run(Slot slot);
    }

    private final OpenDescriptors descriptors;

    FileSlots(OpenDescriptors descriptors) {
        this.descriptors = descriptors;
    }

    void register(Functions f) {
        add(f, "stat", s -> FileCalls.stat(s.path(), s.data()));
        add(f, "lstat", s -> FileCalls.lstat(s.path(), s.data()));
        add(f, "fstat", s -> fstat(s, s.integer(0)));
        add(f, "access", s -> FileCalls.access(s.path(), s.integer(0)));
        add(f, "unlink", s -> FileCalls.unlink(s.path()));
        add(f, "mkdir", s -> FileCalls.mkdir(s.path(), s.integer(0)));
        add(f, "rmdir", s -> FileCalls.rmdir(s.path()));
        add(f, "open", this::open);
        add(f, "close", s -> descriptors.close(s.integer(0), s.integer(1) != 0));
        add(f, "read", s -> FileCalls.read(s.integer(0), memory(s), s.whole(1), position(s)));
        add(f, "write", s -> FileCalls.write(s.integer(0), memory(s), s.whole(1), position(s)));
        add(f, "readFile", this::readFile);
        add(f, "writeFile", FileSlots::writeFile);
        f.addSlotWork("readdir", WorkKind.FAST_IO, FileSlots::readFolder);
        FolderMemory.register(f);
    }

    private static void add(Functions f, String name, Call call) {
        f.addSlotWork(name, WorkKind.FAST_IO, slot -> {
            slot.answer(call.run(slot));
            return null;
        });
    }

    private int open(Slot slot) {
        int fd = FileCalls.open(slot.path(), slot.integer(0), slot.integer(1));
        descriptors.add(fd);
        return fd;
    }

    /** A large one is the sum of two numbers, since one has no more than 53 bits. */
    private static long position(Slot slot) {
        return slot.whole(2) + slot.whole(4);
    }

    /**
     * (descriptor, length, position, address, more of the position, bytes at the address): small transfers go through the
     * slot and have no address. The kernel would write past the end of either.
     */
    private static long memory(Slot slot) {
        long length = slot.whole(1);
        long address = slot.whole(3);
        long room = address == 0 ? slot.dataBytes() : slot.whole(5);
        if (length < 0 || length > room) {
            throw new IllegalStateException(length + " bytes for a memory of " + room);
        }
        return address == 0 ? slot.data() : address;
    }

    private static int fstat(Slot slot, int fd) {
        slot.clearData();
        return FileCalls.fstat(fd, slot.data());
    }

    /**
     * (path, flags): opens, reads and closes a regular file that fits into the slot. Of any other it leaves the descriptor
     * open and answers the size, if there is one, in the status: JavaScript reads it part by part.
     *
     * <p>Only what has an end can be a file that fits, and to ask where that is takes less than to ask for a status.
     */
    private int readFile(Slot slot) {
        slot.descriptor(-1);
        int fd = FileCalls.open(slot.path(), slot.integer(0), DEFAULT_MODE);
        if (fd < 0) {
            return failed(slot, fd, ReadFileStep.OPEN);
        }
        long size = FileCalls.seekEnd(fd);
        if (size <= 0 || size > slot.dataBytes()) {
            return leaveOpen(slot, fd);
        }
        int length = 0;
        int result = 0;
        while (length < size) {
            result = FileCalls.read(fd, slot.data() + length, size - length, length);
            if (result <= 0) {
                break;
            }
            length += result;
        }
        FileCalls.close(fd);
        return result < 0 ? failed(slot, result, ReadFileStep.READ) : length;
    }

    private int leaveOpen(Slot slot, int fd) {
        FileCalls.seekBegin(fd); // what can't has not been moved either
        int result = fstat(slot, fd);
        int step = ReadFileStep.FSTAT;
        if (result >= 0 && (slot.dataInt(FileCalls.MODE_AT) & S_IFMT) == S_IFDIR) {
            result = Errno.EISDIR.number();
            step = ReadFileStep.READ;
        }
        if (result < 0) {
            FileCalls.close(fd);
            return failed(slot, result, step);
        }
        descriptors.add(fd);
        slot.descriptor(fd);
        return 0;
    }

    /** (path, flags, mode, offset, length): opens or makes a file, writes what stands behind the path, and closes it. */
    private static int writeFile(Slot slot) {
        int fd = FileCalls.open(slot.path(), slot.integer(0), slot.integer(1));
        if (fd < 0) {
            return failed(slot, fd, WriteFileStep.OPEN);
        }
        long from = slot.address(slot.integer(2));
        int result = 0;
        for (long left = slot.whole(3); left > 0 && result >= 0; left -= result) {
            result = FileCalls.write(fd, from, left, -1);
            from += result;
        }
        FileCalls.close(fd);
        return result < 0 ? failed(slot, result, WriteFileStep.WRITE) : 0;
    }

    private static int failed(Slot slot, int errno, int step) {
        slot.step(step);
        return errno;
    }

    /** (path): all entries as the kernel writes them, if need be behind the slot; the answer is their size. */
    private static byte @Nullable [] readFolder(Slot slot) {
        var records = new FolderRecords(slot.data(), slot.dataBytes());
        int result = records.add(slot.path());
        if (result < 0 || (result & FolderRecords.SPILLED) == 0) {
            slot.answer(result);
            return null;
        }
        byte[] spilled = records.spilled();
        slot.answer(spilled.length);
        if (spilled.length > slot.dataBytes()) {
            return spilled;
        }
        slot.putData(spilled);
        return null;
    }
}
