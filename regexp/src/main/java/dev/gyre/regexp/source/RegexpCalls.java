package dev.gyre.regexp.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects the literals, and of the tokens between them the calls of {@code RegExp} with constant texts: {@code new
 * RegExp('a+' + "b", 'g')}.
 */
final class RegexpCalls {
    enum Token {
        WORD,
        STRING,
        TEMPLATE,
        PUNCTUATION
    }

    private enum State {
        OUTSIDE,
        /** After the word RegExp. */
        NAMED,
        /** Where a piece of the text must come. */
        TEXT,
        AFTER_TEXT,
        FLAGS,
        AFTER_FLAGS
    }

    private static final Set<String> OWNERS = Set.of("globalThis", "window", "self", "global");

    private final List<Found> found = new ArrayList<>();
    private State state = State.OUTSIDE;
    private final StringBuilder source = new StringBuilder();
    private @Nullable String flags;
    private @Nullable Integer literal; // the index in found of one that is the argument
    private int start;
    private boolean isRaw;
    private boolean isEmpty;
    private int others;
    private String before = ""; // the last tokens
    private String beforeThat = "";
    private int newAt = -1;

    List<Found> found() {
        return found;
    }

    /** Calls of RegExp whose texts are not constant. */
    int others() {
        return others;
    }

    void literal(String text, String itsFlags, int at) {
        if (state == State.TEXT && isEmpty) {
            literal = found.size();
            state = State.AFTER_TEXT;
        } else if (state != State.OUTSIDE) {
            giveUp();
        }
        found.add(new Found(at, text, itsFlags, true));
        remember("/");
    }

    void token(Token token, String value, int at) {
        switch (state) {
            case OUTSIDE -> outside(token, value, at);
            case NAMED -> {
                if (isPunctuation(token, value, "(")) {
                    state = State.TEXT;
                } else {
                    state = State.OUTSIDE;
                    outside(token, value, at);
                }
            }
            case TEXT -> {
                if (token == Token.STRING || token == Token.TEMPLATE) {
                    source.append(isRaw ? value : StringValue.of(value));
                    isEmpty = false;
                    isRaw = false;
                    state = State.AFTER_TEXT;
                } else if (token == Token.PUNCTUATION && value.equals(")") && isEmpty) {
                    state = State.OUTSIDE; // no argument
                } else if (!isPartOfRaw(token, value)) {
                    giveUp();
                }
            }
            case AFTER_TEXT -> afterText(token, value);
            case FLAGS -> {
                if (token == Token.STRING || token == Token.TEMPLATE) {
                    flags = StringValue.of(value);
                    state = State.AFTER_FLAGS;
                } else if (isPunctuation(token, value, ")")) {
                    end(); // a comma, and nothing
                } else {
                    giveUp();
                }
            }
            case AFTER_FLAGS -> {
                if (isPunctuation(token, value, ")")) {
                    end();
                } else if (!isPunctuation(token, value, ",")) {
                    giveUp();
                }
            }
        }
        remember(token == Token.STRING || token == Token.TEMPLATE ? "''" : value);
        newAt = token == Token.WORD && value.equals("new") ? at : before.equals("new") ? newAt : -1;
    }

    private void remember(String token) {
        beforeThat = before;
        before = token;
    }

    private static boolean isPunctuation(Token token, String value, String expected) {
        return token == Token.PUNCTUATION && value.equals(expected);
    }

    private void outside(Token token, String value, int at) {
        boolean isName = token == Token.WORD && value.equals("RegExp");
        if (isName && (!before.equals(".") || OWNERS.contains(beforeThat)) && !before.equals("function")) {
            state = State.NAMED;
            source.setLength(0);
            flags = null;
            literal = null;
            isRaw = false;
            isEmpty = true;
            start = before.equals("new") && newAt >= 0 ? newAt : at;
        }
    }

    /** The words before a template: {@code String.raw}. */
    private boolean isPartOfRaw(Token token, String value) {
        if (token == Token.WORD && value.equals("String")) {
            return true;
        }
        if (isPunctuation(token, value, ".") && before.equals("String")) {
            return true;
        }
        isRaw = token == Token.WORD && value.equals("raw") && before.equals(".") && beforeThat.equals("String");
        return isRaw;
    }

    private void afterText(Token token, String value) {
        if (isPunctuation(token, value, "+") && literal == null) {
            state = State.TEXT;
        } else if (isPunctuation(token, value, ",")) {
            state = State.FLAGS;
        } else if (isPunctuation(token, value, ")")) {
            end();
        } else {
            giveUp();
        }
    }

    private void end() {
        state = State.OUTSIDE;
        if (literal == null) {
            found.add(new Found(start, source.toString(), flags == null ? "" : flags, false));
        } else if (flags != null) {
            Found argument = found.get(literal);
            found.set(literal, new Found(argument.at(), argument.source(), flags, true));
        }
    }

    private void giveUp() {
        state = State.OUTSIDE;
        others++;
    }
}
