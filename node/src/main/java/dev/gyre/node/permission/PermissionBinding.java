package dev.gyre.node.permission;

import dev.gyre.engine.Args;
import dev.gyre.io.libc.NativePath;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The native half of {@code process.permission}: see permission/shared/model.js. */
public final class PermissionBinding implements Binding {
    private final @Nullable GyreRuntime runtime;

    public PermissionBinding(@Nullable GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "permission";
    }

    @Override
    public void register(Functions f) {
        // 0 for everything is allowed, 1 for a model that denies, 2 for one that only reports
        f.add("mode", _ -> {
            Permission permission = Objects.requireNonNull(runtime).permission();
            return permission == null ? 0 : permission.isAudit() ? 2 : 1;
        });
        f.add("has", args -> {
            Scope scope = Scope.labelled(args.requiredString(0));
            if (scope == null) {
                return false;
            }
            NativePath reference = reference(args);
            return reference == null ? permission().has(scope) : permission().has(scope, reference);
        });
        f.add("isGranted", args -> {
            Scope scope = Objects.requireNonNull(Scope.labelled(args.requiredString(0)));
            return permission().isGranted(scope, reference(args));
        });
        f.add("require", args -> {
            Scope scope = Objects.requireNonNull(Scope.labelled(args.requiredString(0)));
            NativePath reference = reference(args);
            if (reference != null && scope.isOfFiles()) {
                permission().requirePath(scope, reference);
            } else {
                permission().require(scope, reference == null ? "" : reference.toString());
            }
            return null;
        });
        f.add("drop", args -> {
            Scope scope = Scope.labelled(args.requiredString(0));
            if (scope != null) {
                permission().drop(scope, reference(args));
            }
            return null;
        });
        f.add("takeDenials", _ -> permission().takeDenials());
    }

    private Permission permission() {
        return Objects.requireNonNull(Objects.requireNonNull(runtime).permission());
    }

    private static @Nullable NativePath reference(Args args) {
        Object given = args.plain(1);
        return given instanceof ByteBuffer bytes
                ? NativePath.of(bytes)
                : given instanceof String text ? NativePath.of(text) : null;
    }
}
