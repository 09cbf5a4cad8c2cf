package dev.gyre.node.module;

import dev.gyre.io.file.EarlyFiles;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.SystemError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * A file of the {@link CompileCache}. It is used only for the source that it was made from, and if its bytes are those
 * that were written.
 *
 * <pre>
 *   magic, length and hash of the source, traits of the source, bytes, CRC-32 of the bytes   6 integers
 *   bytes
 * </pre>
 *
 * @param traits a set of the bits below
 */
record CacheFile(int length, int hash, int traits, byte[] bytes) {
    /** V8 got the source as it is in the file, with the parameters of every CommonJS module. */
    static final int AS_READ = 1;

    /** The source is ASCII. */
    static final int ASCII = 2;

    /** The source has the word "inspector" in it. */
    static final int NAMES_INSPECTOR = 4;

    private static final int MAGIC = 0x47595244;
    private static final int HEADER_BYTES = 6 * Integer.BYTES;

    /** Why a file can't be used, in Node's words. */
    static final class Mismatch extends Exception {
        private static final long serialVersionUID = 1;

        Mismatch(String what) {
            super(what, null, false, false);
        }
    }

    /** @throws SystemError where there is none, or it can't be read */
    static CacheFile read(String file) throws Mismatch {
        byte[] all = EarlyFiles.read(NativePath.of(file));
        if (all.length < HEADER_BYTES) {
            throw new Mismatch("header");
        }
        ByteBuffer header = ByteBuffer.wrap(all, 0, HEADER_BYTES);
        if (header.getInt() != MAGIC) {
            throw new Mismatch("magic number");
        }
        int length = header.getInt();
        int hash = header.getInt();
        int traits = header.getInt();
        if (header.getInt() != all.length - HEADER_BYTES) {
            throw new Mismatch("cache size");
        }
        if (header.getInt() != crcOf(all, HEADER_BYTES)) {
            throw new Mismatch("cache hash");
        }
        return new CacheFile(length, hash, traits, Arrays.copyOfRange(all, HEADER_BYTES, all.length));
    }

    /** Into a file of another name first: a reader sees all of it or nothing. */
    void write(Path part, Path file) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(HEADER_BYTES + bytes.length);
        all.putInt(MAGIC)
                .putInt(length)
                .putInt(hash)
                .putInt(traits)
                .putInt(bytes.length)
                .putInt(crcOf(bytes, 0))
                .put(bytes);
        Files.write(part, all.array());
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    static int crcOf(byte[] bytes, int from) {
        var crc = new CRC32();
        crc.update(bytes, from, bytes.length - from);
        return (int) crc.getValue();
    }
}
