package dev.gyre.node.dns;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.gyre.codec.dns.DnsFormatException;
import dev.gyre.codec.dns.DnsMessage;
import dev.gyre.codec.dns.DnsName;
import dev.gyre.codec.dns.DnsRecord;
import dev.gyre.codec.dns.DnsStatus;
import dev.gyre.loop.TimerHandle;
import org.jspecify.annotations.Nullable;

/** One question under way, through all its tries. */
final class DnsQuery {
    final int type;
    final DnsResolver.OnReply onReply;

    /** The question as it is on the wire, without the header. */
    final byte[] encodedName;

    int tries;
    boolean overTcp;
    DnsStatus lastFailure = DnsStatus.TIMEOUT;

    /** Where it waits at present. */
    @Nullable
    DnsServer server;

    @Nullable
    Exchange exchange;

    int id;

    @Nullable
    TimerHandle timer;

    DnsQuery(byte[] encodedName, int type, DnsResolver.OnReply onReply) {
        this.encodedName = encodedName;
        this.type = type;
        this.onReply = onReply;
    }

    byte[] toBytes() {
        return DnsMessage.query(id, encodedName, type);
    }

    /** Whether a message has this query's question; case doesn't count. */
    boolean asks(DnsMessage message) {
        return message.type() == type && message.questionClass() == DnsRecord.CLASS_IN && isNamed(message.name());
    }

    private boolean isNamed(String other) {
        try {
            byte[] encoded = DnsName.encode(other); // a name can be written in several ways, by escapes or a final dot
            return new String(encoded, ISO_8859_1).equalsIgnoreCase(new String(encodedName, ISO_8859_1));
        } catch (DnsFormatException _) {
            return false;
        }
    }
}
