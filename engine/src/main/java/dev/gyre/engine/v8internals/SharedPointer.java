package dev.gyre.engine.v8internals;

import dev.gyre.engine.ForeignAccess;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One reference to a backing store that Java has, as C++ has them in a {@code std::shared_ptr}: the addresses of the store and
 * of the control block of LLVM's library, which counts the references.
 *
 * <pre>
 *   control block:  table of virtual functions | owners - 1 | weak references | the store
 *   table:          destructor | deleting destructor | on zero owners | get deleter | on zero weak references
 * </pre>
 *
 * <p>Who holds it has to release it once, or to put it into an object of V8's.
 */
record SharedPointer(long store, long control) {
    static final SharedPointer NONE = new SharedPointer(0, 0);

    // In the control block.
    private static final int TABLE = 0;
    private static final int OWNERS = 8;
    private static final int WEAK = 16;
    private static final int STORE = 24;
    private static final int CONTROL_BYTES = 32;

    // In the table.
    private static final int ON_ZERO_OWNERS = 16;
    private static final int ON_ZERO_WEAK = 32;
    private static final int TABLE_BYTES = 40;

    private static final VarHandle COUNT = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** Whether the control block is as expected; its table has to be the same for all of them. */
    boolean isAsExpected(ForeignAccess memory) {
        if (!Addresses.isPointer(store) || !Addresses.isPointer(control)) {
            return false;
        }
        ByteBuffer block = memory.memory(control, CONTROL_BYTES);
        return block.getLong(STORE) == store
                && block.getLong(OWNERS) >= 0
                && block.getLong(WEAK) >= 0
                && Addresses.isPointer(block.getLong(TABLE));
    }

    long table(ForeignAccess memory) {
        return memory.memory(control, CONTROL_BYTES).getLong(TABLE);
    }

    /** Whether nobody else has a reference. */
    boolean isOnly(ForeignAccess memory) {
        return (long) COUNT.getVolatile(memory.memory(control, CONTROL_BYTES), OWNERS) == 0;
    }

    /** A further reference. */
    SharedPointer copy(ForeignAccess memory) {
        COUNT.getAndAdd(memory.memory(control, CONTROL_BYTES), OWNERS, 1L);
        return this;
    }

    /** Ends this reference as the destructor of the C++ class does; the last one frees the store. */
    void release(ForeignAccess memory) {
        if (control == 0) {
            return;
        }
        ByteBuffer block = memory.memory(control, CONTROL_BYTES);
        ByteBuffer table = memory.memory(block.getLong(TABLE), TABLE_BYTES);
        if ((long) COUNT.getAndAdd(block, OWNERS, -1L) == 0) {
            memory.call(table.getLong(ON_ZERO_OWNERS), control);
            if ((long) COUNT.getAndAdd(block, WEAK, -1L) == 0) {
                memory.call(table.getLong(ON_ZERO_WEAK), control);
            }
        }
    }
}
