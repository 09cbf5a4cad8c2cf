package dev.gyre.regexp.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptScannerTest {
    private static List<String> found(String text, Language language) {
        return ScriptScanner.scan(text, language).found().stream()
                .map(found -> "/" + found.source() + "/" + found.flags())
                .toList();
    }

    private static void assertFound(String text, String... expressions) {
        assertEquals(List.of(expressions), found(text, Language.JAVASCRIPT), text);
    }

    @Test
    void tellsExpressionsFromDivisions() {
        assertFound("a / b / c");
        assertFound("x = /b/g", "/b/g");
        assertFound("f(/a/, b / c, /d/)", "/a/", "/d/");
        assertFound("return /a/.test(x) / 2", "/a/");
        assertFound("if (x) /a/.test(y)", "/a/");
        assertFound("(x) / 2 / 3");
        assertFound("a[0] / 2 / b[1]");
        assertFound("i++ / 2 / j--");
        assertFound("!/a/.test(b) / c", "/a/");
        assertFound("x => /a/", "/a/");
        assertFound("{ f(); } /a/.exec(b)", "/a/");
        assertFound("while (x) { y() }\n/a/.test(z)", "/a/");
        assertFound("x = { a: 1 } / 2 / 3");
        assertFound("a.return / 2 / 3");
        assertFound("typeof /a/", "/a/");
        assertFound("a ? /b/ : /c/", "/b/", "/c/");
        assertFound("x = /[/]/", "/[/]/");
        assertFound("x = /\\//", "/\\//");
        assertFound("5 / 2 / 1.5e3 / .5");
        assertFound("'a' / 2 / `b` / 3");
        assertFound("case /a/: break", "/a/");
        assertFound("async () => { for await (const x of y) { /a/.test(x) } }", "/a/");
        assertFound("x = a\n/b/g.c"); // no semicolon is inserted: two divisions
    }

    @Test
    void skipsStringsCommentsAndTemplates() {
        assertFound("// /a/\n/* /b/ */ '/c/' \"\\\"/d/\" `/e/`");
        assertFound("`${ /a/.test(`${/b/}`) } /c/`", "/a/", "/b/");
        assertFound("#!/usr/bin/env node /x/\n/a/", "/a/");
        assertFound("`a ${ { b: { c: 1 } } } /d/`");
    }

    @Test
    void readsJsx() {
        assertFound("<p title='/a/'>it's / a / {/b/} <br/> c</p> / 2", "/b/");
        assertFound("x = <><a b={/c/} {...d}/></>; /e/", "/c/", "/e/");
        assertFound("a < b / c / d > e");
        assertFound("1<<b, c<<d / e / f");
        assertEquals(List.of("/a/"), found("const f = <T,>(x: T) => /a/", Language.TYPESCRIPT_JSX));
        assertEquals(
                List.of("/a/"), found("const f = <T extends U>(x: T) => <b>don't{/a/}</b>", Language.TYPESCRIPT_JSX));
    }

    @Test
    void readsTypeScript() {
        assertEquals(
                List.of("/a/", "/b/i"),
                found(
                        "class A<T extends B> { private x?: Array<string> = y! / 2; r: RegExp = /a/ }\n"
                                + "type X = `a${string}`; let z = <any>/b/i;",
                        Language.TYPESCRIPT));
        assertEquals(List.of(), found("let a = b! / c! / d as number;", Language.TYPESCRIPT));
    }

    @Test
    void readsCallsWithConstantTexts() {
        assertFound("new RegExp('a\\\\d+', \"gi\")", "/a\\d+/gi");
        assertFound("RegExp(`a\n`)", "/a\n/");
        assertFound("new RegExp(String.raw`\\d+`, 'u')", "/\\d+/u");
        assertFound("new RegExp('a' + \"b\" + `c`)", "/abc/");
        assertFound("new RegExp(/a+/, 'i')", "/a+/i");
        assertFound("new window.RegExp('a',)", "/a/");
        assertFound("new RegExp('\\x61\\u0062\\u{63}\\\n\\n')", "/abc\n/");
        assertFound("new x.RegExp('a')");
        var result =
                ScriptScanner.scan("new RegExp(a); new RegExp('a' + b); RegExp(`${a}`); RegExp()", Language.JAVASCRIPT);
        assertEquals(0, result.found().size());
        assertEquals(3, result.others());
    }

    @Test
    void tellsWhereExpressionsBegin() {
        List<Found> found = ScriptScanner.scan("a = /b/; c = new RegExp('d')", Language.JAVASCRIPT)
                .found();
        assertEquals(4, found.get(0).at());
        assertEquals(13, found.get(1).at());
    }

    @Test
    void whatIsNotUnderstoodIsSaid() {
        for (String text : List.of("'a", "`a", "/a", "x = /a\n/", "/* a", "a)", "`${a")) {
            assertThrows(UnreadableException.class, () -> found(text, Language.JAVASCRIPT), text);
        }
    }
}
