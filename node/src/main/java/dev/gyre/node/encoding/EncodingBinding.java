package dev.gyre.node.encoding;

import dev.gyre.node.Binding;
import dev.gyre.node.Functions;
import dev.gyre.node.NodeRuntime;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.List;

/** The JDK's decoders, for the encodings that TextDecoder knows and JavaScript does not. */
public final class EncodingBinding implements Binding {
    public EncodingBinding(NodeRuntime runtime) {}

    @Override
    public String name() {
        return "encoding";
    }

    @Override
    public void register(Functions f) {
        f.add("decode", args -> decode(args.string(0), args.bytes(1), args.bool(2), args.bool(3)));
    }

    /** [text, bytes consumed], or null where the bytes are malformed and {@code fatal}. */
    private static List<Object> decode(String charset, ByteBuffer bytes, boolean last, boolean fatal) {
        var action = fatal ? CodingErrorAction.REPORT : CodingErrorAction.REPLACE;
        var decoder = Charset.forName(charset).newDecoder().onMalformedInput(action).onUnmappableCharacter(action);
        CharBuffer text = CharBuffer.allocate((int) Math.ceil(bytes.remaining() * decoder.maxCharsPerByte()) + 1);
        CoderResult result = decoder.decode(bytes, text, last);
        if (result.isError() || last && decoder.flush(text).isError()) {
            return null;
        }
        return List.of(text.flip().toString(), bytes.position());
    }
}
