package dev.gyre.codec.dns;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A response: its header, its one question, and the records of its answer. The other sections must be well-formed, and
 * are not kept.
 */
public record DnsMessage(int id, int flags, String name, int type, int questionClass, List<DnsRecord> answers) {
    /** The least a message can have: its header. */
    static final int HEADER_BYTES = 12;

    public static final int MAX_QUERY_BYTES = HEADER_BYTES + DnsName.MAX_BYTES + 4;

    private static final int TRUNCATED = 0x0200;
    private static final int RECURSION_DESIRED = 0x0100;
    private static final int RESPONSE_CODE = 0x000f;

    public boolean isTruncated() {
        return (flags & TRUNCATED) != 0;
    }

    /** What went wrong, or null. */
    public @Nullable DnsStatus status() {
        return DnsStatus.of(flags & RESPONSE_CODE, answers.size());
    }

    /** A query for records of one type. */
    public static byte[] query(int id, byte[] name, int type) {
        return ByteBuffer.allocate(HEADER_BYTES + name.length + 4)
                .putShort((short) id)
                .putShort((short) RECURSION_DESIRED)
                .putShort((short) 1)
                .putShort((short) 0)
                .putInt(0)
                .put(name)
                .putShort((short) type)
                .putShort((short) DnsRecord.CLASS_IN)
                .array();
    }

    public static DnsMessage parse(byte[] bytes) throws DnsFormatException {
        var in = new DnsReader(bytes);
        int id = in.u16();
        int flags = in.u16();
        int questions = in.u16();
        int answerCount = in.u16();
        int others = in.u16() + in.u16();
        if (questions != 1) {
            throw new DnsFormatException("a response has one question, this one " + questions);
        }
        String name = in.name();
        int type = in.u16();
        int questionClass = in.u16();
        var answers = new ArrayList<DnsRecord>();
        // Where it was cut off, what is there of it is not looked at: TCP will bring the whole.
        if ((flags & TRUNCATED) == 0) {
            for (int i = 0; i < answerCount; i++) {
                answers.add(DnsRecord.read(in));
            }
            for (int i = 0; i < others; i++) {
                DnsRecord.read(in);
            }
        }
        return new DnsMessage(id, flags, name, type, questionClass, answers);
    }
}
