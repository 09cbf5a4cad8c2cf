package dev.gyre.codec.http2;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes down what a reader tells; adjacent pieces of a DATA frame are one. */
final class FrameNotes implements FrameReader.Sink {
    final List<String> notes = new ArrayList<>();

    private static String text(byte[] in, int from, int to) {
        return new String(in, from, to - from, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void dataBegin(int stream, int flags, int length) {
        notes.add("data " + stream + " " + flags + " " + length + " ");
    }

    @Override
    public void data(int stream, byte[] in, int from, int to) {
        notes.add(notes.removeLast() + text(in, from, to));
    }

    @Override
    public void dataEnd(int stream, int flags) {
        notes.add("end " + stream);
    }

    @Override
    public void headers(int stream, int flags, byte[] in, int from, int to) {
        notes.add("headers " + stream + " " + (flags & FrameType.FLAG_END_STREAM) + " " + text(in, from, to));
    }

    @Override
    public void priority(int stream, int dependsOn, int weight, boolean isExclusive) {
        notes.add("priority " + stream + " " + dependsOn + " " + weight + " " + isExclusive);
    }

    @Override
    public void rstStream(int stream, int code) {
        notes.add("rst " + stream + " " + code);
    }

    @Override
    public void settings(boolean isAck, byte[] in, int from, int to) {
        StringBuilder settings = new StringBuilder();
        for (int at = from; at < to; at += 6) {
            settings.append(' ').append(in[at + 1]).append('=').append(in[at + 5] & 0xff);
        }
        notes.add((isAck ? "ack" : "settings") + settings);
    }

    @Override
    public void pushPromise(int stream, int promised, byte[] in, int from, int to) {
        notes.add("push " + stream + " " + promised + " " + text(in, from, to));
    }

    @Override
    public void ping(boolean isAck, byte[] in, int from) {
        notes.add("ping " + isAck + " " + text(in, from, from + 8));
    }

    @Override
    public void goAway(int lastStream, int code, byte[] in, int debugFrom, int debugTo) {
        notes.add("goaway " + lastStream + " " + code + " " + text(in, debugFrom, debugTo));
    }

    @Override
    public void windowUpdate(int stream, int increment) {
        notes.add("window " + stream + " " + increment);
    }

    @Override
    public void extension(int type, int flags, int stream, byte[] in, int from, int to) {
        notes.add("extension " + type + " " + stream + " " + text(in, from, to));
    }
}
