package dev.gyre.node.encoding;

import dev.gyre.node.Binding;
import dev.gyre.node.Functions;
import dev.gyre.node.GyreRuntime;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CoderResult;
import java.util.List;

/** The JDK's decoders, for the encodings that TextDecoder knows and JavaScript does not. */
public final class EncodingBinding implements Binding {
    public EncodingBinding(GyreRuntime runtime) {}

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
        var decoder = Charset.forName(charset).newDecoder();
        CharBuffer text = CharBuffer.allocate((int) Math.ceil(bytes.remaining() * decoder.maxCharsPerByte()) + 1);
        CoderResult result = decoder.decode(bytes, text, last);
        while (result.isError()) {
            // The Encoding Standard takes a single 0x80 for the euro sign, as Windows does; GB 18030 does not.
            boolean isEuro = charset.equals("GB18030") && bytes.get(bytes.position()) == (byte) 0x80;
            if (fatal && !isEuro) {
                return null;
            }
            text.put(isEuro ? '\u20ac' : '\ufffd');
            bytes.position(bytes.position() + (isEuro ? 1 : result.length()));
            result = decoder.decode(bytes, text, last);
        }
        if (last) {
            decoder.flush(text);
        }
        return List.of(text.flip().toString(), bytes.position());
    }
}
