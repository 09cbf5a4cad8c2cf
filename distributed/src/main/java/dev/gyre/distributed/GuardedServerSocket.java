package dev.gyre.distributed;

import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A server socket that hands out a connection only when the other side has proved to be a member, by its certificate, or, without
 * TLS, has sent a whole greeting. JGroups greets connections one after the other on the thread that accepts them, so one that says
 * nothing, or says it slowly, would keep members out. Here each is greeted on a thread of its own, for a few seconds at most, and
 * only so many at a time: the others are closed.
 */
final class GuardedServerSocket extends ServerSocket {
    private static final int MAX_GREETED = 64;
    private static final int GREETING_MS = 5000;

    /** Of JGroups' greeting: cookie, version, length, an IPv4 address and a port. */
    private static final int GREETING_BYTES = 15;

    private final @Nullable Credentials credentials;
    private final Obstacles obstacles;
    private final boolean isAnyPort;
    private final LateWriter lateWriter;
    private final ServerSocketChannel channel = ServerSocketChannel.open();
    private final LinkedBlockingQueue<Socket> welcome = new LinkedBlockingQueue<>();
    private final Semaphore places = new Semaphore(MAX_GREETED);
    private final Socket end = new Socket();

    GuardedServerSocket(
            @Nullable Credentials credentials, Obstacles obstacles, boolean isAnyPort, LateWriter lateWriter)
            throws IOException {
        this.credentials = credentials;
        this.obstacles = obstacles;
        this.isAnyPort = isAnyPort;
        this.lateWriter = lateWriter;
    }

    @Override
    public void bind(@Nullable SocketAddress address, int backlog) throws IOException {
        try {
            channel.bind(
                    isAnyPort && address instanceof InetSocketAddress given
                            ? new InetSocketAddress(given.getAddress(), 0)
                            : address,
                    backlog);
        } catch (BindException e) {
            // JGroups takes every BindException for a port that is in use, and tells of a range of ports.
            throw new IOException("can't listen at " + textOf(address) + ": " + e.getMessage(), e);
        }
        Thread.ofPlatform().daemon().name("gyre-cluster-door").start(this::acceptAll);
    }

    private static String textOf(@Nullable SocketAddress address) {
        return address instanceof InetSocketAddress given
                ? Hosts.text(given.getAddress(), given.getPort())
                : String.valueOf(address);
    }

    @Override
    public Socket accept() throws IOException {
        try {
            Socket socket = welcome.take();
            if (!socket.equals(end)) {
                return socket;
            }
            welcome.add(end); // for whoever asks next
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        throw new SocketException("Socket closed");
    }

    private void acceptAll() {
        while (!isClosed()) {
            try {
                SocketChannel accepted = channel.accept();
                if (places.tryAcquire()) {
                    Thread.ofPlatform().daemon().name("gyre-cluster-greeting").start(() -> greet(accepted));
                } else {
                    accepted.close();
                }
            } catch (IOException _) {
                // Closed, or a connection that was gone before it was accepted.
            }
        }
        welcome.add(end);
    }

    private void greet(SocketChannel accepted) {
        var isDone = new AtomicBoolean();
        Thread limit = Thread.ofVirtual().start(() -> closeAfterLimit(accepted, isDone));
        boolean isWelcome = false;
        Socket opened = null;
        try {
            var socket = new MemberSocket(accepted, credentials, obstacles, lateWriter);
            opened = socket;
            isWelcome = socket.greet(GREETING_BYTES) && isDone.compareAndSet(false, true);
            if (isWelcome) {
                welcome.add(socket);
            }
        } catch (IOException _) {
            // The connection was cut, or its time is over.
        } finally {
            if (!isWelcome) {
                close(opened == null ? accepted : opened);
            }
            places.release();
            limit.interrupt();
        }
    }

    private static void closeAfterLimit(SocketChannel accepted, AtomicBoolean isDone) {
        try {
            Thread.sleep(GREETING_MS);
        } catch (InterruptedException _) {
            return;
        }
        if (isDone.compareAndSet(false, true)) {
            close(accepted);
        }
    }

    private static void close(Closeable accepted) {
        try {
            accepted.close();
        } catch (IOException _) {
            // It is gone either way.
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    @Override
    public boolean isClosed() {
        return !channel.isOpen();
    }

    @Override
    public boolean isBound() {
        return channel.socket().isBound();
    }

    @Override
    public int getLocalPort() {
        return channel.socket().getLocalPort();
    }

    @Override
    public InetAddress getInetAddress() {
        return channel.socket().getInetAddress();
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        return channel.socket().getLocalSocketAddress();
    }

    @Override
    public void setReceiveBufferSize(int bytes) throws SocketException {
        channel.socket().setReceiveBufferSize(bytes);
    }
}
