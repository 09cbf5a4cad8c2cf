import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A step of the build, started from its source: downloads the archive of one npm package, unless it is there already.
 *
 * <p>Arguments: name, version, SHA-512 in base64 (as in a lock file), and the file to write. It is tried from the registry
 * that npm is told to use (npm_config_registry, .npmrc), from registry.npmjs.org, and last by npm itself, which knows about
 * proxies and log-ins. Only an archive with that checksum is kept. Without one the step still succeeds: it prints a line that
 * begins with "No TypeScript", and the build goes on.
 */
public final class NpmPackage {
    private static final String PUBLIC_REGISTRY = "https://registry.npmjs.org/";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    public static void main(String[] args) throws Exception {
        String name = args[0];
        String version = args[1];
        String checksum = args[2];
        Path target = Path.of(args[3]);
        var tried = new ArrayList<String>();
        for (String registry : registries()) {
            String url = registry + (registry.endsWith("/") ? "" : "/") + name + "/-/" + name + "-" + version + ".tgz";
            try {
                if (keep(download(url), checksum, target)) {
                    return;
                }
                tried.add(url + ": the archive has another checksum");
            } catch (IOException | IllegalArgumentException e) {
                tried.add(url + ": " + e);
            }
        }
        try {
            if (keep(pack(name + "@" + version, target.getParent()), checksum, target)) {
                return;
            }
            tried.add("npm pack: the archive has another checksum");
        } catch (IOException e) {
            tried.add("npm pack: " + e.getMessage());
        }
        System.out.println("No TypeScript: " + name + " " + version + " could not be downloaded, so .ts files can't be run. "
                + "Make the npm registry reachable (npm_config_registry, .npmrc, HTTPS_PROXY), or put the archive at "
                + target + ", then run ./gyre --rebuild. Tried: " + String.join("; ", tried));
    }

    private static boolean keep(byte[] archive, String checksum, Path target) throws Exception {
        byte[] sum = MessageDigest.getInstance("SHA-512").digest(archive);
        if (!Base64.getEncoder().encodeToString(sum).equals(checksum)) {
            return false;
        }
        Files.createDirectories(target.getParent());
        Path part = target.resolveSibling(target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        Files.write(part, archive);
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return true;
    }

    // ---- registries

    private static Set<String> registries() {
        var found = new LinkedHashSet<String>();
        for (String variable : List.of("npm_config_registry", "NPM_CONFIG_REGISTRY")) {
            String value = System.getenv(variable);
            if (value != null && !value.isBlank()) {
                found.add(value.strip());
            }
        }
        String user = System.getenv("NPM_CONFIG_USERCONFIG");
        addFrom(Path.of(".npmrc"), found);
        addFrom(user != null ? Path.of(user) : Path.of(System.getProperty("user.home"), ".npmrc"), found);
        found.add(PUBLIC_REGISTRY);
        return found;
    }

    private static void addFrom(Path file, Set<String> found) {
        try {
            for (String line : Files.readAllLines(file)) {
                String[] parts = line.strip().split("\\s*=\\s*", 2);
                if (parts.length == 2 && parts[0].equals("registry")) {
                    found.add(parts[1]);
                }
            }
        } catch (IOException _) {
            // most people have none
        }
    }

    // ---- downloading

    private static byte[] download(String url) throws IOException, InterruptedException {
        var builder = HttpClient.newBuilder().followRedirects(Redirect.NORMAL).connectTimeout(Duration.ofSeconds(15));
        InetSocketAddress proxy = proxy();
        builder.proxy(proxy == null ? ProxySelector.getDefault() : ProxySelector.of(proxy));
        try (HttpClient client = builder.build()) {
            var response = client.send(
                    HttpRequest.newBuilder(URI.create(url)).timeout(LIMIT).build(), BodyHandlers.ofByteArray());
            if (response.statusCode() != 200) {
                throw new IOException("status " + response.statusCode());
            }
            return response.body();
        }
    }

    private static InetSocketAddress proxy() {
        for (String variable : List.of("HTTPS_PROXY", "https_proxy", "npm_config_https_proxy")) {
            String value = System.getenv(variable);
            if (value != null && !value.isBlank()) {
                URI uri = URI.create(value.contains("://") ? value : "http://" + value);
                return new InetSocketAddress(uri.getHost(), uri.getPort() < 0 ? 80 : uri.getPort());
            }
        }
        return null;
    }

    /** By npm, into a folder beside the target. */
    private static byte[] pack(String spec, Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path own = Files.createTempDirectory(folder, "npm-");
        try {
            Process npm = new ProcessBuilder("npm", "pack", spec, "--silent", "--pack-destination", own.toString())
                    .redirectErrorStream(true)
                    .start();
            npm.getOutputStream().close();
            String said = new String(npm.getInputStream().readAllBytes()).strip();
            int status = npm.waitFor();
            try (var files = Files.list(own)) {
                Path archive = files.findFirst().orElse(null);
                if (archive == null) {
                    throw new IOException("status " + status + " " + said.lines().findFirst().orElse(""));
                }
                byte[] bytes = Files.readAllBytes(archive);
                Files.delete(archive);
                return bytes;
            }
        } finally {
            Files.deleteIfExists(own);
        }
    }
}
