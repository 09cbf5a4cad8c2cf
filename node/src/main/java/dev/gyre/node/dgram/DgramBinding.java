package dev.gyre.node.dgram;

import dev.gyre.engine.Args;
import dev.gyre.io.address.Endpoint;
import dev.gyre.io.datagram.UdpOptions;
import dev.gyre.io.datagram.UdpOutbox;
import dev.gyre.io.datagram.UdpSocket;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.bridge.Layout.CallOperation;
import dev.gyre.node.bridge.Layout.Datagram;
import dev.gyre.node.permission.Permission;
import dev.gyre.node.permission.Scope;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * UDP sockets, by the number of the channel that the answers of queued sends come on. Datagrams come as events of their
 * own. Results are 0 or a negative errno unless a line says otherwise.
 *
 * <p>What goes out, addresses included, JavaScript writes into memory that both sides see: an {@link Endpoint}, and
 * behind it another one or the payload. Before that stand the arguments and the result of {@code send}, the one call that
 * is made for every datagram: what a function is given and returns costs more than the call itself.
 */
public final class DgramBinding implements Binding {
    private static final int SECOND = Endpoint.BYTES;
    private static final int THIRD = 2 * Endpoint.BYTES;

    private final GyreRuntime runtime;
    private final Map<Integer, UdpSocket> sockets = new HashMap<>();
    /** The memory that both sides share: words, and behind them the outbox. */
    private record Shared(ByteBuffer memory, IntBuffer words, UdpOutbox outbox) {
        static Shared of(ByteBuffer memory) {
            return new Shared(
                    memory,
                    memory.asIntBuffer(),
                    new UdpOutbox(memory.slice(Datagram.OUTBOX_AT, memory.capacity() - Datagram.OUTBOX_AT)));
        }
    }

    private @Nullable Shared shared;

    public DgramBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "dgram";
    }

    @Override
    public void register(Functions f) {
        f.add("shareMemory", args -> {
            shared = Shared.of(args.requiredBytes(0).order(ByteOrder.nativeOrder()));
            runtime.onCall(CallOperation.SEND_DATAGRAM, this::send);
            return null;
        });
        f.add("create", args -> {
            int channel = args.integer(0);
            sockets.put(channel, new UdpSocket(runtime.loop(), receiver(channel)));
            return null;
        });
        f.add("close", args -> {
            Objects.requireNonNull(sockets.remove(args.integer(0))).close();
            return null;
        });
        f.add("setReferenced", args -> {
            socket(args).setReferenced(args.bool(1));
            return null;
        });
        f.add("open", args -> {
            int error = socket(args).open(args.integer(1));
            if (error == 0) {
                runtime.descriptors().remove(args.integer(1)); // the socket closes it
            }
            return error;
        });
        f.add("bind", args -> socket(args).bind(endpoint(0), args.integer(1)));
        f.add("connect", args -> socket(args).connect(endpoint(0)));
        f.add("disconnect", args -> socket(args).disconnect());
        f.add("receive", args -> socket(args).receive(args.bool(1)));
        f.add(
                "address",
                args -> { // an Endpoint, or the errno
                    byte[] form = new byte[Endpoint.BYTES];
                    int error = socket(args).address(args.bool(1), form);
                    return error < 0 ? error : form;
                });
        f.add("descriptor", args -> socket(args).descriptor()); // -1 for none
        f.add("zoneOf", args -> Endpoint.zoneOf(args.requiredString(0)));
        f.add("zoneName", args -> Endpoint.zoneName(args.integer(0)));
        registerOptions(f);
    }

    @Override
    public void close() {
        sockets.values().forEach(UdpSocket::close);
        sockets.clear();
    }

    /** Bytes sent, EAGAIN where it is queued, or another errno, as the result in shared memory. */
    private void send() {
        Permission permission = runtime.permission();
        if (permission != null) {
            permission.require(Scope.NET, "");
        }
        Shared call = Objects.requireNonNull(shared);
        IntBuffer words = call.words();
        int channel = words.get(Datagram.CHANNEL);
        int flags = words.get(Datagram.FLAGS);
        int room = call.memory().capacity() - Datagram.OUTBOX_AT - Endpoint.BYTES;
        int result = Objects.requireNonNull(sockets.get(channel))
                .send(
                        call.outbox(),
                        Objects.checkIndex(words.get(Datagram.LENGTH), room + 1),
                        (flags & Datagram.ADDRESSED) != 0,
                        (flags & Datagram.MAY_TRY) != 0,
                        errno -> runtime.message(channel, errno));
        words.put(Datagram.RESULT, result);
    }

    private void registerOptions(Functions f) {
        f.add("broadcast", args -> UdpOptions.broadcast(socket(args), args.bool(1)));
        f.add("ttl", args -> UdpOptions.ttl(socket(args), args.integer(1)));
        f.add("multicastTtl", args -> UdpOptions.multicastTtl(socket(args), args.integer(1)));
        f.add("multicastLoopback", args -> UdpOptions.multicastLoopback(socket(args), args.bool(1)));
        f.add("multicastInterface", args -> UdpOptions.multicastInterface(socket(args), endpoint(0)));
        f.add(
                "membership",
                args -> // (channel, whether an interface is given, join)
                UdpOptions.membership(socket(args), endpoint(0), args.bool(1) ? endpoint(SECOND) : null, args.bool(2)));
        f.add(
                "sourceMembership",
                args -> UdpOptions.sourceMembership(
                        socket(args),
                        endpoint(0),
                        endpoint(SECOND),
                        args.bool(1) ? endpoint(THIRD) : null,
                        args.bool(2)));
        f.add(
                "bufferSize",
                args -> // (channel, size or 0, of the receiver) -> size or errno
                UdpOptions.bufferSize(socket(args), args.integer(1), args.bool(2)));
    }

    private UdpSocket socket(Args args) {
        return Objects.requireNonNull(sockets.get(args.integer(0)));
    }

    private ByteBuffer endpoint(int at) {
        return Objects.requireNonNull(shared).memory().slice(Datagram.OUTBOX_AT + at, Endpoint.BYTES);
    }

    private UdpSocket.Receiver receiver(int channel) {
        return new UdpSocket.Receiver() {
            @Override
            public void onDatagram(byte[] datagram) {
                runtime.datagram(channel, datagram);
            }

            @Override
            public void onError(int errno) {
                runtime.datagram(channel, errno);
            }
        };
    }
}
