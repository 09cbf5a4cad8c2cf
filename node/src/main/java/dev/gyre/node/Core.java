package dev.gyre.node;

import dev.gyre.engine.CachedScript;
import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptException;
import dev.gyre.engine.ScriptValue;
import dev.gyre.node.bridge.LayoutScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Loads the core JavaScript into an isolate. For the command this happens once, at build time, into a snapshot; a
 * developer can let every start do it, straight from the source tree.
 */
public final class Core {
    /** String references let Buffer use V8's own text coders: see {@code buffer/internal/wasm_text.js}. */
    private static final String TEXT_FLAGS = "--experimental-wasm-stringref";

    /**
     * A string of many megabytes lives on pages of its own. V8 gives them back to the system when it is collected, and
     * asking for them anew costs more than filling them; kept for a while, up to so many megabytes, they are at hand.
     */
    private static final String PAGE_FLAGS = "--large-page-pool --max-large-page-pool-size=64";

    /**
     * What a request needs is garbage when it is answered. V8 begins with one megabyte for new objects, and enlarges that
     * only when much of it survives; with four, a server collects a quarter as often, and each time as little is left.
     */
    private static final String YOUNG_FLAGS = "--min-semi-space-size=4";

    /**
     * V8 marks the whole heap when it nears a limit, which it sets by what has survived so far: for a small program to a
     * few megabytes more than it has, so that one that reads files in a hurry is marked over and over again. The limit is
     * never below so many megabytes.
     */
    private static final String OLD_FLAGS = "--initial-old-space-size=64";

    private static final String BOTH_FLAGS = TEXT_FLAGS + " " + PAGE_FLAGS + " " + YOUNG_FLAGS + " " + OLD_FLAGS;

    /** Core files use V8's natives syntax; code that was compiled with it goes on working in a snapshot without. */
    public static final String BUILD_FLAGS = "--allow-natives-syntax " + BOTH_FLAGS;

    /**
     * A snapshot's functions with natives syntax can't be compiled again, so their bytecode must stay. The snapshot is
     * our own file of the same build: adding it up at every start tells nothing.
     */
    public static final String RUN_FLAGS = "--no-flush-bytecode --no-verify-snapshot-checksum " + BOTH_FLAGS;

    /**
     * A regular expression that has gone back so often begins anew in V8's linear engine, where that can take it. The count
     * is a compromise: an expression with exponential time is caught after milliseconds,
     * while one that is merely busy with a long text is rarely handed over, for it the linear engine is several times
     * slower.
     */
    public static final String REGEXP_GUARD_FLAGS =
            "--enable-experimental-regexp-engine-on-excessive-backtracks --regexp-backtracks-before-fallback=500000";

    private static final String HEAP_FLAG = "--max-old-space-size=";

    static final String GLOBAL = "__gyre";

    private static final String LOADER_ID = "internal/core";
    private static final String HEAD = "(function (exports, require, module, process, binding) {";
    private static final String TAIL = "\n})";

    private Core() {}

    /**
     * Leaves the started core in the global {@code __gyre}.
     *
     * @return the scripts of its modules, which the isolate owns
     */
    static Map<String, CachedScript> load(Isolate isolate, CoreSources sources) throws IOException {
        return load(isolate, sources, Contents.SMALL);
    }

    private static Map<String, CachedScript> load(Isolate isolate, CoreSources sources, Contents contents)
            throws IOException {
        boolean before = isolate.describeErrors(true);
        var scripts = new TreeMap<String, CachedScript>();
        var compiler = new Compiler(isolate, sources.codeCaches(), scripts);
        try (ScriptValue core = compiler.run(
                        LOADER_ID, Files.readString(sources.folder().resolve(CoreFiles.LOADER)));
                ScriptValue define = isolate.get(core, "define");
                ScriptValue bindings = isolate.get(core, "bindings");
                ScriptValue useExtras = isolate.get(core, "useExtras");
                ScriptValue extras = isolate.extras(); // null where V8 has them elsewhere
                ScriptValue useMaker = isolate.get(core, "useMaker");
                ScriptValue maker = isolate.compileMaker();
                ScriptValue require = isolate.get(core, "require")) {
            if (contents == Contents.WORKER) {
                try (ScriptValue makeForWorkers = isolate.get(core, "makeForWorkers")) {
                    isolate.call(makeForWorkers).close();
                }
            }
            isolate.call(bindings, Bindings.describe()).close();
            if (extras != null) {
                isolate.call(useExtras, extras).close();
            }
            isolate.call(useMaker, maker).close();
            compiler.define(define, LayoutScript.ID, LayoutScript.source());
            for (Map.Entry<String, Path> file : CoreFiles.in(sources.folder()).entrySet()) {
                if (CoreFiles.isPackage(file.getKey())) {
                    isolate.call(define, file.getKey(), null).close(); // large, and rarely used: compiled when required
                } else {
                    compiler.define(define, file.getKey(), CoreText.of(Files.readString(file.getValue())));
                }
            }
            try (ScriptValue bootstrap = isolate.call(require, "internal/bootstrap")) {
                isolate.setGlobal(GLOBAL, bootstrap);
            }
            return scripts;
        } catch (ScriptException e) {
            throw new IllegalStateException(
                    "the core does not load: " + e.getMessage() + " at " + e.location() + "\n" + e.stack(), e);
        } finally {
            isolate.describeErrors(before);
        }
    }

    /** Compiles the files of the core, and keeps the scripts. */
    private record Compiler(Isolate isolate, Map<String, byte[]> codeCaches, Map<String, CachedScript> scripts) {
        ScriptValue run(String id, String source) {
            CachedScript script = isolate.compile(source, "node:" + id, codeCaches.get(id));
            scripts.put(id, script);
            return script.run();
        }

        void define(ScriptValue define, String id, String source) {
            try (ScriptValue function = run(id, HEAD + source + TAIL)) {
                isolate.call(define, id, function).close();
            }
        }
    }

    /** What V8 has compiled of the core so far. */
    static Map<String, byte[]> codeCaches(Map<String, CachedScript> scripts) {
        var caches = new TreeMap<String, byte[]>();
        scripts.forEach((id, script) -> caches.put(id, script.codeCache()));
        return caches;
    }

    static ScriptValue compile(Isolate isolate, String id, String source, byte @Nullable [] code) {
        try (CachedScript script = isolate.compile(HEAD + source + TAIL, "node:" + id, code)) {
            return script.run();
        }
    }

    /**
     * Loads every module that is not in the snapshot the isolate was opened from, as programs would.
     *
     * @param sources the lazy sources of the image
     * @return what V8 has compiled of each, for {@link LazyCode}
     */
    public static byte[] lazyCode(Isolate isolate, Path sources) throws IOException {
        LazySources texts = LazySources.open(sources);
        var scripts = new TreeMap<String, CachedScript>();
        try (ScriptValue bootstrap = isolate.global(GLOBAL);
                ScriptValue define = isolate.get(bootstrap, "define");
                ScriptValue missing = isolate.get(bootstrap, "missing");
                ScriptValue load = isolate.get(bootstrap, "loadModule");
                ScriptValue ids = isolate.call(missing)) {
            var compiler = new Compiler(isolate, Map.of(), scripts);
            String[] wanted = ids.text().split(" ");
            for (String id : wanted) {
                compiler.define(define, id, texts.source(id));
            }
            for (String id : wanted) {
                isolate.call(load, id).close();
            }
        }
        return IndexedFile.write(codeCaches(scripts));
    }

    /** Whether these are the flags of a start without any of its own, so that V8 compiles what it did at build time. */
    static boolean areUsual(String flags) {
        var own = new HashSet<String>();
        for (var each = new StringTokenizer(flags);
                each.hasMoreTokens(); ) { // every start comes here: no regular expression
            String flag = each.nextToken();
            if (!flag.startsWith(HEAP_FLAG)) {
                own.add(flag);
            }
        }
        own.removeAll(List.of(REGEXP_GUARD_FLAGS.split(" ")));
        return own.equals(new HashSet<>(List.of(RUN_FLAGS.split(" "))));
    }

    /** What a start needs: the heap of a loaded core, and the sources of all of it. */
    public record Image(byte[] snapshot, byte[] lazySources) {}

    /** Which modules are loaded in a snapshot, besides those that every runtime uses. */
    public enum Contents {
        /** None. */
        SMALL,
        /** Those that servers and many programs use. */
        LARGE,
        /** None, and fewer of the others: what every worker uses. */
        WORKER
    }

    /** Functions that {@code sources} has compiled are compiled in the snapshot. */
    public static Image image(CoreSources sources, Contents contents) throws IOException {
        Isolate isolate = Isolate.openForSnapshot();
        load(isolate, sources, contents).values().forEach(CachedScript::close);
        if (contents == Contents.LARGE) {
            try (ScriptValue bootstrap = isolate.global(GLOBAL);
                    ScriptValue loadMore = isolate.get(bootstrap, "loadMore")) {
                isolate.call(loadMore).close();
            }
        }
        Map<String, Path> files = CoreFiles.in(sources.folder());
        var texts = new TreeMap<String, String>();
        texts.put(LayoutScript.ID, LayoutScript.source());
        for (Map.Entry<String, Path> file : files.entrySet()) {
            texts.put(file.getKey(), CoreText.of(Files.readString(file.getValue())));
        }
        leaveOut(isolate);
        return new Image(isolate.snapshot(), LazySources.write(texts));
    }

    private static void leaveOut(Isolate isolate) {
        try (ScriptValue bootstrap = isolate.global(GLOBAL);
                ScriptValue leaveOut = isolate.get(bootstrap, "leaveOut")) {
            isolate.call(leaveOut).close();
        }
    }
}
