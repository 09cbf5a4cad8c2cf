package dev.gyre.node.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.gyre.loop.watch.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceLineTest {
    private static @Nullable String pattern(String line, int column) {
        return new SourceLine(List.of(line), 1, column).pattern();
    }

    @Test
    void findsALiteralInTheLine() {
        assertEquals("/^(a+)+$/i", pattern("if (/^(a+)+$/i.test(name)) return;", 16));
        assertEquals("/[/\\]]+\\//g", pattern("x = y.replace(/[/\\]]+\\//g, '')", 8));
        assertEquals("new RegExp('a' + b, 'u')", pattern("new RegExp('a' + b, 'u').exec(text)", 26));
    }

    @Test
    void findsTheLiteralNearestToTheCall() {
        assertEquals("/b/", pattern("/a/.test(x) || /b/.test(x)", 20));
        assertEquals("/a/", pattern("/a/.test(x) || /b/.test(x)", 5));
    }

    @Test
    void findsTheDeclarationOfAVariable() {
        var lines = List.of(
                "const other = /x/;", "const word = /^(\\w+)+$/u;", "", "word.exec(text);", "text.match(word);");
        assertEquals("/^(\\w+)+$/u", new SourceLine(lines, 4, 6).pattern());
        assertEquals("/^(\\w+)+$/u", new SourceLine(lines, 5, 6).pattern());
    }

    @Test
    void findsNothingInADivision() {
        assertNull(pattern("const half = total / 2 / count;", 5));
        assertNull(pattern("expression.test(text)", 12));
    }

    @Test
    void readsPartsOfALongLineAndNoMissingFile(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("bundle.js");
        String code = ";".repeat(5000) + "if(/^(a|a)+$/.test(t)){}" + ";".repeat(5000);
        Files.writeString(file, code);
        SourceLine line = SourceLine.of(new Frame("f", file.toString(), 1, 5015, true));
        assertNotNull(line);
        assertEquals("/^(a|a)+$/", line.pattern());
        assertNull(SourceLine.of(new Frame("f", folder.resolve("none.js").toString(), 1, 1, true)));
        assertNull(SourceLine.of(new Frame("f", file.toString(), 2, 1, true)));
        assertNull(SourceLine.of(new Frame("f", "node:fs", 2, 1, false)));
    }
}
