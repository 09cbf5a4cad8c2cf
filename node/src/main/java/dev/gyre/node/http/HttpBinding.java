package dev.gyre.node.http;

import dev.gyre.codec.http1.HeadText;
import dev.gyre.engine.Args;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.net.Connection;
import dev.gyre.node.net.Connections;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1 parsers: on a socket, where the parser reads what the socket receives ({@link HttpConnection}), or fed by
 * JavaScript with the bytes of any other stream ({@link HttpFeed}).
 */
public final class HttpBinding implements Binding {
    private final GyreRuntime runtime;
    private final HeadText headText = new HeadText();
    private final Map<Integer, HttpFeed> feeds = new HashMap<>();
    private int lastFeed;

    public HttpBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "http";
    }

    @Override
    public void register(Functions f) {
        registerConnections(f);
        registerFeeds(f);
        f.add("expiredHttp", args -> {
            double heads = nowMs() - args.number(0);
            double requests = nowMs() - args.number(1);
            return IntStream.concat(expiredConnections(heads, requests), expiredFeeds(heads, requests))
                    .toArray();
        });
    }

    private void registerConnections(Functions f) {
        f.add("attachHttp", args -> {
            attach(connection(args), args.bool(1), args.integer(2), args.integer(3), args.integer(4));
            return null;
        });
        f.add("expectHttp", args -> {
            httpOf(connection(args)).expect(args.integer(1));
            return null;
        });
        f.add("detachHttp", args -> detach(connection(args), args.integer(1)));
        f.add("isIdleHttp", args -> isIdle(connection(args), args.integer(1)));
        f.add("unconsumeHttp", args -> addFeed(toFeed(connection(args))));
        f.add("answerUpgrade", args -> {
            answerUpgrade(connection(args), args.bool(1));
            return null;
        });
    }

    /** Whether nothing has come in that JavaScript has not heard of, and it has heard all of the last message. */
    private static boolean isIdle(Connection connection, int heard) {
        HttpConnection http = httpOf(connection);
        return http.isIdle() && http.told() == heard && !connection.hasUnread();
    }

    private void registerFeeds(Functions f) {
        f.add("openFeed", args -> addFeed(newFeed(false, args)));
        f.add("openSteps", args -> addFeed(newFeed(true, args)));
        f.add("answerFeed", args -> feed(args).answer(args.integer(1), nowMs()));
        f.add("restOfFeed", args -> feed(args).restLength());
        f.add("feed", args -> feed(args).feed(bytesOf(args.requiredBytes(1)), nowMs()));
        f.add("finishFeed", args -> feed(args).finish());
        f.add("answerFeedUpgrade", args -> feed(args).answerUpgrade(args.bool(1), nowMs()));
        f.add("expectFeed", args -> {
            feed(args).expect(args.integer(1));
            return null;
        });
        f.add("isIdleFeed", args -> feed(args).isIdle());
        f.add(
                "closeFeed",
                args -> Objects.requireNonNull(feeds.remove(args.integer(0))).takeRest());
    }

    private long nowMs() {
        return runtime.loop().nowMs();
    }

    private Connection connection(Args args) {
        return runtime.shared(Connections.class).get(args.integer(0));
    }

    private static HttpConnection httpOf(Connection connection) {
        return (HttpConnection) Objects.requireNonNull(connection.reader());
    }

    private void attach(Connection connection, boolean isResponse, int maxHeadBytes, int maxHeaders, int lenient) {
        connection.reader(new HttpConnection(
                connection.id(),
                runtime.shared(Connections.class).memory(),
                headText,
                isResponse,
                maxHeadBytes,
                maxHeaders,
                lenient));
    }

    /**
     * Ends HTTP on a connection, and returns the bytes received after its last message.
     *
     * @param heard how many events of the parser JavaScript has processed
     * @return null if there are none, and no event is on its way
     */
    private static byte @Nullable [] detach(Connection connection, int heard) {
        HttpConnection http = httpOf(connection);
        byte[] rest = http.takeRest();
        connection.reader(null);
        return rest.length == 0 && heard == http.told() ? null : rest;
    }

    /** From now on JavaScript receives the bytes of this connection, and feeds them to the parser. */
    private static HttpFeed toFeed(Connection connection) {
        HttpFeed feed = httpOf(connection).toFeed();
        connection.reader(null);
        return feed;
    }

    /** The bytes received since an upgrade was requested are parsed in the next turn. */
    private void answerUpgrade(Connection connection, boolean isGranted) {
        runtime.loop().defer(() -> {
            if (connection.isOpen() && connection.reader() instanceof HttpConnection http) {
                http.answerUpgrade(isGranted);
                runtime.turns().runEvents(); // deferred calls run outside poll, which would run them otherwise
            }
        });
    }

    /** The sockets that have waited for a head, or for a whole request, since before these times. */
    private IntStream expiredConnections(double headsBeforeMs, double requestsBeforeMs) {
        return runtime.shared(Connections.class)
                .all()
                .filter(connection -> connection.reader() instanceof HttpConnection http
                        && http.isExpired(headsBeforeMs, requestsBeforeMs))
                .mapToInt(Connection::id);
    }

    /** Negative numbers: those of sockets are not negative. */
    private IntStream expiredFeeds(double headsBeforeMs, double requestsBeforeMs) {
        return feeds.entrySet().stream()
                .filter(feed -> feed.getValue().isExpired(headsBeforeMs, requestsBeforeMs))
                .mapToInt(feed -> -feed.getKey());
    }

    private HttpFeed feed(Args args) {
        return Objects.requireNonNull(feeds.get(args.integer(0)));
    }

    private HttpFeed newFeed(boolean isStepwise, Args args) {
        return new HttpFeed(nowMs(), isStepwise, args.bool(0), args.integer(1), args.integer(2), args.integer(3));
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
}
