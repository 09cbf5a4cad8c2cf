package dev.gyre.node.inspector;

import java.util.ArrayDeque;

/**
 * The core's own WebAssembly modules in V8's messages. Some of their functions are at the bottom of every stack; a program's
 * debugger has nothing to do with them. V8 makes their URL of the name that {@code internal/buffer/wasm_asm} gives them.
 */
final class CoreWasm {
    private static final String URL = "\"url\":\"wasm://wasm/gyre-core";
    private static final String SCRIPT = "{\"method\":\"Debugger.scriptParsed\"";

    private CoreWasm() {}

    /** Whether V8 tells of such a module. */
    static boolean isScript(String message) {
        return message.startsWith(SCRIPT) && message.contains(URL);
    }

    /** The message without the frames of such modules: objects in a list that have their URL. */
    static String withoutFrames(String message) {
        if (!message.contains(URL)) {
            return message;
        }
        var text = new StringBuilder(message.length());
        var starts = new ArrayDeque<Integer>(); // where in the text the objects and lists begin that are open
        int dropped = -1; // where the object begins that is left out at its end
        for (int at = 0; at < message.length(); at++) {
            char c = message.charAt(at);
            switch (c) {
                case '{', '[' -> starts.push(text.length());
                case '}', ']' -> {
                    int start = starts.pop();
                    if (start == dropped) {
                        dropped = -1;
                        text.setLength(start);
                        at = closeGap(text, message, at);
                        continue;
                    }
                }
                case '"' -> {
                    if (dropped < 0 && message.startsWith(URL, at) && isInList(text, starts.getFirst())) {
                        dropped = starts.getFirst();
                    }
                    int end = endOfString(message, at);
                    text.append(message, at, end);
                    at = end;
                    c = '"';
                }
                default -> {}
            }
            text.append(c);
        }
        return text.toString();
    }

    private static boolean isInList(StringBuilder text, int start) {
        return start > 0 && (text.charAt(start - 1) == '[' || text.charAt(start - 1) == ',');
    }

    /** Takes away one of the commas around what was left out; answers the last character that is done with. */
    private static int closeGap(StringBuilder text, String message, int at) {
        if (text.charAt(text.length() - 1) == ',') {
            text.setLength(text.length() - 1);
            return at;
        }
        return message.charAt(at + 1) == ',' ? at + 1 : at;
    }

    private static int endOfString(String message, int at) {
        int end = at + 1;
        while (message.charAt(end) != '"') {
            end += message.charAt(end) == '\\' ? 2 : 1;
        }
        return end;
    }
}
