package dev.gyre.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser, where there is one. */
@Timeout(180)
class PageTest {
    private static final String STATUS = "document.getElementById('status-text')?.textContent";

    private static final Pattern CONTROL =
            Pattern.compile("\"value\":\"(button|slider|link)\"\\},(?:\"chromeRole\":\\{[^}]*\\},)?"
                    + "\"name\":\\{\"type\":\"computedString\",\"value\":\"([^\"]*)\"");

    /** Two functions, one of the core's and one of the program's below it. */
    private static final String PROFILE = """
            {nodes: [{id: 1, callFrame: {functionName: '(root)', url: '', lineNumber: -1}, children: [2]},
              {id: 2, callFrame: {functionName: 'runList', url: 'node:internal/timers', lineNumber: 9}, children: [3]},
              {id: 3, callFrame: {functionName: 'render', url: 'file:///srv/app.js', lineNumber: 41}}],
             samples: [2, 3, 3], timeDeltas: [1000, 3000, 4000]}""";

    @Test
    void showsAPinnedLoopAndEndsItsCallbackByKeyboard(@TempDir Path folder) throws Exception {
        String command = Browser.command().orElse("");
        assumeTrue(!command.isEmpty(), "there is no Chromium on the path, and GYRE_CHROMIUM names none");
        try (var main = new LoopSubject(0, "main");
                var worker = new LoopSubject(1, "worker 1 <b>");
                var dashboard =
                        new Dashboard(new Dashboard.Options(0, null, null), "app.js", () -> List.of(main, worker));
                var browser = new Browser(command, folder)) {
            dashboard.start();
            browser.look(1280, 900, "light");
            browser.open(dashboard.url());
            browser.until(STATUS, Pattern.compile("Turning"));
            browser.until("document.querySelectorAll('.runtime').length", Pattern.compile("2"));
            assertEquals("light", browser.ask("document.documentElement.dataset.theme"));

            main.hold();
            browser.until(STATUS, Pattern.compile("Blocked for .* s"));
            assertEquals("Blocked: Gyre: app.js", browser.ask("document.title"));
            assertEquals("The loop is blocked", browser.ask("document.getElementById('announcement').textContent"));
            browser.until("document.querySelector('.ring svg').classList.contains('held')", Pattern.compile("true"));
            String end = "document.querySelector('button.danger')";
            browser.until(end + ".ariaDisabled", Pattern.compile("false"));
            browser.ask(end + ".focus()");
            browser.press("Enter");
            browser.until(STATUS, Pattern.compile("Turning"));
            assertEquals("true", browser.ask(end + ".ariaDisabled"));

            replaysByKeyboard(browser);
            showsFlameGraphByKeyboard(browser);
            fitsOnPhones(browser);
            checkNames(browser.call("Accessibility.getFullAXTree", "{}"));
            assertEquals(List.of(), browser.complaints());
        }
    }

    /** What can be used has a name for those who don't see it. */
    private static void checkNames(String tree) {
        Matcher control = CONTROL.matcher(tree);
        int count = 0;
        for (; control.find(); count++) {
            assertFalse(control.group(2).isEmpty(), "no name: " + control.group());
        }
        assertTrue(count >= 8, count + " controls in " + tree);
        assertTrue(tree.contains("\"End this callback\""), tree);
    }

    private static void replaysByKeyboard(Browser browser) throws Exception {
        browser.ask("document.activeElement.blur()");
        browser.press(" ");
        browser.until("document.getElementById('pause').textContent", Pattern.compile("Back to live"));
        browser.ask("document.getElementById('scrub').focus()");
        browser.press("ArrowDown");
        browser.until(
                "document.getElementById('scrub').getAttribute('aria-valuetext')",
                Pattern.compile("0\\.[0-9] seconds ago"));
        browser.ask("document.getElementById('pause').click()");
        browser.until("document.getElementById('moment').textContent", Pattern.compile("live"));
    }

    private static void showsFlameGraphByKeyboard(Browser browser) throws Exception {
        browser.ask("(() => { const flame = new Flame(); document.getElementById('profile').append(flame.node);"
                + "document.getElementById('profile').hidden = false; flame.show(flameTree(" + PROFILE + "));"
                + "flame.canvas.querySelector('button').focus(); })()");
        browser.press("ArrowDown");
        browser.press("ArrowDown");
        assertEquals("render /srv/app.js:42, 7.0 ms, itself 7.0 ms", browser.ask("document.activeElement.ariaLabel"));
        assertEquals("1", browser.ask("document.querySelectorAll('.flame button[tabindex=\"0\"]').length"));
        browser.press("Enter");
        assertEquals("1", browser.ask("document.querySelectorAll('.flame button').length"), "it fills the width");
        browser.ask("document.getElementById('profile').replaceChildren()");
    }

    private static void fitsOnPhones(Browser browser) throws Exception {
        browser.look(390, 844, "dark");
        browser.until("document.documentElement.dataset.theme", Pattern.compile("dark"));
        browser.until("innerWidth", Pattern.compile("390"));
        assertEquals("390", browser.ask("document.documentElement.scrollWidth"), "nothing is wider than the page");
    }
}
