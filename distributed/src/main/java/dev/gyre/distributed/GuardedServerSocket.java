package dev.gyre.distributed;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
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
    private static final int LOOK_MS = 2;

    /** Of JGroups' greeting: cookie, version, length, an IPv4 address and a port. */
    private static final int GREETING_BYTES = 15;

    private final @Nullable SSLContext context;
    private final boolean isAnyPort;
    private final LinkedBlockingQueue<Socket> welcome = new LinkedBlockingQueue<>();
    private final Semaphore places = new Semaphore(MAX_GREETED);
    private final Socket end = new Socket();

    GuardedServerSocket(@Nullable SSLContext context, boolean isAnyPort) throws IOException {
        this.context = context;
        this.isAnyPort = isAnyPort;
    }

    @Override
    public void bind(@Nullable SocketAddress address, int backlog) throws IOException {
        super.bind(
                isAnyPort && address instanceof InetSocketAddress given
                        ? new InetSocketAddress(given.getAddress(), 0)
                        : address,
                backlog);
        Thread.ofPlatform().daemon().name("gyre-cluster-door").start(this::acceptAll);
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
                Socket socket = super.accept();
                if (places.tryAcquire()) {
                    Thread.ofVirtual().name("gyre-cluster-greeting").start(() -> greet(socket));
                } else {
                    socket.close();
                }
            } catch (IOException _) {
                // Closed, or a connection that was gone before it was accepted.
            }
        }
        welcome.add(end);
    }

    private void greet(Socket socket) {
        var isDone = new AtomicBoolean();
        Thread limit = Thread.ofVirtual().start(() -> closeAfterLimit(socket, isDone));
        try {
            Socket greeted = context == null ? socket : authenticate(context, socket);
            if (hasGreeting(greeted, isDone) && isDone.compareAndSet(false, true)) {
                welcome.add(greeted);
            }
        } catch (IOException _) {
            close(socket); // no TLS, or no certificate of this cluster's authority
        } finally {
            places.release();
            limit.interrupt();
        }
    }

    private static Socket authenticate(SSLContext context, Socket socket) throws IOException {
        socket.setSoTimeout(GREETING_MS);
        var tls = (SSLSocket) context.getSocketFactory().createSocket(socket, null, socket.getPort(), true);
        tls.setUseClientMode(false);
        tls.setNeedClientAuth(true);
        tls.startHandshake();
        socket.setSoTimeout(0);
        return tls;
    }

    /** The other side of a TLS connection is a member, and its greeting follows. Otherwise it is waited for. */
    private static boolean hasGreeting(Socket socket, AtomicBoolean isDone) throws IOException {
        if (socket instanceof SSLSocket) {
            return true;
        }
        InputStream in = socket.getInputStream();
        while (in.available() < GREETING_BYTES) {
            if (isDone.get()) {
                return false;
            }
            try {
                Thread.sleep(LOOK_MS);
            } catch (InterruptedException _) {
                return false;
            }
        }
        return true;
    }

    private static void closeAfterLimit(Socket socket, AtomicBoolean isDone) {
        try {
            Thread.sleep(GREETING_MS);
        } catch (InterruptedException _) {
            return;
        }
        if (isDone.compareAndSet(false, true)) {
            close(socket);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // It is gone either way.
        }
    }
}
