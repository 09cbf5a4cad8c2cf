package dev.gyre.engine;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.interop.callback.IV8ModuleResolver;
import com.caoccao.javet.values.V8Value;
import com.caoccao.javet.values.reference.IV8Module;
import com.caoccao.javet.values.reference.V8Module;
import com.caoccao.javet.values.reference.V8ValueObject;
import dev.gyre.engine.v8internals.ThrownValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ES modules of one isolate, known to the script by number. The script says beforehand what every specifier of a
 * module stands for ({@link #link}); V8 asks for it while it instantiates.
 *
 * <p>A module is held for the isolate's life, as V8's own graph would.
 */
public final class Modules {

    private record Entry(V8Module module, Map<String, Integer> links) {}

    /** V8 names a referrer by a handle of its own: its name and its hash tell which of ours it is. */
    private record Identity(String name, int hash) {
        // By hand: what the compiler would make for a record links method handles at the first use, for 30 ms.
        @Override
        public boolean equals(Object other) {
            return other instanceof Identity that && hash == that.hash && name.equals(that.name);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    private final V8Runtime runtime;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<Identity, Entry> byIdentity = new HashMap<>();

    Modules(V8Runtime runtime) {
        this.runtime = runtime;
        runtime.setV8ModuleResolver(new Resolver());
    }

    /** Compiles a module; its number. */
    public int compile(String source, String url) {
        return compile(source, url, null);
    }

    /** @param codeCache see {@link #codeCache}; one that V8 can't use is ignored. Null for none */
    public int compile(String source, String url, byte @Nullable [] codeCache) {
        boolean before = ThrownValues.describe(true);
        try {
            return add(
                    runtime.getExecutor(source, codeCache)
                            .setResourceName(url)
                            .setModule(true)
                            .compileV8Module(),
                    url);
        } catch (JavetException e) {
            throw Isolate.translate(e);
        } finally {
            ThrownValues.describe(before);
        }
    }

    /**
     * What V8 has compiled of a module so far, for another process that has the same V8 with the same flags; to be asked for
     * before the module was evaluated.
     */
    public byte[] codeCache(int id) {
        try {
            return entries.get(id).module().getCachedData();
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    /** A module whose exports are the enumerable properties of the object at {@code i}; its number. */
    public int synthetic(String name, Args args, int i) {
        try {
            return add(runtime.createV8Module(name, (V8ValueObject) args.value(i)), name);
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    private int add(V8Module module, String name) throws JavetException {
        runtime.removeV8Module(name, false); // from Javet's own table, which allows each name once
        var entry = new Entry(module, new HashMap<>());
        byIdentity.put(new Identity(name, module.getIdentityHash()), entry);
        entries.add(entry);
        return entries.size() - 1;
    }

    /** In the module {@code from}, {@code specifier} is the module {@code to}. */
    public void link(int from, String specifier, int to) {
        entries.get(from).links().put(specifier, to);
    }

    /** Links the module and what it needs; a name that is missing somewhere throws. */
    public void instantiate(int id) {
        boolean before = ThrownValues.describe(true);
        try {
            entries.get(id).module().instantiate();
        } catch (JavetException e) {
            throw Isolate.translate(e);
        } finally {
            ThrownValues.describe(before);
        }
    }

    /** Runs an instantiated module that has not run yet: the promise of its end. */
    public ScriptValue evaluate(int id) {
        try {
            return new ScriptValue(entries.get(id).module().evaluate());
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    public ScriptValue namespace(int id) {
        try {
            V8Value namespace = entries.get(id).module().getNamespace();
            return new ScriptValue(namespace);
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    public int status(int id) {
        try {
            return entries.get(id).module().getStatus();
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    void close() throws JavetException {
        for (Entry entry : entries) {
            entry.module().close(true);
        }
        entries.clear();
        byIdentity.clear();
    }

    private final class Resolver implements IV8ModuleResolver {
        /** Javet would look this up among its own modules first, by the bare specifier. */
        @Override
        public String getAbsoluteResourceName(V8Runtime runtime, String specifier, IV8Module referrer) {
            return "\0";
        }

        @Override
        public IV8Module resolve(V8Runtime runtime, String specifier, IV8Module referrer) throws JavetException {
            String name = referrer.getResourceName();
            Entry from = byIdentity.get(new Identity(name, referrer.getIdentityHash()));
            Integer to = from == null ? null : from.links().get(specifier);
            if (to == null) {
                throw new IllegalStateException("'" + specifier + "' of " + name + " was not linked");
            }
            return entries.get(to).module();
        }
    }
}
