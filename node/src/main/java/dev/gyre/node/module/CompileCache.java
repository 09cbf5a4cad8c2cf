package dev.gyre.node.module;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptValue;
import dev.gyre.io.file.EarlyFiles;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.SystemError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * What V8 has compiled of the program's modules, in a folder, so that another process needs not compile it again: {@code
 * module.enableCompileCache()}. A file is used only if its source is the same, and its bytes are those that were written.
 *
 * <p>What is new is written by {@link #flush}: when the program asks for it, or ends. By then V8 has compiled the functions
 * that were called, and they are part of it.
 *
 * <pre>
 *   magic, characters of the source, hash of the source, bytes, CRC-32 of the bytes   5 integers
 *   bytes
 * </pre>
 */
final class CompileCache implements AutoCloseable {
    /** What is kept; the names are those of Node's messages. */
    enum Kind {
        COMMONJS("CommonJS"),
        ESM("ESM"),
        TYPESCRIPT("StrippedTypeScript");

        final String label;

        Kind(String label) {
            this.label = label;
        }
    }

    private static final int MAGIC = 0x47595243;
    private static final int HEADER_BYTES = 5 * Integer.BYTES;

    private static final class Entry {
        final Kind kind;
        final String name;
        final Path file;
        final int length;
        final int hash;
        byte @Nullable [] read;

        @Nullable
        Supplier<byte[]> current;

        @Nullable
        ScriptValue held;

        boolean isPersisted;

        Entry(Kind kind, String name, Path file, int length, int hash) {
            this.kind = kind;
            this.name = name;
            this.file = file;
            this.length = length;
            this.hash = hash;
        }

        String description() {
            return kind.label + " " + name;
        }
    }

    private final Isolate isolate;
    private final Path folder;
    private final boolean isPortable;
    private final Consumer<String> log;
    private final Map<Path, Entry> entries = new LinkedHashMap<>();

    /** @param log gets the messages of NODE_DEBUG_NATIVE=COMPILE_CACHE */
    CompileCache(Isolate isolate, Path folder, boolean isPortable, Consumer<String> log) {
        this.isolate = isolate;
        this.folder = folder;
        this.isPortable = isPortable;
        this.log = log;
    }

    /** @param hash of the source */
    ScriptValue function(String file, String source, int hash, String name, String[] parameters) {
        Entry entry = entry(Kind.COMMONJS, file, source.length(), hash);
        ScriptValue function = isolate.compileFunction(source, name, entry.read, parameters);
        if (entry.read == null) {
            ScriptValue held = function.another();
            entry.held = held;
            entry.current = () -> isolate.codeCache(held);
        }
        tellOfCode(entry);
        return function;
    }

    int module(String file, String source, String url) {
        Entry entry = entry(Kind.ESM, file, source);
        int id = isolate.modules().compile(source, url, entry.read);
        if (entry.read == null) {
            byte[] code = isolate.modules().codeCache(id); // V8 has none for a module that was evaluated
            entry.current = () -> code;
        }
        tellOfCode(entry);
        return id;
    }

    /** The text that was kept for this source, or null. */
    @Nullable
    String text(String file, String source) {
        Entry entry = entry(Kind.TYPESCRIPT, file, source);
        if (entry.read == null) {
            return null;
        }
        log.accept("[compile cache] retrieving transpile cache for " + entry.description() + "...success\n");
        return new String(entry.read, StandardCharsets.UTF_8);
    }

    void keepText(String file, String source, String text) {
        Entry entry = entry(Kind.TYPESCRIPT, file, source);
        log.accept("[compile cache] saving transpilation cache for " + entry.description() + "\n");
        entry.current = () -> text.getBytes(StandardCharsets.UTF_8);
    }

    private void tellOfCode(Entry entry) {
        log.accept("[compile cache] V8 code cache for " + entry.description()
                + (entry.read == null
                        ? " was not initialized, initializing the in-memory entry\n"
                        : " was accepted, keeping the in-memory entry\n"));
    }

    // ---- reading

    private Entry entry(Kind kind, String name, String source) {
        return entry(kind, name, source.length(), source.hashCode());
    }

    private Entry entry(Kind kind, String name, int length, int hash) {
        Path file = fileOf(kind, name);
        Entry known = entries.get(file);
        if (known != null && known.hash == hash && known.length == length) {
            return known;
        }
        var entry = new Entry(kind, name, file, length, hash);
        log.accept("[compile cache] reading cache from " + file + " for " + entry.description() + "...");
        entry.read = read(entry);
        if (known != null && known.held != null) {
            known.held.close();
        }
        entries.put(file, entry);
        return entry;
    }

    private Path fileOf(Kind kind, String name) {
        String key = name;
        if (isPortable && name.startsWith("/")) {
            key = folder.relativize(Path.of(name)).toString();
            log.accept("[compile cache] using relative path " + key + " from " + folder + "\n");
        }
        var crc = new CRC32();
        crc.update(kind.ordinal());
        crc.update(key.getBytes(StandardCharsets.UTF_8));
        return folder.resolve(Long.toHexString(crc.getValue()));
    }

    private byte @Nullable [] read(Entry entry) {
        byte[] all;
        try {
            all = EarlyFiles.read(NativePath.of(entry.file.toString()));
        } catch (SystemError e) {
            log.accept(e.errno() == Errno.ENOENT.number() ? " no such file or directory\n" : " " + e + "\n");
            return null;
        }
        String mismatch = mismatch(entry, all);
        log.accept(
                mismatch != null ? mismatch + " mismatch: \n" : " success, size=" + (all.length - HEADER_BYTES) + "\n");
        if (mismatch != null) {
            return null;
        }
        byte[] bytes = new byte[all.length - HEADER_BYTES];
        System.arraycopy(all, HEADER_BYTES, bytes, 0, bytes.length);
        return bytes;
    }

    private static @Nullable String mismatch(Entry entry, byte[] all) {
        if (all.length < HEADER_BYTES) {
            return "header";
        }
        ByteBuffer header = ByteBuffer.wrap(all, 0, HEADER_BYTES);
        if (header.getInt() != MAGIC) {
            return "magic number";
        }
        if (header.getInt() != entry.length) {
            return "code size";
        }
        if (header.getInt() != entry.hash) {
            return "code hash";
        }
        if (header.getInt() != all.length - HEADER_BYTES) {
            return "cache size";
        }
        return header.getInt() == crcOf(all, HEADER_BYTES) ? null : "cache hash";
    }

    private static int crcOf(byte[] bytes, int from) {
        var crc = new CRC32();
        crc.update(bytes, from, bytes.length - from);
        return (int) crc.getValue();
    }

    // ---- writing

    /** Writes what is not there yet. */
    void flush() {
        for (Entry entry : entries.values()) {
            if (entry.current == null) {
                log.accept("[compile cache] skip persisting " + entry.description()
                        + (entry.read == null
                                ? " because the cache was not initialized\n"
                                : " because cache was the same\n"));
            } else if (entry.isPersisted) {
                log.accept("[compile cache] skip persisting " + entry.description()
                        + " because cache was already persisted\n");
            } else {
                write(entry, entry.current.get());
            }
        }
    }

    /** Into a file of another name first: a reader sees all of it or nothing. */
    private void write(Entry entry, byte[] bytes) {
        ByteBuffer all = ByteBuffer.allocate(HEADER_BYTES + bytes.length);
        all.putInt(MAGIC)
                .putInt(entry.length)
                .putInt(entry.hash)
                .putInt(bytes.length)
                .putInt(crcOf(bytes, 0))
                .put(bytes);
        Path part = entry.file.resolveSibling(entry.file.getFileName() + "."
                + ProcessHandle.current().pid() + "." + Thread.currentThread().threadId());
        log.accept("[compile cache] writing cache for " + entry.description() + " to temporary file " + part + " ["
                + bytes.length + "]...");
        try {
            Files.write(part, all.array());
            Files.move(part, entry.file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            entry.isPersisted = true;
            log.accept("success\n");
        } catch (IOException e) {
            log.accept("failed: " + e + "\n"); // the next process compiles again
            try {
                Files.deleteIfExists(part);
            } catch (IOException _) {
                // nor can it be deleted
            }
        }
    }

    @Override
    public void close() {
        for (Entry entry : entries.values()) {
            if (entry.held != null) {
                entry.held.close();
            }
        }
        entries.clear();
    }
}
