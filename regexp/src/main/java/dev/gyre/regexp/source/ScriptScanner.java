package dev.gyre.regexp.source;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;

/**
 * Reads a script token by token, to find the regular expressions in it.
 *
 * <p>Whether a slash divides or begins an expression depends on what comes before: it divides after an operand. Most tokens say
 * which they are. Of a closing parenthesis the opening one knows (after {@code if (...)} a statement begins), of a closing brace
 * too: a block ends no operand, an object does. Types of TypeScript need no attention, since nothing in them has quotes or
 * slashes in other places than expressions have. JSX does: its texts may have lone quotes, so its elements are read as such.
 */
public final class ScriptScanner {
    private static final int MAX_DEPTH = 400;

    /** Words after which an expression begins. */
    private static final Set<String> BEFORE_EXPRESSION = Set.of(
            "return",
            "typeof",
            "instanceof",
            "in",
            "of",
            "new",
            "delete",
            "void",
            "throw",
            "case",
            "do",
            "else",
            "yield",
            "await",
            "extends",
            "default");

    private static final Set<String> BEFORE_CONDITION = Set.of("if", "while", "for", "with");

    /** The kind of the last token, as far as the next one depends on it. */
    private enum Last {
        OPERAND,
        OPERATOR,
        /** Where a statement begins. */
        NOTHING
    }

    private final String text;
    private final Language language;
    private final boolean hasJsx;
    private final RegexpCalls calls = new RegexpCalls();
    private int at;
    private int depth;
    private Last last = Last.NOTHING;
    private String word = ""; // the last token, where it is a word
    private boolean isAfterDot;
    private boolean isAfterArrow;

    private ScriptScanner(String text, Language language, boolean hasJsx) {
        this.text = text;
        this.hasJsx = hasJsx;
        this.language = language;
    }

    /**
     * What was found.
     *
     * @param others how many calls of RegExp were left out because their texts are not constant
     */
    public record Result(List<Found> found, int others) {}

    /** @throws UnreadableException where the text is not understood; what was found before that place is lost */
    public static Result scan(String text, Language language) {
        if (!language.hasJsx) {
            return scan(text, language, false);
        }
        try {
            return scan(text, language, true);
        } catch (UnreadableException e) {
            try {
                return scan(text, language, false); // what looked like JSX may be an operator at an unusual place
            } catch (UnreadableException _) {
                throw e;
            }
        }
    }

    private static Result scan(String text, Language language, boolean hasJsx) {
        var scanner = new ScriptScanner(text, language, hasJsx);
        if (text.startsWith("#!")) {
            scanner.skipLine();
        }
        scanner.code(false);
        return new Result(scanner.calls.found(), scanner.calls.others());
    }

    /** Up to the end, or up to the brace that closes the part of a template or of JSX that this is. */
    private void code(boolean isPart) {
        if (++depth > MAX_DEPTH) {
            throw new UnreadableException("too deep", at);
        }
        var brackets = new ArrayDeque<Last>(); // what each open bracket is when it is closed
        last = isPart ? Last.OPERATOR : Last.NOTHING;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c <= ' ' || c == 0xA0 || c == 0xFEFF || c == 0x2028 || c == 0x2029) {
                at++;
            } else if (c == '/' && (next() == '/' || next() == '*')) {
                comment();
            } else if (c == '/' && last != Last.OPERAND) {
                literal();
            } else if (c == '"' || c == '\'') {
                string(c);
            } else if (c == '`') {
                template();
            } else if (isWordPart(c) || c == '\\' || c == '#') {
                word();
            } else if (text.startsWith("<!--", at) && !language.isTyped) {
                skipLine();
            } else if (c == '<' && last != Last.OPERAND && hasJsx && beginsElement()) {
                element();
            } else if (c == '}' && brackets.isEmpty() && isPart) {
                at++;
                depth--;
                return;
            } else {
                punctuation(c, brackets);
            }
        }
        if (isPart) {
            throw new UnreadableException("a template or JSX has no end", at);
        }
        depth--;
    }

    private char next() {
        return at + 1 < text.length() ? text.charAt(at + 1) : 0;
    }

    private void ended(Last kind, RegexpCalls.Token token, String value, int from) {
        last = kind;
        word = "";
        isAfterDot = false;
        isAfterArrow = false;
        calls.token(token, value, from);
    }

    private void punctuation(char c, ArrayDeque<Last> brackets) {
        int from = at++;
        Last kind = Last.OPERATOR;
        boolean isDot = false;
        boolean isArrow = false;
        switch (c) {
            case '(' -> brackets.push(BEFORE_CONDITION.contains(word) ? Last.NOTHING : Last.OPERAND);
            case '[' -> brackets.push(Last.OPERAND);
            case '{' -> {
                boolean isObject = last == Last.OPERATOR && !isAfterArrow && !isBlockWord();
                brackets.push(isObject ? Last.OPERAND : Last.NOTHING);
                kind = isObject ? Last.OPERATOR : Last.NOTHING;
            }
            case ')', ']', '}' -> {
                if (brackets.isEmpty()) {
                    throw new UnreadableException("unexpected " + c, from);
                }
                kind = brackets.pop();
            }
            case ';' -> kind = Last.NOTHING;
            case '.' -> isDot = !text.startsWith("..", at);
            case '+', '-' -> kind = repeats(c) && last == Last.OPERAND ? Last.OPERAND : Last.OPERATOR;
            case '!' -> {
                boolean isAssertion = language.isTyped
                        && last == Last.OPERAND
                        && !isAfterLineBreak(from)
                        && !text.startsWith("=", at);
                kind = isAssertion ? Last.OPERAND : Last.OPERATOR;
            }
            case '<' -> at += text.startsWith("<", at) ? 1 : 0; // the second of a shift begins no element
            case '=' -> {
                isArrow = text.startsWith(">", at);
                at += isArrow ? 1 : 0;
            }
            default -> {}
        }
        ended(kind, RegexpCalls.Token.PUNCTUATION, String.valueOf(c), from);
        isAfterDot = isDot;
        isAfterArrow = isArrow;
    }

    /** Reads the second plus or minus, if it is one: that is an operator after or before an operand. */
    private boolean repeats(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private boolean isBlockWord() {
        return word.equals("do") || word.equals("else");
    }

    private boolean isAfterLineBreak(int index) {
        for (int i = index - 1; i >= 0 && text.charAt(i) <= ' '; i--) {
            if (text.charAt(i) == '\n') {
                return true;
            }
        }
        return false;
    }

    private static boolean isWordPart(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '$'
                || (c > 0x7F && c != 0xA0 && c != 0xFEFF && c != 0x2028 && c != 0x2029);
    }

    /** An identifier, a keyword or a number. */
    private void word() {
        int from = at++;
        boolean isNumber = Character.isDigit(text.charAt(from));
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean isPart = isWordPart(c) || c == '\\' || (isNumber && c == '.');
            if (!isPart) {
                break;
            }
            at += text.startsWith("\\u{", at) ? Math.max(1, text.indexOf('}', at) + 1 - at) : 1;
        }
        String read = text.substring(from, at);
        boolean isName = isAfterDot || read.charAt(0) == '#';
        boolean beginsExpression = !isName && BEFORE_EXPRESSION.contains(read);
        ended(beginsExpression ? Last.OPERATOR : Last.OPERAND, RegexpCalls.Token.WORD, read, from);
        word = isName ? "" : read;
    }

    private void comment() {
        if (next() == '/') {
            skipLine();
            return;
        }
        int end = text.indexOf("*/", at + 2);
        if (end < 0) {
            throw new UnreadableException("a comment has no end", at);
        }
        at = end + 2;
    }

    private void skipLine() {
        while (at < text.length() && !isLineBreak(text.charAt(at))) {
            at++;
        }
    }

    private static boolean isLineBreak(char c) {
        return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029;
    }

    private void literal() {
        int from = at++;
        boolean inClass = false;
        while (true) {
            char c = at < text.length() ? text.charAt(at++) : '\n';
            if (isLineBreak(c)) {
                throw new UnreadableException("a regular expression has no end", from);
            } else if (c == '\\') {
                if (at >= text.length() || isLineBreak(text.charAt(at))) {
                    throw new UnreadableException("a regular expression has no end", from);
                }
                at++;
            } else if (c == '/' && !inClass) {
                break;
            } else if (c == '[' || c == ']') {
                inClass = c == '[';
            }
        }
        String source = text.substring(from + 1, at - 1);
        int flags = at;
        while (at < text.length() && isWordPart(text.charAt(at))) {
            at++;
        }
        last = Last.OPERAND;
        word = "";
        isAfterDot = false;
        isAfterArrow = false;
        calls.literal(source, text.substring(flags, at), from);
    }

    private void string(char quote) {
        int from = at++;
        while (true) {
            char c = at < text.length() ? text.charAt(at++) : '\n';
            if (c == quote) {
                break;
            } else if (c == '\\') {
                at += text.startsWith("\r\n", at) ? 2 : 1;
            } else if (c == '\n' || c == '\r') {
                throw new UnreadableException("a string has no end", from);
            }
        }
        ended(Last.OPERAND, RegexpCalls.Token.STRING, text.substring(from + 1, at - 1), from);
    }

    private void template() {
        int from = at++;
        boolean isConstant = true;
        int end;
        while (true) {
            if (at >= text.length()) {
                throw new UnreadableException("a template has no end", from);
            }
            char c = text.charAt(at++);
            if (c == '`') {
                end = at - 1;
                break;
            } else if (c == '\\') {
                at++;
            } else if (c == '$' && at < text.length() && text.charAt(at) == '{') {
                at++;
                isConstant = false;
                calls.token(RegexpCalls.Token.PUNCTUATION, "${", from);
                code(true);
            }
        }
        ended(
                Last.OPERAND,
                isConstant ? RegexpCalls.Token.TEMPLATE : RegexpCalls.Token.PUNCTUATION,
                isConstant ? text.substring(from + 1, end) : "`",
                from);
    }

    // ---- JSX

    /** Whether the angle bracket begins an element: in TypeScript it may be a list of type parameters. */
    private boolean beginsElement() {
        int i = at + 1;
        if (i < text.length() && text.charAt(i) == '>') {
            return true;
        }
        if (i >= text.length() || !isWordPart(text.charAt(i)) || Character.isDigit(text.charAt(i))) {
            return false;
        }
        while (i < text.length() && isWordPart(text.charAt(i))) {
            i++;
        }
        while (i < text.length() && text.charAt(i) <= ' ') {
            i++;
        }
        return !language.isTyped
                || !(text.startsWith(",", i) || text.startsWith("extends ", i) || text.startsWith("=", i));
    }

    private void element() {
        int from = at;
        int open = 0;
        do {
            if (text.startsWith("</", at)) {
                int end = text.indexOf('>', at);
                at = end < 0 ? text.length() : end + 1;
                open--;
            } else if (tag()) {
                open++;
            }
            if (open > 0) {
                children(from);
            }
        } while (open > 0);
        ended(Last.OPERAND, RegexpCalls.Token.PUNCTUATION, "<>", from);
    }

    /** Reads {@code <name ...>}; false where it is closed by itself. */
    private boolean tag() {
        int from = at++;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '/' && (next() == '/' || next() == '*')) {
                comment();
            } else if (c == '>') {
                at++;
                return true;
            } else if (c == '/' && next() == '>') {
                at += 2;
                return false;
            } else if (c == '"' || c == '\'') {
                int end = text.indexOf(c, at + 1);
                at = end < 0 ? text.length() : end + 1;
            } else if (c == '{') {
                at++;
                code(true);
            } else if (c == '<') {
                // type arguments, or an element as the value of an attribute
                if (text.charAt(at - 1) == '=') {
                    element();
                } else {
                    int end = text.indexOf('>', at);
                    at = end < 0 ? text.length() : end + 1;
                }
            } else {
                at++;
            }
        }
        throw new UnreadableException("a JSX element has no end", from);
    }

    /** Reads texts and expressions up to the next tag. */
    private void children(int element) {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '<') {
                return;
            }
            at++;
            if (c == '{') {
                code(true);
            }
        }
        throw new UnreadableException("a JSX element has no end", element);
    }
}
