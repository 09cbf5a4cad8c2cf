package dev.gyre.node;

import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.FunctionTable;
import dev.gyre.node.buffer.BufferBinding;
import dev.gyre.node.child_process.ChildProcessBinding;
import dev.gyre.node.crypto.CryptoBinding;
import dev.gyre.node.descriptor.DescriptorBinding;
import dev.gyre.node.dgram.DgramBinding;
import dev.gyre.node.dns.DnsBinding;
import dev.gyre.node.fs.FsBinding;
import dev.gyre.node.gyre.ClusterBinding;
import dev.gyre.node.host.HostBinding;
import dev.gyre.node.http.HttpBinding;
import dev.gyre.node.http2.Http2Binding;
import dev.gyre.node.inspector.InspectorBinding;
import dev.gyre.node.module.CompileCacheBinding;
import dev.gyre.node.module.EsmBinding;
import dev.gyre.node.module.ModuleBinding;
import dev.gyre.node.napi.NapiBinding;
import dev.gyre.node.net.BlockListBinding;
import dev.gyre.node.net.NetBinding;
import dev.gyre.node.os.OsBinding;
import dev.gyre.node.perf_hooks.PerformanceBinding;
import dev.gyre.node.permission.Doors;
import dev.gyre.node.permission.Permission;
import dev.gyre.node.permission.PermissionBinding;
import dev.gyre.node.process.ProcessBinding;
import dev.gyre.node.sqlite.SqliteBinding;
import dev.gyre.node.tls.TlsBinding;
import dev.gyre.node.trace_events.TraceEventsBinding;
import dev.gyre.node.util.UtilBinding;
import dev.gyre.node.v8.V8Binding;
import dev.gyre.node.vm.VmBinding;
import dev.gyre.node.wasi.WasiBinding;
import dev.gyre.node.worker_threads.AtomicsBinding;
import dev.gyre.node.worker_threads.LongTextsBinding;
import dev.gyre.node.worker_threads.MessagesBinding;
import dev.gyre.node.worker_threads.WorkerBinding;
import dev.gyre.node.zlib.ZlibBinding;
import java.util.List;
import java.util.function.Function;

/** All bindings, in the order that gives their functions the numbers of {@link FunctionTable}. */
final class Bindings {
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
            BlockListBinding::new,
            NetBinding::new,
            HttpBinding::new,
            Http2Binding::new,
            _ -> new BufferBinding(),
            HostBinding::new,
            AtomicsBinding::new,
            MessagesBinding::new,
            WorkerBinding::new,
            LongTextsBinding::new,
            TraceEventsBinding::new,
            TlsBinding::new,
            InspectorBinding::new,
            NapiBinding::new,
            WasiBinding::new,
            SqliteBinding::new,
            CompileCacheBinding::new,
            PermissionBinding::new,
            ClusterBinding::new);

    private Bindings() {}

    static FunctionTable of(GyreRuntime runtime) {
        return new FunctionTable(ALL.size(), i -> ALL.get(i).apply(runtime), (binding, function) -> {
            Permission permission = runtime.permission();
            return permission == null ? null : Doors.guard(permission, binding, function);
        });
    }

    /** Names and numbers as JSON, for {@code core.bindings()}. No function of these bindings is called. */
    static String describe() {
        return FunctionTable.describe(
                ALL.stream().map(maker -> maker.apply(null)).toList());
    }
}
