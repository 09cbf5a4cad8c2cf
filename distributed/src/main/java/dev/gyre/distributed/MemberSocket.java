package dev.gyre.distributed;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A connection between members, plain or with TLS. Reading waits, writing does not ({@link ChannelOutput}). */
final class MemberSocket extends Socket {
    /** For each of its steps; on a busy machine one can take a second. */
    private static final int HANDSHAKE_MS = 5000;

    private final SocketChannel channel;
    private final @Nullable SSLContext context;
    private final ChannelInput input;
    private final ChannelOutput output;
    private volatile @Nullable SSLSocket tls;
    private boolean isClosing; // guarded by this

    /** One that is to be connected. */
    MemberSocket(@Nullable SSLContext context, LateWriter lateWriter) throws IOException {
        this(SocketChannel.open(), context, lateWriter);
    }

    /** One that was accepted: {@link #greet} follows. */
    MemberSocket(SocketChannel channel, @Nullable SSLContext context, LateWriter lateWriter) throws IOException {
        super((SocketImpl) null);
        this.channel = channel;
        this.context = context;
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
        if (context != null) {
            input.timeoutMs(HANDSHAKE_MS);
            secure(context, true);
            input.timeoutMs(0);
        }
    }

    /** Returns when the other side has proved to be a member, or, without TLS, has sent so many bytes; false if it ends before. */
    boolean greet(int bytes) throws IOException {
        channel.configureBlocking(false);
        if (context == null) {
            return input.await(bytes);
        }
        secure(context, false);
        return true;
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
