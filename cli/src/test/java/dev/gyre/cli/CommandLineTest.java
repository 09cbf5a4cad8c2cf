package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandLineTest {
    private static final Map<String, String> V8_FLAGS = Map.of(
            "--trace-opt",
            "bool",
            "--max-old-space-size",
            "size_t",
            "--stack-size",
            "int",
            "--expose-gc",
            "bool",
            "--abort-on-uncaught-exception",
            "bool");

    private static CommandLine parse(String nodeOptions, String... args) throws BadOption {
        return CommandLine.parse(
                args, nodeOptions == null ? Map.of() : Map.of("NODE_OPTIONS", nodeOptions), () -> V8_FLAGS);
    }

    private static String refused(String nodeOptions, String... args) {
        return assertThrows(BadOption.class, () -> parse(nodeOptions, args)).getMessage();
    }

    @Test
    void optionsEndAtTheScript() throws BadOption {
        var line = parse(null, "--no-warnings", "app.js", "--no-deprecation", "x");
        assertEquals(List.of("app.js", "--no-deprecation", "x"), line.arguments());
        assertEquals(List.of("--no-warnings"), line.execArgv());
        assertTrue(line.has("--no-warnings"));
        assertEquals(false, line.options().get("--warnings"));
    }

    @Test
    void theHeapMayGrowAsFarAsTheMachineOrTheUserSays() throws BadOption {
        long memoryMib = Runtime.getRuntime().maxMemory() / (1024 * 1024) * 4;
        assertEquals("--max-old-space-size=" + memoryMib / 4, HeapLimit.flag(List.of(), "25"));
        assertTrue(HeapLimit.flag(List.of("--trace-opt"), null).matches("--max-old-space-size=\\d{2,4}"));
        assertEquals("", HeapLimit.flag(List.of("--max_old_space_size=99"), null));
        assertEquals("", HeapLimit.flag(List.of("--max-heap-size=99"), null));
        assertEquals("--max-old-space-size=" + memoryMib / 4, HeapLimit.flag(List.of("--max-old-space-size=99"), "25"));
        assertEquals("25", parse("--max-old-space-size-percentage=25").heapPercentage());
        for (String bad : List.of("0", "101", "abc", "-5")) {
            assertEquals(
                    "--max-old-space-size-percentage must be greater than 0 and up to 100. Got: " + bad,
                    refused(null, "--max-old-space-size-percentage=" + bad));
        }
    }

    @Test
    void regularExpressionsAreGuardedUnlessToldOtherwise() throws BadOption {
        assertTrue(parse(null, "app.js").hasRegexpGuard());
        assertTrue(parse(null, "--no-regexp-guard", "--regexp-guard").hasRegexpGuard());
        assertFalse(parse(null, "--no-regexp-guard", "app.js").hasRegexpGuard());
    }

    @Test
    void theLimitOfCallbacksIsANumberOfMilliseconds() throws BadOption {
        assertEquals("200", parse(null, "--block-limit=200").options().get("--block-limit"));
        for (String bad : List.of("abc", "-5", "1.5", "1s")) {
            assertEquals(
                    "--block-limit must be a number of milliseconds, 0 for no limit. Got: " + bad,
                    refused(null, "--block-limit=" + bad));
        }
    }

    @Test
    void aCommandStandsWhereAScriptWould() throws BadOption {
        assertTrue(parse(null, "lint-regexp", "--json", "src").isCommand("lint-regexp"));
        assertEquals(
                List.of("lint-regexp", "--json"),
                parse(null, "lint-regexp", "--json").arguments());
        assertFalse(parse(null, "./lint-regexp").isCommand("lint-regexp"));
        assertFalse(parse(null, "app.js", "lint-regexp").isCommand("lint-regexp"));
        assertFalse(parse(null, "-e", "0", "lint-regexp").isCommand("lint-regexp"));
        assertFalse(parse(null).isCommand("lint-regexp"));
    }

    @Test
    void twoDashesEndTheOptions() throws BadOption {
        var line = parse(null, "--trace-warnings", "--", "-strange.js");
        assertEquals(List.of("-strange.js"), line.arguments());
    }

    @Test
    void valuesComeWithOrWithoutAnEqualsSign() throws BadOption {
        assertEquals("1 + 1", parse(null, "-e", "1 + 1").options().get("--eval"));
        assertEquals("1 + 1", parse(null, "--eval=1 + 1").options().get("--eval"));
        assertEquals(
                List.of("./a", "./b"),
                parse(null, "-r", "./a", "--require=./b", "x.js").options().get("--require"));
    }

    @Test
    void printTakesATextToEvaluate() throws BadOption {
        var line = parse(null, "-p", "6 * 7");
        assertTrue(line.has("--print"));
        assertEquals("6 * 7", line.options().get("--eval"));
    }

    @Test
    void flagsOfV8ReachV8() throws BadOption {
        var line = parse(null, "--max-old-space-size=100", "--trace_opt", "--no-expose-gc", "x.js");
        assertTrue(line.v8Flags().containsAll(List.of("--max-old-space-size=100", "--trace-opt", "--no-expose-gc")));
    }

    @Test
    void aLargerStackGetsALargerThread() throws BadOption {
        assertEquals(984, parse(null, "x.js").v8StackKiB());
        assertEquals(4000, parse(null, "--stack-size=4000", "x.js").v8StackKiB());
    }

    @Test
    void anUnknownOptionIsRefusedByName() {
        assertEquals("bad option: --frobnicate", refused(null, "--frobnicate", "x.js"));
    }

    @Test
    void aMissingValueIsRefusedByName() {
        assertEquals("--eval requires an argument", refused(null, "--eval"));
        assertEquals("-r requires an argument", refused(null, "-r"));
    }

    @Test
    void runWithoutANameListsTheScripts() throws BadOption {
        for (String[] words : new String[][] {{"--run"}, {"--run="}, {"--run", "--watch"}, {"--run", "--", "x"}}) {
            assertEquals("", parse(null, words).options().get("--run"));
        }
        assertEquals("test", parse(null, "--run", "test").options().get("--run"));
    }

    @Test
    void valuesOfV8FlagsAreCheckedBeforeV8IgnoresTheFlagsBehindThem() {
        for (String bad : List.of("--expose-gc=7", "--noexpose-gc=1", "--no-stack-size=4", "--stack-size=1x")) {
            assertEquals("bad option: " + bad, refused(null, bad, "--max-old-space-size=100", "x.js"));
        }
    }

    @Test
    void nodeOptionsComeBeforeTheCommandLine() throws BadOption {
        var line = parse("--require ./a --expose-gc", "--require", "./b", "x.js");
        assertEquals(List.of("./a", "./b"), line.options().get("--require"));
        assertEquals(List.of("--require", "./b"), line.execArgv());
    }

    @Test
    void nodeOptionsAllowLess() {
        assertEquals("--eval is not allowed in NODE_OPTIONS", refused("--eval 1"));
        assertEquals("-p is not allowed in NODE_OPTIONS", refused("-p 1"));
        assertEquals("--stack-size= is not allowed in NODE_OPTIONS", refused("--stack-size=500"));
        assertEquals("-- is not allowed in NODE_OPTIONS", refused("--"));
    }

    @Test
    void variablesStandForOptions() throws BadOption {
        var line = CommandLine.parse(new String[0], Map.of("NODE_PENDING_DEPRECATION", "1"), Map::of);
        assertTrue(line.has("--pending-deprecation"));
    }

    @Test
    void negationIsForFlagsOnly() {
        assertEquals("--no-eval is an invalid negation because it is not a boolean option", refused(null, "--no-eval"));
        assertEquals("bad option: --no-no-warnings", refused(null, "--no-no-warnings"));
    }

    @Test
    void whatGyreDoesNotHaveIsRefusedByName() {
        assertEquals(
                "bad option: --inspect-brk-node (Gyre does not support it)",
                refused(null, "--inspect-brk-node", "x.js"));
        assertEquals(
                "bad option: --build-sea (Gyre does not support it; ./gyre --package makes an archive to run without Java)",
                refused(null, "--build-sea=x", "x.js"));
        assertEquals("bad option: --trace-env (Gyre does not support it)", refused(null, "--trace-env", "x.js"));
        assertEquals(
                "--trace-promises is not allowed in NODE_OPTIONS (Gyre does not support it)",
                refused("--trace-promises"));
        assertEquals(
                "--openssl-config is not allowed in NODE_OPTIONS (Gyre does not support it)",
                refused("--openssl-config=x"));
    }

    @Test
    void whatGyreDoesNotHaveCanBeTurnedOff() throws BadOption {
        parse(null, "--no-strip-types", "--no-experimental-websocket", "--no-experimental-webstorage", "x.js");
    }

    @Test
    void checkAndEvalExcludeEachOther() {
        assertEquals("either --check or --eval can be used, not both", refused(null, "-c", "-p", "1"));
    }

    @Test
    void abortOnUncaughtExceptionIsTheRuntimesOwn() throws BadOption {
        var line = parse(null, "--abort-on-uncaught-exception", "x.js");
        assertTrue(line.has("--abort-on-uncaught-exception"));
        assertEquals(List.of(), line.v8Flags());
    }

    @Test
    void nodeOptionsAreSplitAtSpacesOutsideQuotes() throws BadOption {
        assertEquals(
                List.of("--require", "./a b", "--x=\"c\""),
                CommandLine.words("--require \"./a b\"  \"--x=\\\"c\\\"\""));
        assertThrows(BadOption.class, () -> CommandLine.words("\"open"));
    }
}
