package dev.gyre.node.permission;

import java.util.Map;

/** The options of the permission model. */
public final class PermissionOptions {
    private PermissionOptions() {}

    private static boolean isOption(String name) {
        if (name.equals("--permission") || name.equals("--permission-audit")) {
            return true;
        }
        for (Scope scope : Scope.values()) {
            if (name.equals(scope.option())) {
                return true;
            }
        }
        return false;
    }

    /** Puts these options of a restricted parent into those of its child, whatever that was given itself. */
    public static void inherit(Map<String, Object> parents, Map<String, Object> options) {
        if (!parents.containsKey("--permission") && !parents.containsKey("--permission-audit")) {
            return;
        }
        options.keySet().removeIf(PermissionOptions::isOption);
        parents.forEach((name, value) -> {
            if (isOption(name)) {
                options.put(name, value);
            }
        });
    }
}
