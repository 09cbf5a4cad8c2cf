package dev.gyre.node.util;

import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/** What {@code util} can't see from JavaScript. */
public final class UtilBinding implements Binding {
    private final GyreRuntime runtime;

    public UtilBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "util";
    }

    @Override
    public void register(Functions f) {
        f.add("isProxy", args -> args.proxyDetails(0) != null);
        f.add("getProxyDetails", args -> args.proxyDetails(0));
        f.add("getPromiseDetails", args -> args.promiseDetails(0));
        f.add("promiseResult", args -> runtime.isolate().promiseResult(args, 0));
        f.add("inspectEntries", args -> runtime.isolate().inspectEntries(args, 0));
        f.add("kindOf", args -> args.kind(0));
        f.add("getConstructorName", args -> {
            String kind = runtime.isolate().inspectKind(args, 0);
            return kind.substring(kind.indexOf('/') + 1);
        });
        f.add("addressModulo", args ->
                (int) (MemorySegment.ofBuffer(args.bytes(0)).address() % args.longValue(1)));
        // As V8 hashes the source of a script.
        f.add(
                "hashOfSource",
                args -> HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256")
                                .digest(args.requiredString(0).getBytes(StandardCharsets.UTF_8))));
        f.add("sleep", args -> {
            Thread.sleep(args.longValue(0));
            return null;
        });
    }
}
