package dev.gyre.node;

import dev.gyre.engine.Args;
import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptException;
import dev.gyre.engine.ScriptValue;
import dev.gyre.node.module.CommonJs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Compiles what JavaScript asks for: scripts of the program, and core modules that are not in the snapshot. */
final class Scripts {
    private final Isolate isolate;
    private final ReadSource readSource;
    private final @Nullable Path lazySourcesFile;
    private final @Nullable CoreSources coreSources;
    private final @Nullable Path codeFile;
    private volatile @Nullable LazySources lazySources;
    private @Nullable LazyCode lazyCode;
    private final Map<Integer, FunctionText> remembered = new HashMap<>();

    /**
     * @param coreSources for a runtime without a snapshot, which has no file of sources
     * @param codeFile what was compiled of the sources at build time; null if this process can't use it
     */
    Scripts(
            Isolate isolate,
            ReadSource readSource,
            @Nullable Path lazySourcesFile,
            @Nullable CoreSources coreSources,
            @Nullable Path codeFile) {
        this.isolate = isolate;
        this.readSource = readSource;
        this.coreSources = coreSources;
        this.lazySourcesFile = lazySourcesFile;
        this.codeFile = codeFile;
    }

    /**
     * (source, name, ...parameters) -> a function, or the place of the syntax error. No source: what was read last. True in place
     * of the parameters: those of every CommonJS module.
     */
    @Nullable
    Object compileFunction(Args args) {
        return syntaxChecked(() -> compile(text(args)));
    }

    /**
     * The same, and what is compiled can be compiled again by its number.
     *
     * @param id from 0 on, which has all others forgotten; negative where nothing is to be remembered
     */
    @Nullable
    Object compileFunction(int id, Args args) {
        if (id == 0) {
            remembered.clear();
        }
        FunctionText text = text(args);
        return syntaxChecked(() -> {
            ScriptValue compiled = compile(text);
            if (id >= 0) {
                remembered.put(id, text);
            }
            return compiled;
        });
    }

    ScriptValue compileAgain(int id) {
        return compile(Objects.requireNonNull(remembered.get(id)));
    }

    private ScriptValue compile(FunctionText text) {
        return isolate.compileFunction(text.source, text.name, text.parameters);
    }

    private FunctionText text(Args args) {
        String[] parameters = CommonJs.parameters();
        if (!args.bool(2)) {
            parameters = new String[args.size() - 2];
            for (int i = 0; i < parameters.length; i++) {
                parameters[i] = args.requiredString(i + 2);
            }
        }
        return new FunctionText(
                args.isUndefined(0) ? readSource.take() : args.requiredString(0), args.string(1), parameters);
    }

    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record FunctionText(String source, @Nullable String name, String[] parameters) {}

    /** (source, name) -> the function that runs a classic script, or the place of the syntax error. */
    @Nullable
    Object compileScript(Args args) {
        return syntaxChecked(() -> isolate.compileScript(args.requiredString(0), args.string(1)));
    }

    /** (source, name) -> null, or the place of the syntax error. */
    @Nullable
    Object checkSyntax(Args args) {
        return syntaxChecked(() -> {
            isolate.check(args.requiredString(0), args.string(1));
            return null;
        });
    }

    private static @Nullable Object syntaxChecked(Supplier<@Nullable Object> compile) {
        try {
            return compile.get();
        } catch (ScriptException e) {
            var at = e.location();
            return Arrays.asList(
                    e.getMessage(), at.file(), at.line(), at.sourceLine(), at.startColumn(), at.endColumn());
        }
    }

    /** The function of a core module that was left out of the snapshot. */
    ScriptValue compileCore(String id) throws IOException {
        if (lazyCode == null && codeFile != null) {
            lazyCode = LazyCode.open(codeFile, isolate);
        }
        return Core.compile(isolate, id, coreSource(id), lazyCode == null ? null : lazyCode.of(id));
    }

    String coreSource(String id) throws IOException {
        if (lazySourcesFile != null || coreSources == null) {
            return lazySources().source(id);
        }
        return Files.readString(
                Objects.requireNonNull(CoreFiles.in(coreSources.folder()).get(id), id));
    }

    /** Reads the sources that are left out of the snapshot, while there is a descriptor to read them by. Any thread. */
    void readLazySources() {
        try {
            if (lazySourcesFile != null) {
                lazySources().keepAll();
            }
        } catch (IOException _) {
            // the require of a module in it fails with the reason
        }
    }

    private LazySources lazySources() throws IOException {
        LazySources read = lazySources;
        if (read == null) {
            read = LazySources.open(Objects.requireNonNull(lazySourcesFile)); // a race only opens it twice
            lazySources = read;
        }
        return read;
    }
}
