package dev.gyre.node.module;

import dev.gyre.engine.Args;
import dev.gyre.engine.ScriptException;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.ReadSource;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
        // (folder, whether it may be moved together with the program, whether to tell what happens)
        f.add("open", args -> {
            Consumer<String> log = args.bool(2) ? this::tell : _ -> {};
            cache = new CompileCache(runtime.isolate(), Path.of(args.requiredString(0)), args.bool(1), log);
            return null;
        });
        // (file, source, name, ...parameters) -> a function, or the place of the syntax error. No source: what was read
        // last
        f.add("compileFunction", args -> {
            ReadSource read = runtime.readSource();
            boolean isRead = args.isUndefined(1);
            int hash = isRead ? read.hash() : 0;
            String source = isRead ? read.take() : args.requiredString(1);
            return orPlace(() -> cache().function(
                            args.requiredString(0),
                            source,
                            isRead ? hash : source.hashCode(),
                            args.requiredString(2),
                            parameters(args)));
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

    private static String[] parameters(Args args) {
        String[] parameters = new String[args.size() - 3];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = args.requiredString(i + 3);
        }
        return parameters;
    }

    private static Object orPlace(Supplier<Object> body) {
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
