package dev.gyre.codec.dns;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes messages for tests, wrong ones too. */
final class DnsBytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    static DnsBytes message() {
        return new DnsBytes();
    }

    /** A response's header and question. */
    static DnsBytes response(int id, int flags, String name, int type, int answers) {
        return message()
                .u16(id)
                .u16(flags)
                .u16(1)
                .u16(answers)
                .u16(0)
                .u16(0)
                .name(name)
                .u16(type)
                .u16(DnsRecord.CLASS_IN);
    }

    DnsBytes u8(int n) {
        out.write(n);
        return this;
    }

    DnsBytes u16(int n) {
        return u8(n >> 8).u8(n);
    }

    DnsBytes u32(long n) {
        return u16((int) (n >> 16)).u16((int) n);
    }

    DnsBytes bytes(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    DnsBytes string(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return u8(bytes.length).bytes(bytes);
    }

    DnsBytes name(String name) {
        for (String label : name.isEmpty() ? new String[0] : name.split("\\.")) {
            string(label);
        }
        return u8(0);
    }

    DnsBytes pointer(int to) {
        return u16(0xc000 | to);
    }

    DnsBytes record(String name, int type, long ttl, DnsBytes data) {
        byte[] bytes = data.toBytes();
        return name(name)
                .u16(type)
                .u16(DnsRecord.CLASS_IN)
                .u32(ttl)
                .u16(bytes.length)
                .bytes(bytes);
    }

    int size() {
        return out.size();
    }

    byte[] toBytes() {
        return out.toByteArray();
    }
}
