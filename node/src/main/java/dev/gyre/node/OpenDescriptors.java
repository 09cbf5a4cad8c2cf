package dev.gyre.node;

import dev.gyre.io.file.RetiredDescriptors;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.SystemError;
import java.util.BitSet;
import java.util.function.Consumer;

/**
 * The descriptors that JavaScript has by number and nobody else owns: files of {@code fs.open}, pipes of a child process
 * before they become streams. A program may forget to close them. A command's are closed by the end of its process;
 * another runtime closes those that are left when it is closed itself.
 *
 * <p>Any thread: files are opened and closed by the pool.
 */
public final class OpenDescriptors {
    private final boolean isKept;
    private final BitSet open = new BitSet();
    private final BitSet retired = new BitSet();
    private Consumer<String> surprised = _ -> {}; // guarded by this

    /** @param isKept false where the process ends with the runtime: then nothing is noted */
    OpenDescriptors(boolean isKept) {
        this.isKept = isKept;
    }

    /** For a process that ends with the runtime. */
    public static OpenDescriptors unnoted() {
        return new OpenDescriptors(false);
    }

    /**
     * Has the listener told, on any thread, when somebody else must have closed a descriptor that is noted here, or opened
     * one that is not. The texts are Node's.
     */
    public synchronized void onSurprise(Consumer<String> listener) {
        surprised = listener;
    }

    /** JavaScript has this one now. A negative number is an errno, and not noted. */
    public void add(int descriptor) {
        if (isKept && descriptor >= 0) {
            synchronized (this) {
                if (open.get(descriptor)) {
                    surprised.accept("File descriptor " + descriptor + " opened in unmanaged mode twice");
                }
                open.set(descriptor);
            }
        }
    }

    /** It was closed, or has an owner of its own now. */
    public void remove(int descriptor) {
        if (isKept && descriptor >= 0) {
            synchronized (this) {
                open.clear(descriptor);
            }
        }
    }

    /**
     * Closes a descriptor.
     *
     * @return as {@link RetiredDescriptors#close}
     */
    public int close(int descriptor, boolean inUse) {
        if (!isKept) {
            return RetiredDescriptors.close(descriptor, inUse);
        }
        synchronized (this) { // nobody else may get and note the number before it is removed here
            int result = RetiredDescriptors.close(descriptor, inUse);
            if (result >= 0) {
                if (!open.get(descriptor)) {
                    surprised.accept("File descriptor " + descriptor + " closed but not opened in unmanaged mode");
                }
                open.clear(descriptor);
                if (result == RetiredDescriptors.RETIRED) {
                    retired.set(descriptor);
                }
            }
            return result;
        }
    }

    /** @see RetiredDescriptors#free */
    public void free(int descriptor) {
        if (isKept) {
            synchronized (this) {
                retired.clear(descriptor);
            }
        }
        RetiredDescriptors.free(descriptor);
    }

    synchronized void closeAll() {
        open.stream().forEach(descriptor -> {
            try {
                Posix.close(descriptor);
            } catch (SystemError _) {
                // closed behind our back
            }
        });
        open.clear();
        retired.stream().forEach(RetiredDescriptors::free);
        retired.clear();
    }
}
