package dev.gyre.node.dns;

import dev.gyre.codec.dns.DnsFormatException;
import dev.gyre.codec.dns.DnsMessage;
import dev.gyre.codec.dns.DnsName;
import dev.gyre.codec.dns.DnsRecord;
import dev.gyre.codec.dns.DnsStatus;
import dev.gyre.io.address.Endpoint;
import dev.gyre.io.datagram.UdpOutbox;
import dev.gyre.io.libc.KernelRandom;
import dev.gyre.loop.Loop;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Asks DNS servers. Used on the loop's thread; what is asked is answered once, later, in poll.
 *
 * <p>A query goes to the server with the fewest failures. If it doesn't answer in time, can't be reached, or sends
 * nonsense, the next one is tried: each server as often as {@code tries} says, and with every round the wait doubles, a
 * random part of that left out so that many clients don't ask at the same moment. What a server does answer, be it a
 * refusal, is the answer. An answer that was cut off is asked for again by TCP.
 */
public final class DnsResolver {
    /** Gets either an answer or the reason why there is none. */
    public interface OnReply {
        void onAnswer(DnsMessage message);

        void onFailure(DnsStatus status);
    }

    /** Zero stands for what the system or this class takes: see the constants. */
    public record Options(int timeoutMs, int tries, int maxTimeoutMs) {}

    private static final int DEFAULT_TIMEOUT_MS = 2000;
    private static final int MIN_TIMEOUT_MS = 250;
    private static final int MAX_DOUBLINGS = 20;
    private static final double MAX_JITTER = 0.5;

    private final Loop loop;
    private final Options options;
    private final RandomGenerator random;
    private final Path hosts;
    private final Set<DnsQuery> queries = new LinkedHashSet<>();

    private List<DnsServer> servers = List.of();
    private boolean serversRead;
    private int systemTimeoutMs;
    private boolean rotate;
    private boolean isSystems = true;
    private boolean lastFailed;
    private int unanswered;
    private @Nullable UdpOutbox outbox;
    private @Nullable InetAddress localV4;
    private @Nullable InetAddress localV6;

    /** A resolver with the system's servers, which are read when it is first asked for them. */
    public DnsResolver(Loop loop, Options options) {
        this(loop, options, null, HostsFile.SYSTEM, new KernelRandom());
    }

    DnsResolver(Loop loop, Options options, @Nullable ResolverConfig config, Path hosts, RandomGenerator random) {
        this.loop = loop;
        this.options = options;
        this.hosts = hosts;
        this.random = random;
        if (config != null) {
            use(config);
        }
    }

    private void use(ResolverConfig config) {
        servers = serversAt(config.servers());
        serversRead = true;
        systemTimeoutMs = config.timeoutMs();
        rotate = config.rotate();
    }

    /** Each address once. */
    private static List<DnsServer> serversAt(List<InetSocketAddress> addresses) {
        var made = new ArrayList<DnsServer>();
        for (InetSocketAddress address : new LinkedHashSet<>(addresses)) {
            made.add(new DnsServer(address));
        }
        return made;
    }

    // ---- settings

    public List<InetSocketAddress> servers() {
        refreshServers();
        var addresses = new ArrayList<InetSocketAddress>();
        for (DnsServer server : servers) {
            addresses.add(server.address);
        }
        return addresses;
    }

    /** Not while queries are under way. */
    public void setServers(List<InetSocketAddress> addresses) {
        if (isBusy()) {
            throw new IllegalStateException(unanswered + " queries are under way; cancel them first");
        }
        servers = serversAt(addresses);
        serversRead = true;
        isSystems = false;
    }

    /** Whether somebody still waits for an answer. */
    public boolean isBusy() {
        return unanswered > 0;
    }

    /** Where queries are sent from; null leaves it to the kernel. */
    public void setLocalAddresses(@Nullable InetAddress v4, @Nullable InetAddress v6) {
        localV4 = v4;
        localV6 = v6;
    }

    /** Where a query to this server is sent from, or null. */
    @Nullable
    ByteBuffer localAddress(DnsServer server) {
        InetAddress local = server.isV4() ? localV4 : localV6;
        return local == null ? null : Endpoint.of(local, 0);
    }

    // ---- asking

    /** Asks for the records of a type that a name has. */
    public void query(String name, int type, OnReply onReply) {
        refreshServers();
        unanswered++;
        byte[] encoded;
        try {
            encoded = DnsName.encode(name);
        } catch (DnsFormatException _) {
            reply(() -> onReply.onFailure(DnsStatus.BADNAME));
            return;
        }
        if (isOnion(name)) { // RFC 7686: such names must not be asked for
            reply(() -> onReply.onFailure(DnsStatus.NOTFOUND));
            return;
        }
        var query = new DnsQuery(encoded, type, onReply);
        queries.add(query);
        tryNext(query);
    }

    /** Asks for the names of an address. */
    public void reverse(byte[] address, OnReply onReply) {
        query(DnsName.ofAddress(address), DnsRecord.PTR, onReply);
    }

    /** What {@code /etc/hosts} has for an address, the chief name first; null for nothing. */
    public @Nullable List<String> hostsNames(byte[] address) {
        return HostsFile.namesOf(address, hosts);
    }

    private static boolean isOnion(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".onion") || lower.endsWith(".onion.") || lower.equals("onion");
    }

    /** A machine that was not on the network when the resolver was made has only itself to ask: look again. */
    private void refreshServers() {
        if (!serversRead) {
            use(ResolverConfig.system());
        }
        boolean onlyItself =
                servers.size() == 1 && servers.getFirst().address.getAddress().isLoopbackAddress();
        if (isSystems && lastFailed && onlyItself && !isBusy()) {
            use(ResolverConfig.system());
        }
    }

    /** Ends all queries that are under way. */
    public void cancel() {
        for (DnsQuery query : new ArrayList<>(queries)) {
            leave(query);
            finish(query, DnsStatus.CANCELLED);
        }
    }

    // ---- tries

    private void tryNext(DnsQuery query) {
        if (servers.isEmpty()) {
            finish(query, DnsStatus.NOSERVER);
            return;
        }
        while (query.tries < (long) options.tries() * servers.size()) {
            DnsServer server = nextServer();
            int waitMs = waitMs(query.tries / servers.size());
            query.tries++;
            query.server = server;
            query.exchange = query.overTcp ? TcpExchange.open(this, server) : udp(server);
            if (query.exchange == null || !query.exchange.send(query)) {
                leave(query);
                server.failures++;
                query.lastFailure = DnsStatus.CONNREFUSED;
                continue;
            }
            loop.updateTime(); // the callback that asks may have run for long
            query.timer = loop.timer(() -> timedOut(query));
            query.timer.start(waitMs);
            return;
        }
        finish(query, query.lastFailure);
    }

    private @Nullable UdpExchange udp(DnsServer server) {
        if (server.open == null) {
            server.open = UdpExchange.open(this, server);
        }
        return server.open;
    }

    private DnsServer nextServer() {
        if (rotate) {
            return servers.get(random.nextInt(servers.size()));
        }
        DnsServer best = servers.getFirst();
        for (DnsServer server : servers) {
            if (server.failures < best.failures) {
                best = server;
            }
        }
        return best;
    }

    int waitMs(int round) {
        int given = options.timeoutMs() > 0 ? options.timeoutMs() : systemTimeoutMs;
        long first = Math.max(given > 0 ? given : DEFAULT_TIMEOUT_MS, MIN_TIMEOUT_MS);
        long wait = first << Math.min(round, MAX_DOUBLINGS);
        if (options.maxTimeoutMs() > 0) {
            wait = Math.min(wait, options.maxTimeoutMs());
        }
        if (round > 0) {
            wait = Math.max((long) (wait * (1 - MAX_JITTER * random.nextDouble())), Math.min(first, wait));
        }
        return (int) Math.min(wait, Integer.MAX_VALUE);
    }

    private void timedOut(DnsQuery query) {
        if (query.exchange instanceof UdpExchange udp) {
            udp.retire(); // the next try comes from another port
        }
        failed(query, DnsStatus.TIMEOUT);
    }

    // ---- for the exchanges

    void failed(DnsQuery query, DnsStatus status) {
        leave(query);
        Objects.requireNonNull(query.server).failures++;
        query.lastFailure = status;
        tryNext(query);
    }

    void answered(DnsQuery query, DnsMessage message) {
        leave(query);
        Objects.requireNonNull(query.server).failures = 0;
        if (message.isTruncated()) {
            query.overTcp = true;
            query.tries--; // it did answer
            tryNext(query);
            return;
        }
        DnsStatus status = message.status();
        if (status != null) {
            finish(query, status);
            return;
        }
        lastFailed = false;
        queries.remove(query);
        reply(() -> query.onReply.onAnswer(message));
    }

    private void leave(DnsQuery query) {
        if (query.timer != null) {
            query.timer.close();
            query.timer = null;
        }
        if (query.exchange != null) {
            query.exchange.forget(query);
            query.exchange = null;
        }
    }

    private void finish(DnsQuery query, DnsStatus status) {
        lastFailed = true;
        queries.remove(query);
        reply(() -> query.onReply.onFailure(status));
    }

    /** Later, for whoever asked may still be asking. */
    private void reply(Runnable callback) {
        loop.post(() -> {
            unanswered--;
            callback.run();
        });
    }

    Loop loop() {
        return loop;
    }

    int randomId() {
        return random.nextInt(1 << 16);
    }

    /** Where queries by UDP are put together. */
    UdpOutbox outbox() {
        if (outbox == null) {
            outbox = new UdpOutbox(ByteBuffer.allocateDirect(Endpoint.BYTES + DnsMessage.MAX_QUERY_BYTES));
        }
        return outbox;
    }
}
