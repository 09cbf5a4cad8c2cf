package dev.gyre.node.openssl;

import dev.gyre.io.openssl.LibCrypto;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** OpenSSL requests a passphrase through a callback; without ours it would ask at the terminal. */
public final class Passphrase implements AutoCloseable {
    private static final ThreadLocal<byte @Nullable []> OF_THREAD = new ThreadLocal<>();

    public static final long CALLBACK = callback();

    private Passphrase() {}

    /** Sets this thread's passphrase until it is closed; null if the user gave none. */
    public static Passphrase use(@Nullable ByteBuffer passphrase) {
        byte[] bytes = null;
        if (passphrase != null) {
            bytes = new byte[passphrase.remaining()];
            passphrase.duplicate().get(bytes);
        }
        OF_THREAD.set(bytes);
        return new Passphrase();
    }

    @Override
    public void close() {
        OF_THREAD.remove();
    }

    private static long callback() {
        try {
            var answer = MethodHandles.lookup()
                    .findStatic(
                            Passphrase.class,
                            "answer",
                            MethodType.methodType(long.class, long.class, long.class, long.class, long.class));
            var words = FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG);
            return Linker.nativeLinker()
                    .upcallStub(answer, words, Arena.global())
                    .address();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    @SuppressWarnings("unused") // OpenSSL calls it; -1 means a refusal
    private static long answer(long buffer, long size, long isForWriting, long data) {
        byte[] passphrase = OF_THREAD.get();
        if (passphrase == null || passphrase.length > (int) size) {
            return -1;
        }
        LibCrypto.put(buffer, passphrase);
        return passphrase.length;
    }
}
