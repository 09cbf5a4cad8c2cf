package dev.gyre.distributed;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * What a member that was connected to sends. Its first answer may be that it refuses: in TLS 1.3 the handshake is over for who
 * connects before the other side has looked at its certificate.
 */
final class WatchedInput extends InputStream {
    private final InputStream in;
    private final Obstacles obstacles;
    private final @Nullable Credentials own;
    private final @Nullable InetSocketAddress from;
    private boolean hasBegun; // by the one thread that reads

    WatchedInput(InputStream in, Obstacles obstacles, @Nullable Credentials own, @Nullable InetSocketAddress from) {
        this.in = in;
        this.obstacles = obstacles;
        this.own = own;
        this.from = from;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (hasBegun) {
            return in.read(into, offset, length);
        }
        try {
            int count = in.read(into, offset, length);
            hasBegun = count > 0;
            if (own == null && Obstacles.isAlert(into, offset, count)) {
                obstacles.wantsCertificates(from);
            }
            return count;
        } catch (SSLException e) {
            if (own != null) {
                obstacles.whenConnecting(from, own, e);
            }
            throw e;
        }
    }

    @Override
    public int available() throws IOException {
        return in.available();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
