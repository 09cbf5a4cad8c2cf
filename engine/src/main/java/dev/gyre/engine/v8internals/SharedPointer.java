package dev.gyre.engine.v8internals;

import dev.gyre.engine.ForeignAccess;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * One reference to a backing store, as C++ has them in a {@code std::shared_ptr}: the addresses of the store and of the
 * control block of LLVM's library, which counts the references.
 *
 * <pre>
 *   control block:  table of virtual functions | owners - 1 | weak references | the store
 *   table:          destructor | deleting destructor | on zero owners | get deleter | on zero weak references
 * </pre>
 *
 * <p>Who holds it has to release it once, or to put it into an object of V8's.
 */
final class SharedPointer {
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

    final long store;
    final long control;
    private final ByteBuffer block;

    private SharedPointer(long store, long control, ByteBuffer block) {
        this.store = store;
        this.control = control;
        this.block = block;
    }

    /** Null unless the control block is as expected. */
    static @Nullable SharedPointer of(long store, long control, ForeignAccess memory) {
        if (!Addresses.isPointer(store) || !Addresses.isPointer(control)) {
            return null;
        }
        ByteBuffer block = memory.memory(control, CONTROL_BYTES);
        boolean isExpected = block.getLong(STORE) == store
                && block.getLong(OWNERS) >= 0
                && block.getLong(WEAK) >= 0
                && Addresses.isPointer(block.getLong(TABLE));
        return isExpected ? new SharedPointer(store, control, block) : null;
    }

    /** The table of functions, which has to be the same for all. */
    long table() {
        return block.getLong(TABLE);
    }

    /** Whether nobody else has a reference. */
    boolean isOnly() {
        return (long) COUNT.getVolatile(block, OWNERS) == 0;
    }

    /** A further reference. */
    SharedPointer copy() {
        COUNT.getAndAdd(block, OWNERS, 1L);
        return this;
    }

    /** A reference that does not keep the store: what a {@code std::weak_ptr} has. To be forgotten once. */
    SharedPointer weaken() {
        COUNT.getAndAdd(block, WEAK, 1L);
        return this;
    }

    /** Makes one more reference of a weak one; false if the store is gone. */
    boolean isLocked() {
        while (true) {
            long owners = (long) COUNT.getVolatile(block, OWNERS);
            if (owners == -1) {
                return false;
            }
            if (COUNT.compareAndSet(block, OWNERS, owners, owners + 1)) {
                return true;
            }
        }
    }

    /** Ends a weak reference. */
    void forget(ForeignAccess memory) {
        long onZero = memory.memory(table(), TABLE_BYTES).getLong(ON_ZERO_WEAK);
        if ((long) COUNT.getAndAdd(block, WEAK, -1L) == 0) {
            memory.call(onZero, control);
        }
    }

    /** Ends this reference as the destructor of the C++ class does; the last one frees the store. */
    void release(ForeignAccess memory) {
        ByteBuffer table = memory.memory(table(), TABLE_BYTES);
        if ((long) COUNT.getAndAdd(block, OWNERS, -1L) == 0) {
            memory.call(table.getLong(ON_ZERO_OWNERS), control);
            if ((long) COUNT.getAndAdd(block, WEAK, -1L) == 0) {
                memory.call(table.getLong(ON_ZERO_WEAK), control);
            }
        }
    }
}
