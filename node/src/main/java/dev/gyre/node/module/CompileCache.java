package dev.gyre.node.module;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.v8internals.machinecode.SystemCalls;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.libc.Utf8;
import dev.gyre.node.bridge.Layout.KeptCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What V8 has compiled of the program's modules, in a folder, so that another process needs not compile it again: {@code
 * module.enableCompileCache()}. Each module has a {@link CacheFile}.
 *
 * <p>What is new is written by {@link #flush}: when the program asks for it, or ends. By then V8 has compiled the functions
 * that were called, and they are part of it.
 */
final class CompileCache implements AutoCloseable {
    /** What is kept; the names are those of Node's messages. */
    enum Kind {
        /** {@link KeptCode#COMMONJS} */
        COMMONJS("CommonJS"),
        ESM("ESM"),
        TYPESCRIPT("StrippedTypeScript");

        final String label;

        Kind(String label) {
            this.label = label;
        }
    }

    /** V8's magic number, hashes of its version, of the source and of its flags, checksum of its snapshot. */
    private static final int STAMP_BYTES = 5 * Integer.BYTES;

    /** A module of this process. */
    private static final class Entry {
        final Kind kind;
        final String name;
        final String file;
        final int length;
        final long hash;

        /** Whether the file has it; its bytes are here until V8 got them. */
        boolean isFound;

        byte @Nullable [] read;
        int traits;

        @Nullable
        Supplier<byte[]> current;

        @Nullable
        ScriptValue held;

        boolean isPersisted;

        Entry(Kind kind, String name, String file, int length, long hash) {
            this.kind = kind;
            this.name = name;
            this.file = file;
            this.length = length;
            this.hash = hash;
        }

        String description() {
            return kind.label + " " + name;
        }

        byte @Nullable [] take() {
            byte[] taken = read;
            read = null;
            return taken;
        }
    }

    private final Isolate isolate;
    private final String folder;
    private final boolean isPortable;
    private final @Nullable Consumer<String> log;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /**
     * A number of this V8, its flags and its snapshot: V8 ignores, without a word, what was compiled under others. Whatever it
     * has compiled begins with them, so what it makes of an empty function tells them.
     */
    static long stamp(Isolate isolate) {
        try (ScriptValue empty = isolate.compileFunction("", "")) {
            return CacheFile.hashOf(Arrays.copyOf(isolate.codeCache(empty), STAMP_BYTES));
        }
    }

    /** @param log gets the messages of NODE_DEBUG_NATIVE=COMPILE_CACHE */
    CompileCache(Isolate isolate, String folder, boolean isPortable, @Nullable Consumer<String> log) {
        this.isolate = isolate;
        this.folder = folder;
        this.isPortable = isPortable;
        this.log = log;
    }

    /**
     * The function of a CommonJS module of which this is the file's contents; null if it is not kept, or if V8 got another
     * source than this.
     */
    @Nullable
    ScriptValue functionAsRead(String file, byte[] source, String[] parameters) {
        Entry entry = entry(Kind.COMMONJS, file, source.length, CacheFile.hashOf(source));
        if (entry.read == null || (entry.traits & KeptCode.AS_READ) == 0) {
            return null;
        }
        if ((entry.traits & KeptCode.NAMES_INSPECTOR) != 0) {
            isolate.inspector(); // as internal/compiler.js does
        }
        String text = (entry.traits & KeptCode.ASCII) != 0 ? Utf8.latin1(source) : Utf8.decode(source);
        return function(entry, text, file, parameters);
    }

    /** @param traits of the source, see {@link KeptCode} */
    ScriptValue function(
            String file, String source, int length, long hash, int traits, String name, String[] parameters) {
        Entry entry = entry(Kind.COMMONJS, file, length, hash);
        if (!entry.isFound) {
            entry.traits = traits;
        }
        return function(entry, source, name, parameters);
    }

    private ScriptValue function(Entry entry, String source, String name, String[] parameters) {
        ScriptValue function = isolate.compileFunction(source, name, entry.take(), parameters);
        if (!entry.isFound) {
            ScriptValue held = function.another();
            entry.held = held;
            entry.current = () -> isolate.codeCache(held);
        }
        tellOfCode(entry);
        return function;
    }

    int module(String file, String source, String url) {
        Entry entry = entry(Kind.ESM, file, source);
        int id = isolate.modules().compile(source, url, entry.take());
        if (!entry.isFound) {
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
        byte[] kept = entry.take();
        if (kept == null) {
            return null;
        }
        if (log != null) {
            log.accept("[compile cache] retrieving transpile cache for " + entry.description() + "...success\n");
        }
        return new String(kept, StandardCharsets.UTF_8);
    }

    void keepText(String file, String source, String text) {
        Entry entry = entry(Kind.TYPESCRIPT, file, source);
        if (log != null) {
            log.accept("[compile cache] saving transpilation cache for " + entry.description() + "\n");
        }
        entry.current = () -> text.getBytes(StandardCharsets.UTF_8);
    }

    private void tellOfCode(Entry entry) {
        if (log != null) {
            log.accept("[compile cache] V8 code cache for " + entry.description()
                    + (entry.isFound
                            ? " was accepted, keeping the in-memory entry\n"
                            : " was not initialized, initializing the in-memory entry\n"));
        }
    }

    // ---- reading

    private Entry entry(Kind kind, String name, String source) {
        return entry(kind, name, source.length(), source.hashCode());
    }

    private Entry entry(Kind kind, String name, int length, long hash) {
        String file = fileOf(kind, name);
        Entry known = entries.get(file);
        boolean isSame = known != null && known.hash == hash && known.length == length;
        if (known != null && isSame && (known.read != null || !(known.isFound || known.isPersisted))) {
            return known;
        }
        var entry = new Entry(kind, name, file, length, hash);
        if (log != null) {
            log.accept("[compile cache] reading cache from " + file + " for " + entry.description() + "...");
        }
        read(entry);
        if (known != null && known.held != null) {
            known.held.close();
        }
        entries.put(file, entry);
        return entry;
    }

    private String fileOf(Kind kind, String name) {
        String key = name;
        if (isPortable && name.startsWith("/")) {
            key = Path.of(folder).relativize(Path.of(name)).toString();
            if (log != null) {
                log.accept("[compile cache] using relative path " + key + " from " + folder + "\n");
            }
        }
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        long hash = SystemCalls.hash(bytes, 0, bytes.length, kind.ordinal());
        return folder.concat("/")
                .concat(Integer.toHexString((int) (hash >>> Integer.SIZE)))
                .concat("-")
                .concat(Integer.toHexString((int) hash));
    }

    private void read(Entry entry) {
        String outcome;
        try {
            CacheFile kept = CacheFile.read(entry.file);
            if (kept.length() == entry.length && kept.hash() == entry.hash) {
                entry.isFound = true;
                entry.read = kept.bytes();
                entry.traits = kept.traits();
                outcome = log == null ? "" : " success, size=" + kept.bytes().length + "\n";
            } else {
                outcome = kept.length() == entry.length ? "code hash mismatch: \n" : "code size mismatch: \n";
            }
        } catch (SystemError e) {
            outcome = e.errno() == Errno.ENOENT.number() ? " no such file or directory\n" : " " + e + "\n";
        } catch (CacheFile.Mismatch e) {
            outcome = e.getMessage() + " mismatch: \n";
        }
        if (log != null) {
            log.accept(outcome);
        }
    }

    // ---- writing

    /** Writes what is not there yet. */
    void flush() {
        for (Entry entry : entries.values()) {
            if (entry.current != null && !entry.isPersisted) {
                write(entry, entry.current.get());
            } else if (log != null) {
                log.accept("[compile cache] skip persisting " + entry.description()
                        + (entry.current != null
                                ? " because cache was already persisted\n"
                                : entry.isFound
                                        ? " because cache was the same\n"
                                        : " because the cache was not initialized\n"));
            }
        }
    }

    private void write(Entry entry, byte[] bytes) {
        Path file = Path.of(entry.file);
        Path part = file.resolveSibling(file.getFileName() + "."
                + ProcessHandle.current().pid() + "." + Thread.currentThread().threadId());
        if (log != null) {
            log.accept("[compile cache] writing cache for " + entry.description() + " to temporary file " + part + " ["
                    + bytes.length + "]...");
        }
        String outcome = "success\n";
        try {
            new CacheFile(entry.length, entry.hash, entry.traits, bytes).write(part, file);
            entry.isPersisted = true;
        } catch (IOException e) {
            outcome = "failed: " + e + "\n"; // the next process compiles again
            try {
                Files.deleteIfExists(part);
            } catch (IOException _) {
                // nor can it be deleted
            }
        }
        if (log != null) {
            log.accept(outcome);
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
