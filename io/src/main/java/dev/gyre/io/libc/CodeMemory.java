package dev.gyre.io.libc;

import dev.gyre.io.libc.Libc.Function;

/** A page of machine code, which can't be written to once it is there. */
public final class CodeMemory {
    private static final int PAGE_BYTES = 4096;
    private static final int PROT_READ = 0x1;
    private static final int PROT_READ_WRITE = 0x1 | 0x2;
    private static final int PROT_READ_EXEC = 0x1 | 0x4;
    private static final int MAP_PRIVATE_ANONYMOUS = 0x2 | 0x20;

    private CodeMemory() {}

    /** @return the address of the code; 0 where the system gives no such memory */
    public static long map(byte[] code) {
        if (code.length > PAGE_BYTES) {
            throw new IllegalArgumentException(code.length + " bytes of code don't fit in a page of " + PAGE_BYTES);
        }
        long address = Libc.callLong(Function.MMAP, 0, PAGE_BYTES, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0);
        if (address < 0) {
            return 0;
        }
        NativeMemory.at(address, PAGE_BYTES).put(0, code, 0, code.length);
        if (Libc.callInt(Function.MPROTECT, address, PAGE_BYTES, PROT_READ_EXEC) < 0) {
            unmap(address);
            return 0;
        }
        return address;
    }

    /** Lets pages, of whomever, be written to, or be read only. */
    public static boolean protect(long address, int bytes, boolean isWritable) {
        return Libc.callInt(Function.MPROTECT, address, bytes, isWritable ? PROT_READ_WRITE : PROT_READ) == 0;
    }

    /** Nobody may run the code any more. */
    public static void unmap(long address) {
        Libc.callInt(Function.MUNMAP, address, PAGE_BYTES);
    }
}
