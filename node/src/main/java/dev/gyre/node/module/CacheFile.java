package dev.gyre.node.module;

import dev.gyre.engine.v8internals.machinecode.SystemCalls;
import dev.gyre.io.file.EarlyFiles;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.SystemError;
import dev.gyre.node.bridge.Layout.KeptCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;

/**
 * A file of the {@link CompileCache}: see {@link KeptCode}, which the loader reads without Java where it can. It is used only for
 * the source that it was made from, and if its bytes are those that were written.
 *
 * @param length of the source
 * @param hash of the source
 * @param traits of the source, a set of bits of {@link KeptCode}
 */
record CacheFile(int length, long hash, int traits, byte[] bytes) {
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
        if (all.length < KeptCode.CONTENTS_AT) {
            throw new Mismatch("header");
        }
        ByteBuffer header = header(all);
        if (word(header, KeptCode.MAGIC) != KeptCode.IS_KEPT_CODE) {
            throw new Mismatch("magic number");
        }
        int length = all.length - KeptCode.CONTENTS_AT;
        if (word(header, KeptCode.LENGTH) != length) {
            throw new Mismatch("cache size");
        }
        if (longWord(header, KeptCode.HASH) != SystemCalls.hash(all, KeptCode.CONTENTS_AT, length, length)) {
            throw new Mismatch("cache hash");
        }
        return new CacheFile(
                word(header, KeptCode.SOURCE_LENGTH),
                longWord(header, KeptCode.SOURCE_HASH),
                word(header, KeptCode.TRAITS),
                Arrays.copyOfRange(all, KeptCode.CONTENTS_AT, all.length));
    }

    /** Into a file of another name first: a reader sees all of it or nothing. */
    void write(Path part, Path file) throws IOException {
        byte[] all = new byte[KeptCode.CONTENTS_AT + bytes.length];
        header(all)
                .putInt(KeptCode.MAGIC * Integer.BYTES, KeptCode.IS_KEPT_CODE)
                .putInt(KeptCode.SOURCE_LENGTH * Integer.BYTES, length)
                .putInt(KeptCode.TRAITS * Integer.BYTES, traits)
                .putInt(KeptCode.LENGTH * Integer.BYTES, bytes.length)
                .putLong(KeptCode.SOURCE_HASH * Integer.BYTES, hash)
                .putLong(KeptCode.HASH * Integer.BYTES, hashOf(bytes));
        System.arraycopy(bytes, 0, all, KeptCode.CONTENTS_AT, bytes.length);
        Files.write(part, all);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    static long hashOf(byte[] bytes) {
        return SystemCalls.hash(bytes, 0, bytes.length, bytes.length);
    }

    private static ByteBuffer header(byte[] all) {
        return ByteBuffer.wrap(all, 0, KeptCode.CONTENTS_AT).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int word(ByteBuffer header, int index) {
        return header.getInt(index * Integer.BYTES);
    }

    private static long longWord(ByteBuffer header, int index) {
        return header.getLong(index * Integer.BYTES);
    }
}
