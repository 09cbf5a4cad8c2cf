package dev.gyre.conformance;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Servers and tools that many use, as npm has them, print under Gyre what they printed under Node. */
class PackagesTest {

    private static final Path ROOT = Path.of("").toAbsolutePath();

    @TestFactory
    Stream<DynamicTest> programsFromNpmBehaveAsUnderNode() {
        var chosen = System.getProperty("gyre.cases", "");
        var cases = Packages.cases(ROOT);
        assertFalse(cases.isEmpty());
        return CaseTests.of(
                cases.stream().filter(test -> test.name().contains(chosen)).toList(),
                CaseTests.gyre(ROOT),
                (test, verdict) -> {
                    if (!verdict.passed()) {
                        fail(test.name() + "\n" + verdict.difference());
                    }
                });
    }
}
