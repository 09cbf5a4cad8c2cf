package dev.gyre.engine.v8internals;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptException;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three classes of Javet's are replaced by shorter ones of the same names. The engine does the same with Javet's own, slower:
 * a process with Javet first on its class path shows it.
 */
class ReplacedClassesTest {
    private static final String[] REPLACED = {
        "com.caoccao.javet.enums.V8AllocationSpace",
        "com.caoccao.javet.interop.V8Host",
        "com.caoccao.javet.interop.callback.V8FunctionCallback",
        "com.caoccao.javet.utils.JavetDefaultLogger",
    };

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theEngineWorksWithJavetsOwnClassesToo(boolean isJavetFirst) throws IOException, InterruptedException {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath(isJavetFirst),
                        Program.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        assertEquals("replaced: " + !isJavetFirst + "\n3 thrown: at 1\n", output.substring(output.indexOf("replaced")));
    }

    private static String classPath(boolean isJavetFirst) {
        Comparator<String> order = Comparator.comparing(entry -> entry.contains("javet") != isJavetFirst);
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .sorted(order)
                .collect(Collectors.joining(File.pathSeparator));
    }

    static final class Program {
        public static void main(String[] args) throws ClassNotFoundException {
            TestEngine.start();
            boolean isReplaced = true;
            for (String name : REPLACED) {
                String source = Class.forName(name)
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath();
                isReplaced &= !source.contains("javet");
            }
            System.out.println("replaced: " + isReplaced);
            Isolate isolate = Isolate.open(null);
            isolate.setGlobal("add", isolate.function(numbers -> numbers.integer(0) + numbers.integer(1)));
            try (ScriptValue sum = isolate.run("String(add(1, 2))", "test.js")) {
                System.out.print(sum.text() + " ");
                isolate.run("throw new Error('x')", "test.js").close();
            } catch (ScriptException e) {
                System.out.println("thrown: at " + e.location().line());
            }
            System.out.flush();
            Runtime.getRuntime().halt(0);
        }
    }
}
