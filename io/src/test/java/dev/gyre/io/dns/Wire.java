package dev.gyre.io.dns;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes messages for tests, wrong ones too. */
final class Wire {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    static Wire message() {
        return new Wire();
    }

    /** A response's header and question. */
    static Wire response(int id, int flags, String name, int type, int answers) {
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

    Wire u8(int n) {
        out.write(n);
        return this;
    }

    Wire u16(int n) {
        return u8(n >> 8).u8(n);
    }

    Wire u32(long n) {
        return u16((int) (n >> 16)).u16((int) n);
    }

    Wire bytes(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    Wire string(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return u8(bytes.length).bytes(bytes);
    }

    Wire name(String name) {
        for (String label : name.isEmpty() ? new String[0] : name.split("\\.")) {
            string(label);
        }
        return u8(0);
    }

    Wire pointer(int to) {
        return u16(0xc000 | to);
    }

    Wire record(String name, int type, long ttl, Wire data) {
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
