package dev.gyre.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Programs at a terminal: keys one by one, lines that are edited, the size of the window, what is left behind. */
@EnabledOnOs(OS.LINUX)
class TerminalTest {
    private static final String GYRE = System.getProperty(
            "gyre.command", Path.of("").toAbsolutePath().resolveSibling("gyre").toString());
    private static final int SIGINT = 2;
    private static final int KILLED = 128;

    private static PseudoTerminal run(String script) throws IOException {
        return new PseudoTerminal(80, 24, GYRE, "-e", script);
    }

    @Test
    void keysComeOneByOneInRawMode() throws Exception {
        try (var terminal = run("""
        require('readline').emitKeypressEvents(process.stdin);
        process.stdin.setRawMode(true);
        process.stdin.on('keypress', (text, key) => {
          console.log(`<${key.name} ${key.ctrl} ${key.meta}>`);
          if (key.ctrl && key.name === 'c') process.stdin.pause();
        });
        console.log('ready');
        """)) {
            terminal.await("ready");
            assertFalse(terminal.echoes());
            terminal.type("a");
            terminal.await("<a false false>");
            terminal.type("\033[A");
            terminal.await("<up false false>");
            terminal.type("\033x");
            terminal.await("<x false true>");
            terminal.type("\003");
            terminal.await("<c true false>");
            assertEquals(0, terminal.exitValue());
            assertTrue(terminal.echoes());
        }
    }

    @Test
    void lineIsEditedAndRemembered() throws Exception {
        try (var terminal = run("""
        const rl = require('readline').createInterface({
          input: process.stdin, output: process.stdout, prompt: '> ',
          completer: (line) => [['apple'].filter((word) => word.startsWith(line)), line],
        });
        rl.on('line', (line) => {
          console.log(`<${line}>`);
          rl.prompt();
        });
        rl.on('close', () => console.log('closed'));
        rl.prompt();
        """)) {
            terminal.await("> ");
            terminal.type("wrld\033[D\033[D\033[Do\r"); // three to the left, and the letter that was missing
            terminal.await("<world>");
            terminal.type("x\025\033[A!\r"); // the line deleted, the one before fetched
            terminal.await("<world!>");
            terminal.type("ap");
            terminal.await("ap");
            terminal.type("\t"); // alone: a tab in the middle of pasted text is a tab
            terminal.await("ple");
            terminal.type("\r");
            terminal.await("<apple>");
            terminal.type("\004");
            terminal.await("closed");
            assertEquals(0, terminal.exitValue());
        }
    }

    @Test
    void sizeOfTheWindowIsTold() throws Exception {
        try (var terminal = run("""
        process.stdout.on('resize', () => {
          console.log(`<${process.stdout.getWindowSize()}>`);
          process.stdin.pause();
        });
        process.stdin.resume();
        console.log(`<${process.stdout.columns} ${process.stdout.rows}>`);
        """)) {
            terminal.await("<80 24>");
            terminal.resize(100, 40);
            terminal.await("<100,40>");
            assertEquals(0, terminal.exitValue());
        }
    }

    @Test
    void terminalIsPutBackWhenASignalEndsTheProcess() throws Exception {
        try (var terminal = run("process.stdin.setRawMode(true); console.log('ready'); while (true);")) {
            terminal.await("ready");
            assertFalse(terminal.echoes());
            terminal.kill(SIGINT);
            assertEquals(KILLED + SIGINT, terminal.exitValue());
            assertTrue(terminal.echoes());
        }
    }
}
