package dev.gyre.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Gyre's own classes keep the rules; classes that break them on purpose are caught. */
class CodeRulesTest {
    private static final JavaClasses GYRE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("/rules/target/"))
            .importPackages("dev.gyre");

    private static final JavaClasses PLANTED = new ClassFileImporter()
            .withImportOption(location -> location.contains("/rules/target/") && location.contains("/planted/"))
            .importPackages("dev.gyre");

    @Test
    void seesEveryModule() {
        var modules = new TreeSet<String>();
        GYRE.forEach(type -> modules.add(type.getPackageName().replaceFirst("^dev\\.gyre\\.?(\\w*).*", "$1")));
        assertTrue(modules.containsAll(Set.of("loop", "io", "engine", "node", "cli")), () -> "found " + modules);
    }

    @Test
    void aLayerKnowsOnlyThoseBelowIt() {
        CodeRules.layers().forEach(rule -> rule.check(GYRE));
        assertTrue(
                CodeRules.layers().stream().anyMatch(rule -> isBroken(rule, "KnowsTheLayerAbove")),
                "a class of loop that uses node is caught");
    }

    @Test
    void onlyEngineKnowsJavet() {
        CodeRules.onlyEngineKnowsJavet().check(GYRE);
        assertTrue(isBroken(CodeRules.onlyEngineKnowsJavet(), "KnowsJavet"));
    }

    @Test
    void theBridgeUsesNothingElseOfNode() {
        CodeRules.theBridgeStandsAlone().check(GYRE);
        assertTrue(isBroken(CodeRules.theBridgeStandsAlone(), "KnowsTheRuntime"));
    }

    @Test
    void onlyAFewClassesMakeThreads() {
        CodeRules.onlyAFewMakeThreads().check(GYRE);
        for (String planted : new String[] {"MakesAThread", "MakesAnExecutor"}) {
            assertTrue(isBroken(CodeRules.onlyAFewMakeThreads(), planted), planted);
        }
    }

    @Test
    void everyListedMakerOfThreadsExists() {
        var gone = new TreeSet<>(CodeRules.THREAD_MAKERS.keySet());
        gone.removeIf(GYRE::contain);
        assertEquals(Set.of(), gone, "remove these from THREAD_MAKERS");
    }

    @Test
    void nodeHasNoStaticState() {
        CodeRules.noStaticStateInNode(CodeRules.PROCESS_WIDE.keySet()).check(GYRE);
        for (String field : new String[] {"counter", "CACHE", "TABLE"}) {
            assertTrue(isBroken(CodeRules.noStaticStateInNode(Set.of()), "HasStaticState." + field), field);
        }
        assertTrue(isBroken(CodeRules.noStaticStateInNode(Set.of("a.b.gone")), "a.b.gone"), "listed, but gone");
    }

    @Test
    void packagesAreSmall() {
        CodeRules.packagesAreSmall(CodeRules.LARGE_PACKAGES).check(GYRE);
        String name = "dev.gyre.node.planted";
        assertTrue(isBroken(CodeRules.packagesAreSmall(Map.of(name, 1)), name + " has"), "larger than its entry");
        assertTrue(isBroken(CodeRules.packagesAreSmall(Map.of(name, 99)), name + " has"), "smaller than its entry");
    }

    private static boolean isBroken(ArchRule rule, String violation) {
        return rule.evaluate(PLANTED).getFailureReport().getDetails().stream()
                .anyMatch(line -> line.contains(violation));
    }
}
