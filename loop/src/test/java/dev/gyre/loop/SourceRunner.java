package dev.gyre.loop;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;

/** Compiles a single source file the way the {@code java} launcher does, runs its main method, gives what it prints. */
final class SourceRunner {
    /** The root of the repository: the documents and examples are outside of the module. */
    static final Path ROOT =
            Path.of(System.getProperty("basedir", ".")).toAbsolutePath().getParent();

    private SourceRunner() {}

    static String run(Path source, Path workFolder) throws Exception {
        compile(source, workFolder);
        String className = source.getFileName().toString().replace(".java", "");
        try (var loader = new URLClassLoader(new URL[] {workFolder.toUri().toURL()})) {
            return captureOutput(() -> callMain(loader.loadClass(className)));
        }
    }

    private static void compile(Path source, Path workFolder) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var messages = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            Files.createDirectories(workFolder);
            var options = List.of(
                    "-d",
                    workFolder.toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-proc:none",
                    "-Xlint:all",
                    "-Werror");
            boolean compiled = compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            if (!compiled) {
                throw new AssertionError(source + " doesn't compile:\n" + messages + Files.readString(source));
            }
        }
    }

    /** A main method may be an instance's and without arguments. */
    private static void callMain(Class<?> type) throws Exception {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals("main")) {
                var constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                method.setAccessible(true);
                Object[] arguments = method.getParameterCount() == 0 ? new Object[0] : new Object[] {new String[0]};
                method.invoke(constructor.newInstance(), arguments);
                return;
            }
        }
        throw new AssertionError(type + " has no main method");
    }

    private interface Program {
        void run() throws Exception;
    }

    private static String captureOutput(Program program) throws Exception {
        PrintStream before = System.out;
        var bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            program.run();
        } catch (InvocationTargetException e) {
            throw new AssertionError("after it printed:\n" + bytes.toString(StandardCharsets.UTF_8), e.getCause());
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
