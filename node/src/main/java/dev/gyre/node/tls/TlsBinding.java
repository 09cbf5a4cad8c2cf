package dev.gyre.node.tls;

import dev.gyre.engine.NativeFunction;
import dev.gyre.io.file.EarlyFiles;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.tls.TlsContext;
import dev.gyre.io.tls.TlsEngine;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.openssl.OpenSslErrors;
import java.util.HashMap;
import java.util.Map;

/** The native half of {@code tls}. JavaScript has contexts and engines by number. */
public final class TlsBinding implements Binding {
    private final GyreRuntime runtime;
    private final Map<Integer, TlsContext> contexts = new HashMap<>();
    private final Map<Integer, TlsEngine> engines = new HashMap<>();
    private final RootCertificates roots = new RootCertificates();
    private int nextId = 1;

    public TlsBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "tls";
    }

    @Override
    public void register(Functions functions) {
        var f = new Registry(functions);
        new ContextFunctions(this).register(f);
        var inspection = new InspectionFunctions(this);
        new EngineFunctions(this, runtime, inspection).register(f);
        new SessionFunctions(this).register(f);
        inspection.register(f);
        f.add("rootsBundled", _ -> roots.bundled());
        f.add("rootsSystem", args -> roots.ofSystem(args.string(0), args.string(1)));
        f.add("rootsIn", args -> RootCertificates.in(args.requiredBytes(0)));
        // The file that the process was started with, whatever its program may read.
        f.add(
                "rootsExtra",
                _ -> EarlyFiles.read(
                        NativePath.of(runtime.host().environment().getOrDefault("NODE_EXTRA_CA_CERTS", ""))));
        f.add("rootsUse", args -> {
            roots.use(args.requiredBytes(0));
            return null;
        });
        f.add("rootsUseDefaultPaths", _ -> {
            roots.useDefaultPaths();
            return null;
        });
    }

    /** Functions that leave the thread's queue of OpenSSL errors empty. */
    record Registry(Functions functions) {
        void add(String name, NativeFunction body) {
            functions.add(name, args -> {
                try {
                    return body.call(args);
                } catch (Gone gone) {
                    return null;
                } finally {
                    OpenSslErrors.clearIfAny();
                }
            });
        }
    }

    RootCertificates roots() {
        return roots;
    }

    int add(TlsContext context) {
        contexts.put(nextId, context);
        return nextId++;
    }

    int add(TlsEngine engine) {
        engines.put(nextId, engine);
        return nextId++;
    }

    TlsContext context(int id) {
        TlsContext context = contexts.get(id);
        if (context == null) {
            throw new IllegalStateException("a secure context was used after it was freed: " + id);
        }
        return context;
    }

    /** An engine that is not freed: JavaScript may ask after the connection is closed, and gets nothing. */
    TlsEngine engine(int id) {
        TlsEngine engine = engines.get(id);
        if (engine == null || engine.isFree()) {
            throw new Gone();
        }
        return engine;
    }

    /** The same of one whose handshake does not run on another thread. */
    TlsEngine idleEngine(int id) {
        TlsEngine engine = engine(id);
        if (engine.isBusy()) {
            throw new Gone();
        }
        return engine;
    }

    /** The connection is closed, and its engine freed: the function answers nothing. */
    private static final class Gone extends RuntimeException {
        private Gone() {
            super("the connection is closed", null, false, false);
        }
    }

    void freeContext(int id) {
        TlsContext context = contexts.remove(id);
        if (context != null) {
            context.free();
        }
    }

    void freeEngine(int id) {
        TlsEngine engine = engines.remove(id);
        if (engine != null) {
            engine.free();
        }
    }

    @Override
    public void close() {
        engines.values().forEach(TlsEngine::free);
        engines.clear();
        contexts.values().forEach(TlsContext::free);
        contexts.clear();
        roots.close();
    }
}
