package dev.gyre.node.net;

import dev.gyre.engine.Args;
import dev.gyre.io.address.Endpoint;
import dev.gyre.io.address.SocketName;
import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.Utf8;
import dev.gyre.io.stream.ByteStream;
import dev.gyre.io.stream.SocketOptions;
import dev.gyre.io.stream.StandardStream;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.bridge.Layout.BindFlags;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Stream sockets, by number. What is called rarely is a function here, answering 0 or a negative errno; what is called
 * often is submitted: see {@link dev.gyre.node.bridge.Submissions}.
 */
public final class NetBinding implements Binding {
    private final GyreRuntime runtime;
    private @Nullable Connections started;

    public NetBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "net";
    }

    @Override
    public void register(Functions f) {
        f.add("start", args -> {
            var connections = new Connections(runtime, args.requiredBytes(0));
            runtime.turns().socketMemory(args.requiredBytes(0));
            runtime.share(Connections.class, connections);
            started = connections;
            return null;
        });
        f.add("kindOf", args -> StandardStream.kindOf(args.integer(0)).name());
        f.add("open", _ -> connections().open().id);
        f.add("adopt", args -> adopt(args.integer(0)));
        f.add("adoptShared", args -> {
            runtime.descriptors().remove(args.integer(0));
            return connections().adoptShared(args.integer(0)).id;
        });
        f.add(
                "bind",
                args -> bind(socket(args), SocketName.of(args.requiredString(1), args.integer(2)), args.integer(3)));
        f.add("bindPath", args -> bind(socket(args), SocketName.ofPath(Utf8.encode(args.requiredString(1))), 0));
        f.add("listen", args -> socket(args).listen(args.integer(1)));
        f.add("connect", args -> connect(socket(args), SocketName.of(args.requiredString(1), args.integer(2))));
        f.add("connectPath", args -> connect(socket(args), SocketName.ofPath(Utf8.encode(args.requiredString(1)))));
        f.add("accepting", args -> {
            socket(args).setAccepting(args.bool(1));
            return null;
        });
        f.add("write", args -> {
            connections().runOutbox();
            Connection connection = connections().get(args.integer(0));
            return connection.isOpen() ? connection.transport().write(args.requiredBytes(1)) : Errno.EBADF.number();
        });
        f.add("writeWithDescriptor", args -> {
            connections().runOutbox();
            return socket(args).fd() < 0
                    ? Errno.EBADF.number()
                    : socket(args).write(args.requiredBytes(1), args.integer(2));
        });
        f.add("passDescriptors", args -> {
            socket(args).passDescriptors();
            return null;
        });
        f.add("takeDescriptor", args -> takeDescriptor(socket(args)));
        f.add("socketPair", _ -> Arrays.stream(Descriptors.socketpair()).boxed().toList());
        f.add("closeDescriptor", args -> {
            runtime.descriptors().remove(args.integer(0));
            Descriptors.closeQuietly(args.integer(0));
            return null;
        });
        f.add("flush", args -> {
            connections().runOutbox();
            return connections().get(args.integer(0)).transport().hasUnsent();
        });
        f.add("close", args -> {
            connections().runOutbox();
            Connection connection = connections().get(args.integer(0));
            long received = connection.received();
            int result = connection.close(args.bool(1));
            return result < 0 ? (double) result : (double) received;
        });
        f.add("received", args -> (double) connections().get(args.integer(0)).received());
        f.add("ownName", args -> SocketName.ofSocket(socket(args).fd()));
        f.add("peerName", args -> SocketName.ofPeer(socket(args).fd()));
        f.add("fd", args -> socket(args).fd());
        f.add("referenced", args -> {
            socket(args).setReferenced(args.bool(1));
            return null;
        });
        f.add("waitingBytes", args -> SocketOptions.waitingBytes(socket(args).fd()));
        f.add("noDelay", args -> SocketOptions.noDelay(socket(args).fd(), args.bool(1)));
        f.add(
                "keepAlive",
                args -> SocketOptions.keepAlive(
                        socket(args).fd(), args.bool(1), args.integer(2), args.integer(3), args.integer(4)));
        f.add(
                "setTypeOfService",
                args -> SocketOptions.typeOfService(socket(args).fd(), args.integer(1)));
        f.add("typeOfService", args -> SocketOptions.typeOfService(socket(args).fd()));
    }

    @Override
    public void close() {
        if (started != null) {
            started.close();
        }
    }

    /** JavaScript has it by number until it is a stream; a runtime that ends before closes it. */
    private int takeDescriptor(ByteStream socket) {
        int descriptor = socket.takeDescriptor();
        if (descriptor >= 0) {
            runtime.descriptors().add(descriptor);
        }
        return descriptor;
    }

    private int adopt(int descriptor) {
        Descriptors.setNonBlocking(descriptor);
        runtime.descriptors().remove(descriptor);
        return connections().adopt(descriptor).id;
    }

    /** JavaScript calls {@code start} before all else. */
    private Connections connections() {
        return Objects.requireNonNull(started);
    }

    private ByteStream socket(Args args) {
        return connections().get(args.integer(0)).socket;
    }

    private static int bind(ByteStream socket, @Nullable SocketName name, int flags) {
        if (name == null) {
            return Errno.EINVAL.number();
        }
        int result = socket.ensureOpen(name.family());
        if (result == 0 && name.family() != Endpoint.AF_UNIX) {
            result = SocketOptions.reuseAddress(socket.fd());
        }
        if (result == 0 && (flags & BindFlags.REUSE_PORT) != 0) {
            result = SocketOptions.reusePort(socket.fd());
        }
        if (result == 0 && name.family() == Endpoint.AF_INET6) {
            result = SocketOptions.ipv6Only(socket.fd(), (flags & BindFlags.IPV6_ONLY) != 0);
        }
        return result < 0 ? result : socket.bind(name);
    }

    private static int connect(ByteStream socket, @Nullable SocketName name) {
        return name == null ? Errno.EINVAL.number() : socket.connect(name);
    }
}
