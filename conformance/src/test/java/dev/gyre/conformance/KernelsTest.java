package dev.gyre.conformance;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * V8 codes texts by one of several kernels (simdutf), which it chooses by the CPU. The Buffer cases are run under each that
 * this CPU has, so that none of them holds only for the CPU of the one who recorded it.
 */
class KernelsTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final Path CPU = Path.of("/proc/cpuinfo");

    /** The CPU flags that each kernel needs; the names are those that simdutf reads from the environment. */
    private static final Map<String, List<String>> KERNELS = new TreeMap<>(Map.of(
            "fallback", List.of(),
            "westmere", List.of("sse4_2", "popcnt", "pclmulqdq"),
            "haswell", List.of("avx2", "bmi1", "bmi2"),
            "icelake",
                    List.of(
                            "avx512f",
                            "avx512dq",
                            "avx512cd",
                            "avx512bw",
                            "avx512vl",
                            "avx512_vbmi2",
                            "avx512_vpopcntdq")));

    @TestFactory
    Stream<DynamicTest> buffersBehaveAsRecordedUnderEveryKernel() throws IOException {
        var kernels = kernels();
        var cases = Case.all(ROOT).stream()
                .filter(test -> test.name().startsWith("specs/buffer/"))
                .flatMap(test -> kernels.stream().map(kernel -> under(kernel, test)))
                .toList();
        return CaseTests.of(cases, CaseTests.gyre(ROOT), (test, verdict) -> {
            if (!verdict.passed()) {
                fail(test.name() + "\n" + verdict.difference());
            }
        });
    }

    private static List<String> kernels() throws IOException {
        try (var lines = Files.lines(CPU)) {
            Set<String> flags = lines.filter(line -> line.startsWith("flags"))
                    .limit(1)
                    .flatMap(line -> Stream.of(
                            line.substring(line.indexOf(':') + 1).strip().split(" ")))
                    .collect(Collectors.toSet());
            return KERNELS.keySet().stream()
                    .filter(kernel -> flags.containsAll(KERNELS.get(kernel)))
                    .toList();
        }
    }

    private static Case under(String kernel, Case test) {
        var env = new TreeMap<>(test.env());
        env.put("SIMDUTF_FORCE_IMPLEMENTATION", kernel);
        return new Case(kernel + " " + test.name(), test.dir(), test.args(), env, test.stdin(), test.legal());
    }
}
