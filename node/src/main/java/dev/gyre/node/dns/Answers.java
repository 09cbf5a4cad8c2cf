package dev.gyre.node.dns;

import dev.gyre.codec.dns.DnsMessage;
import dev.gyre.codec.dns.DnsRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Records as lists that internal/dns/answers.js makes objects of: the type's name, the ttl, and the fields. */
final class Answers {
    private Answers() {}

    /** The question's name, then the records. */
    static List<Object> of(DnsMessage message) {
        var out = new ArrayList<>();
        out.add(message.name());
        for (DnsRecord record : message.answers()) {
            out.add(fields(record));
        }
        return out;
    }

    /** Names as if they had been answered. */
    static List<Object> ofHosts(List<String> names) {
        var out = new ArrayList<>();
        out.add("");
        for (String name : names) {
            out.add(Arrays.asList("HOSTS", 0, name));
        }
        return out;
    }

    private static List<Object> fields(DnsRecord record) {
        var out = new ArrayList<>();
        out.add(record.typeName());
        out.add(record.ttl());
        out.addAll(record.fields());
        return out;
    }
}
