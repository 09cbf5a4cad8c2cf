package dev.gyre.node.util;

import dev.gyre.engine.Args;
import dev.gyre.engine.ScriptValue;
import dev.gyre.node.Binding;
import dev.gyre.node.Functions;
import dev.gyre.node.NodeRuntime;
import java.util.Map;

/** What {@code util} can't see from JavaScript. */
public final class UtilBinding implements Binding {
    private static final Map<String, String> KINDS = Map.ofEntries(
            Map.entry("map/Map", "Map"), Map.entry("set/Set", "Set"), Map.entry("weakmap/WeakMap", "WeakMap"),
            Map.entry("weakset/WeakSet", "WeakSet"), Map.entry("weakref/WeakRef", "WeakRef"),
            Map.entry("iterator/Map Iterator", "MapIterator"), Map.entry("iterator/Set Iterator", "SetIterator"),
            Map.entry("generator/Generator", "Generator"), Map.entry("promise/Promise", "Promise"),
            Map.entry("regexp/RegExp", "RegExp"), Map.entry("date/Date", "Date"), Map.entry("error/Error", "Error"));

    private final NodeRuntime runtime;

    public UtilBinding(NodeRuntime runtime) {
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
        f.add("inspectEntries", args -> entries(args));
        f.add("kindOf", args -> kindOf(args));
        f.add("getConstructorName", args -> {
            String kind = runtime.isolate().inspectKind(args, 0);
            return kind.substring(kind.indexOf('/') + 1);
        });
        f.add("sleep", args -> {
            Thread.sleep(args.longValue(0));
            return null;
        });
    }

    private ScriptValue entries(Args args) {
        return runtime.isolate().inspectEntries(args, 0);
    }

    private String kindOf(Args args) {
        String kind = runtime.isolate().inspectKind(args, 0);
        String found = KINDS.get(kind);
        if (found != null) {
            return found;
        }
        String subtype = kind.substring(0, kind.indexOf('/'));
        return switch (subtype) {
            case "map", "set", "promise", "error", "date" -> Character.toUpperCase(subtype.charAt(0)) + subtype.substring(1);
            case "weakmap" -> "WeakMap";
            case "weakset" -> "WeakSet";
            case "regexp" -> "RegExp";
            case "generator" -> "Generator";
            case "arraybuffer" -> kind.endsWith("SharedArrayBuffer") ? "SharedArrayBuffer" : "ArrayBuffer";
            default -> "Object";
        };
    }
}
