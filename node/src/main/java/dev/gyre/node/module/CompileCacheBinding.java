package dev.gyre.node.module;

import dev.gyre.engine.Args;
import dev.gyre.engine.ScriptException;
import dev.gyre.io.file.EarlyFiles;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Utf8;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.ReadSource;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.bridge.Layout.KeptCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The {@link CompileCache} of this runtime, once the program or its environment asked for one. */
public final class CompileCacheBinding implements Binding {
    private static final int STDERR = 2;

    private final GyreRuntime runtime;
    private @Nullable CompileCache cache;

    public CompileCacheBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "compile_cache";
    }

    @Override
    public void register(Functions f) {
        f.add("stamp", _ -> Long.toHexString(CompileCache.stamp(runtime.isolate())));
        // (folder, whether it may be moved together with the program, whether to tell what happens)
        f.add("open", args -> {
            Consumer<String> log = args.bool(2) ? this::tell : null;
            cache = new CompileCache(runtime.isolate(), args.requiredString(0), args.bool(1), log);
            return null;
        });
        // (file, whether JavaScript has read it) -> the function of a CommonJS module, where it is kept for the file's
        // contents; else the contents as text, or null where JavaScript has them
        f.add("readFunction", args -> {
            String file = args.requiredString(0);
            ReadSource read = runtime.readSource();
            boolean isRead = args.bool(1);
            byte[] bytes = isRead ? read.bytes() : EarlyFiles.read(NativePath.of(file));
            Object function = orPlace(() -> cache().functionAsRead(file, bytes, CommonJs.parameters()));
            return function != null || isRead ? function : read.keep(Utf8.decode(bytes), bytes);
        });
        // (file, source, name, whether the source names the inspector, whether the parameters are those of every
        // module,
        // ...parameters, if they are not) -> a function, or the place of the syntax error. No source: what was read
        // last
        f.add("compileFunction", args -> {
            ReadSource read = runtime.readSource();
            boolean isRead = args.isUndefined(1);
            int length = isRead ? read.bytes().length : 0;
            long hash = isRead ? CacheFile.hashOf(read.bytes()) : 0;
            int traits = !isRead
                    ? 0
                    : (args.bool(4) ? KeptCode.AS_READ : 0)
                            | (args.bool(3) ? KeptCode.NAMES_INSPECTOR : 0)
                            | (Utf8.isAscii(read.bytes()) ? KeptCode.ASCII : 0);
            String source = isRead ? read.take() : args.requiredString(1);
            return orPlace(() -> cache().function(
                            args.requiredString(0),
                            source,
                            isRead ? length : source.length(),
                            isRead ? hash : source.hashCode(),
                            traits,
                            args.requiredString(2),
                            args.bool(4) ? CommonJs.parameters() : parameters(args, 5)));
        });
        // (file, source, URL) -> the number of a module, or the place of the syntax error
        f.add(
                "compileModule",
                args -> orPlace(
                        () -> cache().module(args.requiredString(0), args.requiredString(1), args.requiredString(2))));
        f.add("text", args -> cache().text(args.requiredString(0), args.requiredString(1)));
        f.add("keepText", args -> {
            cache().keepText(args.requiredString(0), args.requiredString(1), args.requiredString(2));
            return null;
        });
        f.add("flush", _ -> {
            cache().flush();
            return null;
        });
    }

    private void tell(String text) {
        runtime.host().write(STDERR, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private CompileCache cache() {
        return Objects.requireNonNull(cache, "no compile cache");
    }

    private static String[] parameters(Args args, int from) {
        String[] parameters = new String[args.size() - from];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = args.requiredString(i + from);
        }
        return parameters;
    }

    private static @Nullable Object orPlace(Supplier<@Nullable Object> body) {
        try {
            return body.get();
        } catch (ScriptException e) {
            var at = e.location();
            return Arrays.asList(
                    e.getMessage(), at.file(), at.line(), at.sourceLine(), at.startColumn(), at.endColumn());
        }
    }

    @Override
    public void close() {
        if (cache != null) {
            cache.close();
        }
    }
}
