package dev.gyre.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The real programs of {@code packages/}: npm installs what they need, unmodified and at the locked versions, into
 * {@code target/packages}, and only when the lock has changed since the last time.
 */
final class Packages {

    private static final List<String> MODES = List.of("development", "production");
    private static final int INSTALL_LIMIT_S = 180;

    private Packages() {}

    /** Each program in each mode; installs what they need first. */
    static List<Case> cases(Path root) {
        var modules = install(root);
        return Case.folders(root.resolve("packages")).stream()
                .filter(program -> Files.exists(program.resolve("main.js")))
                .flatMap(program -> MODES.stream().map(mode -> Case.ofProgram(root, program, mode, modules)))
                .toList();
    }

    private static Path install(Path root) {
        var source = root.resolve("packages");
        var target = root.resolve("target/packages");
        var modules = target.resolve("node_modules");
        var installed = target.resolve("installed-lock.json");
        try {
            var lock = Files.readString(source.resolve("package-lock.json"));
            if (Files.exists(installed) && Files.readString(installed).equals(lock)) {
                return modules;
            }
            Files.createDirectories(target);
            Files.writeString(target.resolve("package-lock.json"), lock);
            Files.writeString(target.resolve("package.json"), Files.readString(source.resolve("package.json")));
            npmInstall(target);
            Files.writeString(installed, lock);
            return modules;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void npmInstall(Path target) throws IOException {
        var log = target.resolve("npm.log");
        var npm = new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline")
                .directory(target.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        Process process;
        try {
            process = npm.start();
        } catch (IOException e) {
            throw new IllegalStateException(
                    "The programs in conformance/packages come from npm, and there is no npm to start: "
                            + "install one (it comes with Node.js) and put it on the PATH.",
                    e);
        }
        try {
            if (!process.waitFor(INSTALL_LIMIT_S, TimeUnit.SECONDS)) {
                Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                        .forEach(ProcessHandle::destroyForcibly);
                throw new IllegalStateException("npm ci still runs after %d s in %s:%n%s"
                        .formatted(INSTALL_LIMIT_S, target, Files.readString(log)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException("npm ci failed in %s:%n%s".formatted(target, Files.readString(log)));
        }
    }
}
