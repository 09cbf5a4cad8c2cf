package dev.gyre.node.permission;

import dev.gyre.io.file.EarlyFiles;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.libc.Utf8;
import dev.gyre.node.HostProcess;
import dev.gyre.node.RuntimeOptions;
import dev.gyre.node.bridge.ScriptError;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one runtime may do, and the one place that decides it. A runtime has such an object only if it was started with
 * {@code --permission} or {@code --permission-audit}, or by a parent that was; without one nothing is asked and nothing is paid.
 *
 * <p>Every native function that names a path, starts a process or a thread, or opens a connection is a door ({@link Doors}). It
 * asks here before it does anything, on the loop's thread, with the very bytes that it will use. So nothing that a program
 * replaces in JavaScript goes around it, and what was submitted before {@link #drop} still completes.
 *
 * <p>A path is granted by its name: it is made absolute and dots are removed as Node does, without a look at the disk. Links are
 * followed, as documented by Node. One thing is stricter: where the kernel would go another way through {@code link/..} than
 * the name says, the place it arrives at has to be granted as well.
 *
 * <p>The answers may be asked for by any thread; the rest belongs to the loop's thread.
 */
public final class Permission {
    private static final String DENIED = "Access to this API has been restricted";
    private static final String CODE = "ERR_ACCESS_DENIED";
    private static final int MAX_DENIALS = 1024;

    /** All that was granted and not dropped. */
    private record Grants(EnumSet<Scope> scopes, GrantedPaths read, GrantedPaths write) {}

    private final HostProcess host;
    private final boolean isAudit;
    private volatile Grants grants;
    private final List<List<Object>> denials = new ArrayList<>(); // guarded by itself
    private Runnable onDenial = () -> {};

    private Permission(HostProcess host, boolean isAudit, Grants grants) {
        this.host = host;
        this.isAudit = isAudit;
        this.grants = grants;
    }

    /** Null where nothing is restricted. A worker may do what its parent may when it is made. */
    public static @Nullable Permission of(RuntimeOptions options, HostProcess host) {
        if (options.worker() != null) {
            Permission parents = options.worker().parentPermission();
            if (parents != null) {
                return new Permission(host, parents.isAudit, parents.grants);
            }
        }
        Map<String, Object> given = options.options();
        boolean isEnforced = isOn(given, "--permission");
        if (!isEnforced && !isOn(given, "--permission-audit")) {
            return null;
        }
        var permission = new Permission(
                host, !isEnforced, new Grants(EnumSet.noneOf(Scope.class), GrantedPaths.NONE, GrantedPaths.NONE));
        permission.grantAll(options);
        return permission;
    }

    private static boolean isOn(Map<String, Object> options, String name) {
        return Boolean.TRUE.equals(options.get(name));
    }

    private static List<String> list(Map<String, Object> options, String name) {
        return options.get(name) instanceof List<?> list
                ? list.stream().map(String.class::cast).toList()
                : List.of();
    }

    private void grantAll(RuntimeOptions options) {
        Map<String, Object> given = options.options();
        EnumSet<Scope> scopes = EnumSet.noneOf(Scope.class);
        for (Scope scope : Scope.values()) {
            if (!scope.isOfFiles() && isOn(given, scope.option())) {
                scopes.add(scope);
            }
        }
        var readable = new ArrayList<>(list(given, Scope.FILE_SYSTEM_READ.option()));
        List<String> argv = options.argv();
        if (!given.containsKey("--eval") && !isOn(given, "--interactive") && argv.size() > 1) {
            readable.addAll(list(given, "--require"));
            if (!argv.get(1).equals("inspect")) {
                readable.add(argv.get(1));
            }
        }
        grants = new Grants(scopes, granted(readable), granted(list(given, Scope.FILE_SYSTEM_WRITE.option())));
    }

    private GrantedPaths granted(List<String> paths) {
        GrantedPaths granted = GrantedPaths.NONE;
        for (String path : paths) {
            granted = path.equals("*") ? granted.withAll() : granted.with(pattern(bytesOf(path)));
        }
        return granted;
    }

    /** A folder stands for all that is in it. */
    private String pattern(String path) {
        String absolute = resolve(path);
        boolean isFolder = EarlyFiles.kind(nativePath(absolute)) == EarlyFiles.DIRECTORY;
        return !isFolder ? absolute : absolute.endsWith("/") ? absolute + "*" : absolute + "/*";
    }

    // ---- answers

    /** Whether refusals are only reported, not carried out. */
    public boolean isAudit() {
        return isAudit;
    }

    /** Calls this on the loop's thread when there are denials to take. */
    public void onDenial(Runnable listener) {
        onDenial = listener;
    }

    /** What {@code process.permission.has(scope)} says: for files, whether all of them are granted. */
    boolean has(Scope scope) {
        boolean isGranted = isGranted(scope, null);
        if (!isGranted) {
            note(scope, "");
        }
        return isGranted;
    }

    /** What {@code process.permission.has(scope, reference)} says. */
    boolean has(Scope scope, NativePath reference) {
        boolean isGranted = isGranted(scope, reference);
        if (!isGranted) {
            note(scope, reference.toString());
        }
        return isGranted;
    }

    /** Throws if the scope is not granted; whatever is asked for in it makes no difference. */
    public void require(Scope scope, String resource) {
        if (!isGranted(scope, null)) {
            refuse(scope, resource);
        }
    }

    /** Throws if this path is not granted. */
    public void requirePath(Scope scope, NativePath path) {
        if (!isGranted(scope, path)) {
            refuse(scope, path.toString());
        }
    }

    /** The same for lstat(), whose error says less in Node. */
    void requireLstat(NativePath path) {
        if (!has(Scope.FILE_SYSTEM_READ, path) && !isAudit) {
            throw denied(DENIED, Scope.FILE_SYSTEM_READ.title(), path.toString());
        }
    }

    /** Throws, if files are restricted at all, because the function is not to be had then. */
    void requireNoModel(String message) {
        if (!isAudit) {
            throw denied(message, "", "");
        }
    }

    /** Throws if not every file may be read and written. */
    void requireAllFiles(String message) {
        if (!has(Scope.FILE_SYSTEM)) {
            requireNoModel(message);
        }
    }

    /** Throws if a database of SQLite's may not be opened: a path, an URI, or a name for one in memory. */
    void requireDatabase(String location, boolean isReadOnly) {
        String path = databasePath(location);
        if (path.isEmpty() || path.equals(":memory:")) {
            return;
        }
        requirePath(Scope.FILE_SYSTEM_READ, NativePath.of(path));
        if (!isReadOnly) {
            requirePath(Scope.FILE_SYSTEM_WRITE, NativePath.of(path));
        }
    }

    /** Of {@code file:path?options#fragment} the path; a host is left out. */
    private static String databasePath(String location) {
        if (!location.startsWith("file:")) {
            return location;
        }
        String path = location.substring("file:".length()).split("[?#]", 2)[0];
        if (path.startsWith("//")) {
            int slash = path.indexOf('/', 2);
            path = slash < 0 ? "" : path.substring(slash);
        }
        return Utf8.decode(unescaped(path));
    }

    private static byte[] unescaped(String text) {
        byte[] bytes = Utf8.encode(text);
        var out = new ByteArrayOutputStream();
        for (int i = 0; i < bytes.length; i++) {
            int high = bytes[i] == '%' && i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
            int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
            if (low >= 0) {
                out.write(high << 4 | low);
                i += 2;
            } else {
                out.write(bytes[i]);
            }
        }
        return out.toByteArray();
    }

    /** The same answer for who wants no error. Any thread. */
    public boolean isGranted(Scope scope, @Nullable NativePath path) {
        Grants now = grants;
        if (scope == Scope.FILE_SYSTEM) {
            return now.read.all() && now.write.all();
        }
        if (scope.isOfFiles()) {
            return covers(scope == Scope.FILE_SYSTEM_READ ? now.read : now.write, path);
        }
        return now.scopes.contains(scope);
    }

    private boolean covers(GrantedPaths granted, @Nullable NativePath path) {
        if (granted.all() || path == null) {
            return granted.all();
        }
        String name = nameOf(path);
        if (name.isEmpty()) {
            return false;
        }
        try {
            String resolved = resolve(name);
            String arrived = granted.covers(resolved) ? whereKernelArrives(name) : null;
            return arrived == null ? granted.covers(resolved) : granted.covers(arrived);
        } catch (SystemError noFolder) {
            return false; // a relative path, and the working folder is gone
        }
    }

    private void refuse(Scope scope, String resource) {
        note(scope, resource);
        if (!isAudit) {
            throw denied(DENIED + ". Use " + scope.option() + " to manage permissions.", scope.title(), resource);
        }
    }

    private static ScriptError denied(String message, String permission, String resource) {
        var properties = new LinkedHashMap<String, Object>();
        properties.put("code", CODE);
        properties.put("permission", permission);
        properties.put("resource", resource);
        return new ScriptError("Error", message, properties);
    }

    // ---- what observers of node:permission-model:* get

    private void note(Scope scope, String resource) {
        add(List.of(scope.label(), scope.title(), resource, false));
    }

    private void add(List<Object> denial) {
        synchronized (denials) {
            if (denials.size() < MAX_DENIALS) {
                denials.add(denial);
            }
        }
        onDenial.run();
    }

    /** Scope, permission, resource and whether it was dropped, of all that was denied or dropped since the last call. */
    List<Object> takeDenials() {
        synchronized (denials) {
            var taken = new ArrayList<Object>(denials);
            denials.clear();
            return taken;
        }
    }

    // ---- drop

    /**
     * Takes a permission back for good.
     *
     * @param reference the path that was granted; null for the whole scope
     */
    void drop(Scope scope, @Nullable NativePath reference) {
        Grants now = grants;
        GrantedPaths read = now.read;
        GrantedPaths write = now.write;
        EnumSet<Scope> scopes = EnumSet.copyOf(now.scopes);
        scopes.remove(scope);
        if (scope == Scope.FILE_SYSTEM || scope == Scope.FILE_SYSTEM_READ) {
            read = dropped(read, reference);
        }
        if (scope == Scope.FILE_SYSTEM || scope == Scope.FILE_SYSTEM_WRITE) {
            write = dropped(write, reference);
        }
        grants = new Grants(scopes, read, write);
        add(List.of(scope.label(), scope.title(), reference == null ? "" : reference.toString(), true));
    }

    private GrantedPaths dropped(GrantedPaths granted, @Nullable NativePath reference) {
        if (reference == null) {
            return GrantedPaths.NONE;
        }
        return granted.all() ? granted : granted.without(pattern(nameOf(reference)));
    }

    // ---- paths, each char a byte

    private static String bytesOf(String text) {
        return new String(Utf8.encode(text), StandardCharsets.ISO_8859_1);
    }

    private static NativePath nativePath(String bytes) {
        return NativePath.of(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** As the kernel sees it: up to the first zero. */
    private static String nameOf(NativePath path) {
        String name = new String(path.bytes(), StandardCharsets.ISO_8859_1);
        int zero = name.indexOf('\0');
        return zero < 0 ? name : name.substring(0, zero);
    }

    private String resolve(String path) {
        return path.startsWith("/") ? normalize(path) : normalize(bytesOf(host.cwd()) + "/" + path);
    }

    private static String normalize(String path) {
        var parts = new ArrayList<String>();
        for (String part : path.split("/")) {
            if (part.equals("..")) {
                if (!parts.isEmpty()) {
                    parts.removeLast();
                }
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return "/" + String.join("/", parts);
    }

    /**
     * Null where the kernel goes the way that the name says. It may not with {@code link/..}, which is the parent of what the
     * link leads to.
     */
    private @Nullable String whereKernelArrives(String path) {
        int cut = path.endsWith("/..") ? path.length() : path.lastIndexOf("/../") + "/..".length();
        if (cut < "/..".length()) {
            return null; // no dots, or only at the beginning, where they lead up from the working folder
        }
        String prefix = path.substring(0, cut);
        try {
            String real = realPath(prefix);
            return real.equals(realPath(resolve(prefix))) ? null : normalize(real + "/" + path.substring(cut));
        } catch (SystemError missing) {
            return null; // it leads nowhere, and the kernel will say so
        }
    }

    private static String realPath(String path) {
        return new String(EarlyFiles.realpath(nativePath(path)), StandardCharsets.ISO_8859_1);
    }
}
