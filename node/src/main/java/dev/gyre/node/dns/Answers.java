package dev.gyre.node.dns;

import dev.gyre.io.dns.DnsMessage;
import dev.gyre.io.dns.DnsRecord;
import java.nio.charset.StandardCharsets;
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
        return switch (record) {
            case DnsRecord.Address r -> list(r.isV6() ? "AAAA" : "A", r, r.address());
            case DnsRecord.Target r -> list(targetName(r.type()), r, r.name());
            case DnsRecord.MailExchange r -> list("MX", r, r.exchange(), r.priority());
            case DnsRecord.Text r -> list("TXT", r, r.parts());
            case DnsRecord.Service r -> list("SRV", r, r.name(), r.port(), r.priority(), r.weight());
            case DnsRecord.NamingAuthority r -> list(
                    "NAPTR", r, r.flags(), r.service(), r.regexp(), r.replacement(), r.order(), r.preference());
            case DnsRecord.StartOfAuthority r -> list(
                    "SOA", r, r.nsname(), r.hostmaster(), r.serial(), r.refresh(), r.retry(), r.expire(), r.minttl());
            case DnsRecord.Certificate r -> list("TLSA", r, r.usage(), r.selector(), r.match(),
                    new String(r.data(), StandardCharsets.ISO_8859_1));
            case DnsRecord.Authorization r -> list("CAA", r, r.flags(), r.tag(), r.value());
            case DnsRecord.Other r -> list("", r);
        };
    }

    private static String targetName(int type) {
        return switch (type) {
            case DnsRecord.NS -> "NS";
            case DnsRecord.CNAME -> "CNAME";
            default -> "PTR";
        };
    }

    private static List<Object> list(String type, DnsRecord record, Object... fields) {
        var out = new ArrayList<>();
        out.add(type);
        out.add(record.ttl());
        out.addAll(Arrays.asList(fields));
        return out;
    }
}
