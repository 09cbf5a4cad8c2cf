package dev.gyre.engine;

import java.nio.ByteBuffer;

/** Access to memory and functions of V8's library by their addresses: what {@link Engine#accessBy} is given. Any thread. */
public interface ForeignAccess {
    /** The memory there, in native byte order. */
    ByteBuffer memory(long address, int bytes);

    /** Calls a function that takes one word and answers nothing. */
    void call(long function, long argument);

    /** So many bytes of the C library's allocator, for V8 to free; 0 where there are none. */
    long allocate(long bytes);

    /** Frees what that allocator has given. */
    void free(long address);

    /** Maps so much machine code, which may be run from then on; 0 where that can't be. */
    long code(byte[] code);

    /** Takes away what {@link #code} has mapped. */
    void freeCode(long address);

    /** Lets pages be written to, or be read only; false where that can't be. */
    boolean protect(long address, int bytes, boolean isWritable);

    /** Has the C library's allocator give the system back what it keeps of freed memory; where that can't be had, nothing. */
    default void trim() {}
}
