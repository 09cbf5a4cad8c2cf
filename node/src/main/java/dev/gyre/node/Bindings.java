package dev.gyre.node;

import dev.gyre.node.buffer.BufferBinding;
import dev.gyre.node.child_process.ChildProcessBinding;
import dev.gyre.node.crypto.CryptoBinding;
import dev.gyre.node.descriptor.DescriptorBinding;
import dev.gyre.node.dgram.DgramBinding;
import dev.gyre.node.dns.DnsBinding;
import dev.gyre.node.fs.FsBinding;
import dev.gyre.node.host.HostBinding;
import dev.gyre.node.http.HttpBinding;
import dev.gyre.node.module.EsmBinding;
import dev.gyre.node.module.ModuleBinding;
import dev.gyre.node.net.NetBinding;
import dev.gyre.node.os.OsBinding;
import dev.gyre.node.perf_hooks.PerformanceBinding;
import dev.gyre.node.process.ProcessBinding;
import dev.gyre.node.util.UtilBinding;
import dev.gyre.node.v8.V8Binding;
import dev.gyre.node.vm.VmBinding;
import dev.gyre.node.zlib.ZlibBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * All bindings, and the numbers under which JavaScript calls their functions: {@code binding * STRIDE + function}. The
 * numbers are fixed when the snapshot is made; a binding is created only when one of its functions is first called.
 */
final class Bindings {
    private static final int STRIDE = 256;

    /** Their order gives the numbers; the snapshot and the process must agree on it, so both read it here. */
    private static final List<Function<GyreRuntime, Binding>> ALL = List.of(
            BridgeBinding::new,
            ProcessBinding::new,
            ModuleBinding::new,
            UtilBinding::new,
            PerformanceBinding::new,
            FsBinding::new,
            V8Binding::new,
            _ -> new OsBinding(),
            DescriptorBinding::new,
            ChildProcessBinding::new,
            EsmBinding::new,
            VmBinding::new,
            DgramBinding::new,
            DnsBinding::new,
            _ -> new ZlibBinding(),
            CryptoBinding::new,
            NetBinding::new,
            HttpBinding::new,
            _ -> new BufferBinding(),
            HostBinding::new);

    private final GyreRuntime runtime;
    private final Functions.Entry[][] loaded = new Functions.Entry[ALL.size()][];
    private final List<Binding> created = new ArrayList<>();

    Bindings(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    Functions.Entry get(int code) {
        int binding = code / STRIDE;
        Functions.Entry[] entries = loaded[binding];
        if (entries == null) {
            Binding first = ALL.get(binding).apply(runtime);
            created.add(first);
            entries = functionsOf(first).toArray(Functions.Entry[]::new);
            loaded[binding] = entries;
        }
        return entries[code % STRIDE];
    }

    /** Closes the bindings that were used, the last created first. */
    void close() {
        for (Binding binding : created.reversed()) {
            binding.close();
        }
        created.clear();
    }

    private static List<Functions.Entry> functionsOf(Binding binding) {
        var functions = new Functions();
        binding.register(functions);
        if (functions.entries().size() > STRIDE) {
            throw new IllegalStateException(binding.name() + " has more than " + STRIDE + " functions: raise STRIDE");
        }
        return functions.entries();
    }

    /** Names and numbers as JSON, for {@code core.bindings()}. */
    static String describe() {
        var parts = new ArrayList<String>();
        for (int i = 0; i < ALL.size(); i++) {
            Binding binding = ALL.get(i).apply(null);
            List<Functions.Entry> entries = functionsOf(binding);
            parts.add("{\"name\":\"" + binding.name() + "\",\"base\":" + i * STRIDE
                    + ",\"functions\":" + names(entries, _ -> true)
                    + ",\"work\":" + names(entries, entry -> entry.work() != null)
                    + ",\"slotWork\":" + names(entries, entry -> entry.slotWork() != null) + "}");
        }
        return "[" + String.join(",", parts) + "]";
    }

    private static String names(List<Functions.Entry> entries, Predicate<Functions.Entry> which) {
        return entries.stream()
                .filter(which)
                .map(entry -> "\"" + entry.name() + "\"")
                .collect(Collectors.joining(",", "[", "]"));
    }
}
