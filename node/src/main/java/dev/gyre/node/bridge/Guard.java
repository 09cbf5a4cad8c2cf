package dev.gyre.node.bridge;

import dev.gyre.engine.Args;
import dev.gyre.io.libc.NativePath;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asked before a native function runs, on the loop's thread, whether it may. Functions have one only where the runtime is
 * restricted.
 */
@FunctionalInterface
public interface Guard {
    /** Throws the error that JavaScript gets in place of a result. */
    void check(Arguments arguments);

    /** Finds the guard of a function when its binding is first used. */
    @FunctionalInterface
    interface Finder {
        @Nullable
        Guard of(String binding, String function);
    }

    /** The arguments of a call, however they are passed. */
    interface Arguments {
        @Nullable
        Object get(int i);

        /** The argument as a path; the call uses the same bytes, whatever becomes of the program's memory meanwhile. */
        NativePath path(int i);

        int integer(int i);

        /** Of a function that is called by way of a slot. */
        default Slot slot() {
            throw new IllegalStateException("no slot");
        }

        default String text(int i) {
            return String.valueOf(get(i));
        }
    }

    /** Plain values. Paths that are bytes are replaced by copies of them. */
    static Arguments of(@Nullable Object[] args) {
        return new Arguments() {
            @Override
            public @Nullable Object get(int i) {
                return args[i];
            }

            @Override
            public NativePath path(int i) {
                if (args[i] instanceof ByteBuffer bytes) {
                    byte[] copy = NativePath.of(bytes).bytes();
                    args[i] = ByteBuffer.wrap(copy);
                    return NativePath.of(copy);
                }
                return NativePath.of((String) Objects.requireNonNull(args[i]));
            }

            @Override
            public int integer(int i) {
                return (int) (double) (Double) Objects.requireNonNull(args[i]);
            }
        };
    }

    /** Arguments of a call that is not work: its paths are strings. */
    static Arguments of(Args args) {
        return new Arguments() {
            @Override
            public @Nullable Object get(int i) {
                return args.plain(i);
            }

            @Override
            public NativePath path(int i) {
                return get(i) instanceof ByteBuffer bytes
                        ? NativePath.of(bytes)
                        : NativePath.of(args.requiredString(i));
            }

            @Override
            public int integer(int i) {
                return args.integer(i);
            }
        };
    }

    static Arguments of(Slot slot) {
        return new Arguments() {
            @Override
            public @Nullable Object get(int i) {
                throw new IllegalStateException("a slot has numbers and a path");
            }

            @Override
            public NativePath path(int i) {
                return NativePath.of(slot.pathBytes());
            }

            @Override
            public int integer(int i) {
                return slot.integer(i);
            }

            @Override
            public Slot slot() {
                return slot;
            }
        };
    }
}
