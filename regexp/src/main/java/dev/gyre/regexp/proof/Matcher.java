package dev.gyre.regexp.proof;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptException;
import dev.gyre.engine.ScriptTerminatedException;
import dev.gyre.engine.ScriptValue;
import dev.gyre.regexp.syntax.CodePoints;
import dev.gyre.regexp.syntax.PropertySets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;

/**
 * V8's own matcher, in an isolate of its own that is used by the thread that opened it. The engine must run with the guard off,
 * that is, without {@code --enable-experimental-regexp-engine-on-excessive-backtracks}.
 */
public final class Matcher implements PropertySets, AutoCloseable {
    /** With the flag g, a program goes on after a match: so all matches are made. */
    private static final String SCRIPT = """
            (() => {
              let expression;
              const everything = () => {
                const points = [];
                for (let c = 0; c <= 0x10ffff; c++) if (c < 0xd800 || c > 0xdfff) points.push(c);
                let text = '';
                for (let i = 0; i < points.length; i += 4096) text += String.fromCodePoint(...points.slice(i, i + 4096));
                return text;
              };
              let all;
              return {
                isValid(source, flags) {
                  try { new RegExp(source, flags); return 'yes'; } catch { return 'no'; }
                },
                compile(source, flags) {
                  expression = new RegExp(source, flags);
                  expression.exec('');
                },
                match(text) {
                  expression.lastIndex = 0;
                  if (expression.global) return text.replace(expression, '') === text ? 'no' : 'yes';
                  return expression.exec(text) === null ? 'no' : 'yes';
                },
                property(property) {
                  const ranges = [];
                  for (const { 0: run } of (all ??= everything()).matchAll(new RegExp(`\\\\p{${property}}+`, 'gu'))) {
                    let first = -1, last = -1;
                    for (const character of run) {
                      const c = character.codePointAt(0);
                      if (c !== last + 1 || first < 0) {
                        if (first >= 0) ranges.push(first, last);
                        first = c;
                      }
                      last = c;
                    }
                    ranges.push(first, last);
                  }
                  return ranges.join();
                },
              };
            })()""";

    /** @param isStopped whether it reached the limit, so that it would have taken longer */
    public record Run(long cpuNs, boolean isStopped, boolean hasMatched) {}

    private final Isolate isolate = Isolate.open(null);
    private final TimeLimit limit = new TimeLimit(isolate::terminate);
    private final Map<String, CodePoints> properties = new HashMap<>();
    private final ScriptValue functions;
    private final ScriptValue isValid;
    private final ScriptValue compile;
    private final ScriptValue match;
    private final ScriptValue property;

    public Matcher() {
        functions = isolate.run(SCRIPT, "matcher.js");
        isValid = isolate.get(functions, "isValid");
        compile = isolate.get(functions, "compile");
        match = isolate.get(functions, "match");
        property = isolate.get(functions, "property");
    }

    /** Whether V8 accepts this expression. */
    public boolean accepts(String source, String flags) {
        return text(isValid, source, flags).equals("yes");
    }

    @Override
    public CodePoints of(String name) {
        return properties.computeIfAbsent(name, _ -> {
            String numbers = text(property, name);
            var ranges = new ArrayList<int[]>();
            if (!numbers.isEmpty()) {
                String[] words = numbers.split(",", -1);
                for (int i = 0; i < words.length; i += 2) {
                    ranges.add(new int[] {Integer.parseInt(words[i]), Integer.parseInt(words[i + 1])});
                }
            }
            return CodePoints.ofRanges(ranges);
        });
    }

    /**
     * Takes this expression for the matches that follow.
     *
     * @return false where V8 does not, or can't have the guard changed
     */
    public boolean use(String source, String flags, boolean isGuarded) {
        // V8 keeps compiled expressions by source and flags, and the guard is part of what it compiles: so with the
        // guard the
        // source is another one, that means the same.
        String taken = isGuarded ? "(?:" + source + ")" : source;
        if (!Engine.guardRegexps(isGuarded) && isGuarded) {
            return false;
        }
        try {
            text(compile, taken, flags);
            return true;
        } catch (ScriptException _) {
            return false;
        }
    }

    public Run match(String text, long limitMs) {
        limit.begin(limitMs);
        long began = TimeLimit.cpuNs();
        boolean hasMatched = false;
        try {
            hasMatched = text(match, text).equals("yes");
        } catch (ScriptTerminatedException _) {
            // the limit
        } catch (ScriptException _) {
            // V8's stack for backtracking is full: it gives up
        }
        long cpuNs = TimeLimit.cpuNs() - began;
        boolean isStopped = limit.end();
        if (isStopped) {
            isolate.resumeAfterTermination(); // it may have come too late to hit the match
        }
        return new Run(cpuNs, isStopped, hasMatched);
    }

    private String text(ScriptValue function, Object... arguments) {
        try (ScriptValue result = isolate.call(function, arguments)) {
            return result.text();
        }
    }

    @Override
    public void close() {
        property.close();
        match.close();
        compile.close();
        isValid.close();
        functions.close();
        isolate.close();
    }
}
