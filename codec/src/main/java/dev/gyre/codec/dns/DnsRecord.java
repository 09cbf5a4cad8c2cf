package dev.gyre.codec.dns;

import dev.gyre.codec.ip.IpAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A resource record of class IN, as far as programs can ask for it. */
public sealed interface DnsRecord {
    int A = 1;
    int NS = 2;
    int CNAME = 5;
    int SOA = 6;
    int PTR = 12;
    int MX = 15;
    int TXT = 16;
    int AAAA = 28;
    int SRV = 33;
    int NAPTR = 35;
    int TLSA = 52;
    int ANY = 255;
    int CAA = 257;

    int CLASS_IN = 1;

    /** How long it may be kept, in seconds. */
    long ttl();

    /** The name of its type; empty where nobody asks for it. */
    String typeName();

    /** What it says: strings, numbers, lists of strings. */
    List<Object> fields();

    /** A or AAAA. */
    record Address(boolean isV6, long ttl, String address) implements DnsRecord {
        @Override
        public String typeName() {
            return isV6 ? "AAAA" : "A";
        }

        @Override
        public List<Object> fields() {
            return List.of(address);
        }
    }

    /** NS, CNAME or PTR. */
    record Target(int type, long ttl, String name) implements DnsRecord {
        @Override
        public String typeName() {
            return type == NS ? "NS" : type == CNAME ? "CNAME" : "PTR";
        }

        @Override
        public List<Object> fields() {
            return List.of(name);
        }
    }

    record MailExchange(long ttl, int priority, String exchange) implements DnsRecord {
        @Override
        public String typeName() {
            return "MX";
        }

        @Override
        public List<Object> fields() {
            return List.of(exchange, priority);
        }
    }

    record Text(long ttl, List<String> parts) implements DnsRecord {
        @Override
        public String typeName() {
            return "TXT";
        }

        @Override
        public List<Object> fields() {
            return List.of(parts);
        }
    }

    record Service(long ttl, int priority, int weight, int port, String name) implements DnsRecord {
        @Override
        public String typeName() {
            return "SRV";
        }

        @Override
        public List<Object> fields() {
            return List.of(name, port, priority, weight);
        }
    }

    record NamingAuthority(
            long ttl, int order, int preference, String flags, String service, String regexp, String replacement)
            implements DnsRecord {
        @Override
        public String typeName() {
            return "NAPTR";
        }

        @Override
        public List<Object> fields() {
            return List.of(flags, service, regexp, replacement, order, preference);
        }
    }

    record StartOfAuthority(
            long ttl, String nsname, String hostmaster, long serial, long refresh, long retry, long expire, long minttl)
            implements DnsRecord {
        @Override
        public String typeName() {
            return "SOA";
        }

        @Override
        public List<Object> fields() {
            return List.of(nsname, hostmaster, serial, refresh, retry, expire, minttl);
        }
    }

    record Certificate(long ttl, int usage, int selector, int match, byte[] data) implements DnsRecord {
        @Override
        public String typeName() {
            return "TLSA";
        }

        /** The data as a string, each byte a character. */
        @Override
        public List<Object> fields() {
            return List.of(usage, selector, match, new String(data, StandardCharsets.ISO_8859_1));
        }
    }

    record Authorization(long ttl, int flags, String tag, String value) implements DnsRecord {
        @Override
        public String typeName() {
            return "CAA";
        }

        @Override
        public List<Object> fields() {
            return List.of(flags, tag, value);
        }
    }

    /** Of a type or class that nobody asks for; its data are not looked at. */
    record Other(int type, long ttl) implements DnsRecord {
        @Override
        public String typeName() {
            return "";
        }

        @Override
        public List<Object> fields() {
            return List.of();
        }
    }

    static DnsRecord read(DnsReader in) throws DnsFormatException {
        in.name(); // whose record it is: answers follow the names on their way, so any will do
        int type = in.u16();
        int recordClass = in.u16();
        long ttl = in.u32();
        DnsReader data = in.part(in.u16());
        return recordClass == CLASS_IN ? read(type, ttl, data) : new Other(type, ttl);
    }

    private static DnsRecord read(int type, long ttl, DnsReader data) throws DnsFormatException {
        return switch (type) {
            case A -> new Address(false, ttl, IpAddress.text(data.bytes(4)));
            case AAAA -> new Address(true, ttl, IpAddress.text(data.bytes(16)));
            case NS, CNAME, PTR -> new Target(type, ttl, data.name());
            case MX -> new MailExchange(ttl, data.u16(), data.name());
            case TXT -> new Text(ttl, parts(data));
            case SRV -> new Service(ttl, data.u16(), data.u16(), data.u16(), data.name());
            case NAPTR ->
                new NamingAuthority(
                        ttl,
                        data.u16(),
                        data.u16(),
                        data.characterString(),
                        data.characterString(),
                        data.characterString(),
                        data.name());
            case SOA ->
                new StartOfAuthority(
                        ttl, data.name(), data.name(), data.u32(), data.u32(), data.u32(), data.u32(), data.u32());
            case TLSA ->
                new Certificate(ttl, data.u8(), data.u8(), data.u8(), data.bytes(Math.max(1, data.remaining())));
            case CAA -> authorization(ttl, data);
            default -> new Other(type, ttl);
        };
    }

    private static DnsRecord authorization(long ttl, DnsReader data) throws DnsFormatException {
        int flags = data.u8();
        String tag = data.characterString();
        String value = data.rest();
        if (tag.isEmpty() || value.isEmpty()) {
            throw new DnsFormatException("a CAA record without a tag or value");
        }
        return new Authorization(ttl, flags, tag, value);
    }

    private static List<String> parts(DnsReader data) throws DnsFormatException {
        var parts = new ArrayList<String>();
        do {
            parts.add(data.characterString());
        } while (data.remaining() > 0);
        return parts;
    }
}
