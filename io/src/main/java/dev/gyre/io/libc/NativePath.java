package dev.gyre.io.libc;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A path as the kernel takes it: bytes that end with the first zero. JavaScript gives a string,
 * written as UTF-8, or a Buffer, whose bytes are taken as they are, since a file's name need not be
 * text. In an error's message it is always text.
 */
public final class NativePath {
    // One of the two is null.
    private final @Nullable String text;
    private final byte @Nullable [] bytes;

    private NativePath(@Nullable String text, byte @Nullable [] bytes) {
        this.text = text;
        this.bytes = bytes;
    }

    public static NativePath of(String text) {
        return new NativePath(text, null);
    }

    public static NativePath of(byte[] bytes) {
        return new NativePath(null, bytes);
    }

    /** Copies the bytes between the buffer's position and limit. */
    public static NativePath of(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return new NativePath(null, bytes);
    }

    /** The path's bytes, without the final zero. */
    public byte[] bytes() {
        return text != null ? Utf8.encode(text) : Objects.requireNonNull(bytes);
    }

    /**
     * The same path for {@code java.nio}, or null where that could mean another file: it drops a
     * final slash, takes the empty path for the working directory, and writes what is beyond ASCII
     * in the locale's encoding.
     */
    public @Nullable Path plain() {
        if (text == null || text.isEmpty() || text.charAt(text.length() - 1) == '/') {
            return null;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 || c >= 0x80) {
                return null;
            }
        }
        return Path.of(text);
    }

    /**
     * Writes the path and a zero to native memory. What does not fit is cut off: the memory is longer
     * than the longest path the kernel takes, which then answers ENAMETOOLONG by itself.
     */
    public void store(NativeMemory memory) {
        byte[] source = bytes();
        int length = Math.min(source.length, memory.size() - 1);
        memory.put(0, source, 0, length);
        memory.putByte(length, 0);
    }

    /** The path as text: invalid UTF-8 becomes U+FFFD. */
    @Override
    public String toString() {
        return text != null ? text : Utf8.decode(Objects.requireNonNull(bytes));
    }
}
