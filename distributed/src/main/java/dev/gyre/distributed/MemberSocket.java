package dev.gyre.distributed;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A connection between members, plain or with TLS. Reading waits, writing does not ({@link ChannelOutput}). */
final class MemberSocket extends Socket {
    /** For each of its steps; on a busy machine one can take a second. */
    private static final int HANDSHAKE_MS = 5000;

    /** For the other side to read why it is refused; what it has sent meanwhile would cut the connection before. */
    private static final int LINGER_MS = 1000;

    private final SocketChannel channel;
    private final @Nullable Credentials credentials;
    private final Obstacles obstacles;
    private final ChannelInput input;
    private final ChannelOutput output;
    private volatile @Nullable SSLSocket tls;
    private volatile @Nullable InputStream watched; // by who has connected
    private boolean isClosing; // guarded by this
    private volatile boolean isInHandshake; // TLS closes what it refuses, which is too early

    /** One that is to be connected. */
    MemberSocket(@Nullable Credentials credentials, Obstacles obstacles, LateWriter lateWriter) throws IOException {
        this(SocketChannel.open(), credentials, obstacles, lateWriter);
    }

    /** One that was accepted: {@link #greet} follows. */
    MemberSocket(SocketChannel channel, @Nullable Credentials credentials, Obstacles obstacles, LateWriter lateWriter)
            throws IOException {
        super((SocketImpl) null);
        this.channel = channel;
        this.credentials = credentials;
        this.obstacles = obstacles;
        input = new ChannelInput(channel);
        output = new ChannelOutput(channel, lateWriter);
    }

    @Override
    public void bind(@Nullable SocketAddress address) throws IOException {
        channel.bind(address);
    }

    @Override
    public void connect(SocketAddress address) throws IOException {
        connect(address, 0);
    }

    @Override
    public void connect(SocketAddress address, int timeoutMs) throws IOException {
        if (!Sending.here().mayWait()) {
            throw new ConnectException("the connection is gone, and this thread can't wait for another one");
        }
        channel.socket().connect(address, timeoutMs);
        channel.configureBlocking(false);
        var to = (InetSocketAddress) channel.getRemoteAddress();
        if (credentials != null) {
            input.timeoutMs(HANDSHAKE_MS);
            try {
                secure(credentials.context(), true);
            } catch (SSLException e) {
                obstacles.whenConnecting(to, credentials, e);
                throw e;
            }
            input.timeoutMs(0);
        }
        SSLSocket layer = tls;
        watched = new WatchedInput(layer == null ? input : layer.getInputStream(), obstacles, credentials, to);
    }

    /** Returns when the other side has proved to be a member, or, without TLS, has sent so many bytes; false if it ends before. */
    boolean greet(int bytes) throws IOException {
        channel.configureBlocking(false);
        var from = (InetSocketAddress) channel.getRemoteAddress();
        if (credentials == null) {
            return greetPlain(bytes, from);
        }
        return input.await(Obstacles.KIND_BYTES) && greetSecurely(credentials, from);
    }

    private boolean greetPlain(int bytes, InetSocketAddress from) throws IOException {
        if (!input.await(bytes)) {
            return false;
        }
        if (Obstacles.isHandshake(input.peek(Obstacles.KIND_BYTES))) {
            obstacles.beginsTls(from);
            output.write(Obstacles.refusal());
            linger();
            return false;
        }
        return true;
    }

    private boolean greetSecurely(Credentials own, InetSocketAddress from) throws IOException {
        if (Obstacles.isPlain(input.peek(Obstacles.KIND_BYTES))) {
            obstacles.hasNoCertificates(from);
            output.write(Obstacles.refusal());
            linger();
            return false;
        }
        isInHandshake = true;
        try {
            secure(own.context(), false);
            return true;
        } catch (SSLException e) {
            obstacles.whenAccepting(from, own, e);
            linger();
            return false;
        } finally {
            isInHandshake = false;
        }
    }

    private void linger() throws IOException {
        channel.shutdownOutput();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LINGER_MS);
        input.timeoutMs(LINGER_MS);
        byte[] ignored = new byte[1024];
        try {
            while (input.read(ignored, 0, ignored.length) >= 0 && System.nanoTime() < end) {
                // It has not read the refusal yet.
            }
        } catch (SocketTimeoutException _) {
            // It had its time.
        }
    }

    private void secure(SSLContext with, boolean isClient) throws IOException {
        var layer = (SSLSocket) with.getSocketFactory()
                .createSocket(this, Objects.requireNonNull(getInetAddress()).getHostAddress(), getPort(), true);
        layer.setUseClientMode(isClient);
        layer.setNeedClientAuth(!isClient);
        layer.startHandshake();
        tls = layer;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        InputStream ofConnected = watched;
        if (ofConnected != null) {
            return ofConnected;
        }
        SSLSocket layer = tls;
        return layer == null ? input : layer.getInputStream();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        SSLSocket layer = tls;
        return layer == null ? output : layer.getOutputStream();
    }

    /** TLS says goodbye first, and then closes what is below it, which is this once more. */
    @Override
    public void close() throws IOException {
        if (isInHandshake) {
            return; // who greets closes it
        }
        SSLSocket layer = tls;
        boolean isFirst;
        synchronized (this) {
            isFirst = !isClosing;
            isClosing = true;
        }
        if (isFirst && layer != null) {
            layer.close();
        }
        channel.close();
        input.close();
        output.close();
    }

    @Override
    public boolean isConnected() {
        return channel.isConnected();
    }

    @Override
    public boolean isBound() {
        return getLocalSocketAddress() != null;
    }

    @Override
    public boolean isClosed() {
        return !channel.isOpen();
    }

    @Override
    public SocketChannel getChannel() {
        return channel;
    }

    @Override
    public @Nullable InetAddress getInetAddress() {
        return channel.socket().getInetAddress();
    }

    @Override
    public InetAddress getLocalAddress() {
        return channel.socket().getLocalAddress();
    }

    @Override
    public int getPort() {
        return channel.socket().getPort();
    }

    @Override
    public int getLocalPort() {
        return channel.socket().getLocalPort();
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        return channel.socket().getLocalSocketAddress();
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return channel.socket().getRemoteSocketAddress();
    }

    @Override
    public void setSoTimeout(int ms) {
        input.timeoutMs(ms);
    }

    @Override
    public int getSoTimeout() {
        return input.timeoutMs();
    }

    @Override
    public void setTcpNoDelay(boolean isOn) throws SocketException {
        channel.socket().setTcpNoDelay(isOn);
    }

    @Override
    public void setKeepAlive(boolean isOn) throws SocketException {
        channel.socket().setKeepAlive(isOn);
    }

    @Override
    public void setSoLinger(boolean isOn, int seconds) throws SocketException {
        channel.socket().setSoLinger(isOn, seconds);
    }

    @Override
    public int getSoLinger() throws SocketException {
        return channel.socket().getSoLinger();
    }

    @Override
    public void setSendBufferSize(int bytes) throws SocketException {
        channel.socket().setSendBufferSize(bytes);
    }

    @Override
    public void setReceiveBufferSize(int bytes) throws SocketException {
        channel.socket().setReceiveBufferSize(bytes);
    }

    @Override
    public void shutdownInput() throws IOException {
        channel.shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public boolean isInputShutdown() {
        return channel.socket().isInputShutdown();
    }

    @Override
    public boolean isOutputShutdown() {
        return channel.socket().isOutputShutdown();
    }

    @Override
    public String toString() {
        return "MemberSocket[" + channel + "]";
    }
}
