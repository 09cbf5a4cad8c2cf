package dev.gyre.node.net;

import dev.gyre.engine.Args;
import dev.gyre.io.Errno;
import dev.gyre.io.SocketName;
import dev.gyre.io.SocketOptions;
import dev.gyre.io.StandardStream;
import dev.gyre.io.StreamSocket;
import dev.gyre.io.Utf8;
import dev.gyre.node.Binding;
import dev.gyre.node.Functions;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Layout.BindFlags;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Stream sockets, by number. What is called rarely is a function here, answering 0 or a negative errno; what is called
 * often goes through the outbox of {@link Wire}.
 */
public final class NetBinding implements Binding {
    private final GyreRuntime runtime;
    private final Map<Integer, HttpFeed> feeds = new HashMap<>();
    private Connections connections;
    private int lastFeed;

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
            connections = new Connections(runtime, args.bytes(0));
            return null;
        });
        f.add("kindOf", args -> StandardStream.kindOf(args.integer(0)).name());
        f.add("open", _ -> connections.open().id);
        f.add("adopt", args -> connections.adopt(args.integer(0)).id);
        f.add("bind", args -> bind(socket(args), SocketName.of(args.string(1), args.integer(2)), args.integer(3)));
        f.add("bindPath", args -> bind(socket(args), SocketName.ofPath(Utf8.encode(args.string(1))), 0));
        f.add("listen", args -> socket(args).listen(args.integer(1)));
        f.add("connect", args -> connect(socket(args), SocketName.of(args.string(1), args.integer(2))));
        f.add("connectPath", args -> connect(socket(args), SocketName.ofPath(Utf8.encode(args.string(1)))));
        f.add("accepting", args -> {
            socket(args).setAccepting(args.bool(1));
            return null;
        });
        f.add("write", args -> {
            connections.runOutbox();
            return socket(args).fd() < 0 ? Errno.EBADF.number() : socket(args).write(args.bytes(1));
        });
        f.add("flush", args -> {
            connections.runOutbox();
            return socket(args).hasUnsent();
        });
        f.add("close", args -> {
            connections.runOutbox();
            return connections.get(args.integer(0)).close(args.bool(1));
        });
        f.add("attachHttp", args -> {
            connections.attachHttp(args.integer(0), args.bool(1), args.integer(2), args.integer(3), args.integer(4));
            return null;
        });
        f.add("expectHttp", args -> {
            connections.get(args.integer(0)).http().expect(args.integer(1));
            return null;
        });
        f.add("detachHttp", args -> connections.detachHttp(args.integer(0), args.integer(1)));
        f.add("received", args -> (double) connections.get(args.integer(0)).received());
        f.add("isIdleHttp", args -> connections.get(args.integer(0)).http().isIdle());
        f.add("unconsumeHttp", args -> addFeed(connections.unconsumeHttp(args.integer(0))));
        f.add("answerUpgrade", args -> {
            connections.answerUpgrade(args.integer(0), args.bool(1));
            return null;
        });
        f.add("openFeed", args -> addFeed(newFeed(false, args)));
        f.add("openSteps", args -> addFeed(newFeed(true, args)));
        f.add("answerFeed", args -> feeds.get(args.integer(0)).answer(args.integer(1), now()));
        f.add("restOfFeed", args -> feeds.get(args.integer(0)).restLength());
        f.add("feed", args -> feeds.get(args.integer(0)).feed(bytesOf(args.bytes(1)), now()));
        f.add("finishFeed", args -> feeds.get(args.integer(0)).finish());
        f.add("answerFeedUpgrade", args -> feeds.get(args.integer(0)).answerUpgrade(args.bool(1), now()));
        f.add("expectFeed", args -> {
            feeds.get(args.integer(0)).expect(args.integer(1));
            return null;
        });
        f.add("isIdleFeed", args -> feeds.get(args.integer(0)).isIdle());
        f.add("closeFeed", args -> feeds.remove(args.integer(0)).takeRest());
        f.add("expiredHttp", args -> {
            double heads = now() - args.number(0);
            double requests = now() - args.number(1);
            return IntStream.concat(connections.expired(heads, requests), expiredFeeds(heads, requests))
                    .toArray();
        });
        f.add("ownName", args -> SocketName.ofSocket(socket(args).fd()));
        f.add("peerName", args -> SocketName.ofPeer(socket(args).fd()));
        f.add("fd", args -> socket(args).fd());
        f.add("referenced", args -> {
            socket(args).setReferenced(args.bool(1));
            return null;
        });
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

    private long now() {
        return runtime.loop().nowMs();
    }

    /** Below zero, where no socket's number is. */
    private IntStream expiredFeeds(double headsBeforeMs, double requestsBeforeMs) {
        return feeds.entrySet().stream()
                .filter(feed -> feed.getValue().isExpired(headsBeforeMs, requestsBeforeMs))
                .mapToInt(feed -> -feed.getKey());
    }

    private HttpFeed newFeed(boolean isStepwise, Args args) {
        return new HttpFeed(now(), isStepwise, args.bool(0), args.integer(1), args.integer(2), args.integer(3));
    }

    private int addFeed(HttpFeed feed) {
        feeds.put(++lastFeed, feed);
        return lastFeed;
    }

    private static byte[] bytesOf(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private StreamSocket socket(Args args) {
        return connections.get(args.integer(0)).socket;
    }

    private static int bind(StreamSocket socket, SocketName name, int flags) {
        if (name == null) {
            return Errno.EINVAL.number();
        }
        int result = socket.ensureOpen(name.family());
        if (result == 0 && name.family() != StreamSocket.AF_UNIX) {
            result = SocketOptions.reuseAddress(socket.fd());
        }
        if (result == 0 && (flags & BindFlags.REUSE_PORT) != 0) {
            result = SocketOptions.reusePort(socket.fd());
        }
        if (result == 0 && name.family() == StreamSocket.AF_INET6) {
            result = SocketOptions.ipv6Only(socket.fd(), (flags & BindFlags.IPV6_ONLY) != 0);
        }
        return result < 0 ? result : socket.bind(name);
    }

    private static int connect(StreamSocket socket, SocketName name) {
        return name == null ? Errno.EINVAL.number() : socket.connect(name);
    }
}
