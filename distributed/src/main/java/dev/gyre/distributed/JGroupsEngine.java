package dev.gyre.distributed;

import dev.gyre.node.gyre.ClusterEngine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jgroups.JChannel;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;

/**
 * The engine on JGroups. The stack, from the network up: TCP or TLS; the list of members to begin with; parts of a cluster find
 * each other again (MERGE3); members that end or fall silent are found out (TCP's own events, FD_ALL3, VERIFY_SUSPECT2);
 * messages that got lost are sent again (NAKACK2, UNICAST3, STABLE); membership (GMS); long messages go in parts (FRAG2). None
 * of them makes a sender wait for a slow receiver: how much is on its way is bounded by who uses it.
 */
public final class JGroupsEngine implements ClusterEngine {
    private static final String CLUSTER = "gyre";
    private static final int SILENCE_MS = 4000;
    private static final int HEARTBEAT_MS = 1000;
    private static final int VERIFY_MS = 500;

    /** Until a request to join is repeated. */
    private static final int JOIN_MS = 300;

    /** Until a coordinator that does not answer has been given up by the others, and then some. */
    private static final int JOIN_ATTEMPTS = 30;

    private static final int MERGE_MIN_MS = 300;
    private static final int MERGE_MAX_MS = 900;
    private static final int MERGE_CHECK_MS = 1200;

    /** For which messages to a member that is gone are sent again and again, because it may only be cut off. */
    private static final int GONE_MS = 20_000;

    /** Longer messages go in parts of FRAG2's size, so a longer one is no message of a member's. */
    private static final int MAX_MESSAGE_BYTES = 1 << 20;

    /** More than FRAG2's parts have. */
    private static final int BUNDLE_BYTES = 64_000;

    /** JGroups wants a number where members are known by a list; the socket factory takes any free port instead. */
    private static final int ANY_PORT = 1;

    @Override
    public Connection join(Settings settings, Listener listener) throws IOException {
        List<InetSocketAddress> others = addresses(settings.join());
        InetAddress host = Hosts.toListenAt(settings.host(), others);
        if (settings.tls() == null && !host.isLoopbackAddress()) {
            throw new IOException("a member that listens at " + host.getHostAddress()
                    + " can be reached from other machines, and needs certificates. For a test, gyre node --init-ca FOLDER makes"
                    + " them; then give --tls FOLDER, the pool's option tls, or GYRE_TLS=FOLDER");
        }
        var ping = new MemberDiscovery();
        ping.setPortRange(0);
        ping.returnEntireCache(
                true); // whoever is asked tells of the coordinator, which may be none of those in the list
        ping.setInitialHosts(others);
        JChannel channel = null;
        try {
            Path tls = settings.tls();
            var sockets = new GuardedSocketFactory(
                    tls == null ? null : PemFiles.credentials(tls),
                    new Obstacles(listener::obstacle),
                    settings.port() == 0);
            MemberTransport tcp = transport(settings, host, sockets, ping);
            channel = new JChannel(
                    tcp,
                    ping,
                    new MERGE3()
                            .setMinInterval(MERGE_MIN_MS)
                            .setMaxInterval(MERGE_MAX_MS)
                            .setCheckInterval(MERGE_CHECK_MS),
                    new FD_ALL3().setTimeout(SILENCE_MS).setInterval(HEARTBEAT_MS),
                    new VERIFY_SUSPECT2().setTimeout(VERIFY_MS),
                    new NAKACK2().useMcastXmit(false),
                    new UNICAST3().setConnCloseTimeout(GONE_MS),
                    new STABLE(),
                    new GMS()
                            .setJoinTimeout(JOIN_MS)
                            .setMaxJoinAttempts(JOIN_ATTEMPTS)
                            .printLocalAddress(false),
                    new FRAG2());
            tcp.getDiagnosticsHandler().setEnabled(false); // it would answer anybody, by multicast
            channel.getProtocolStack()
                    .getProtocols()
                    .forEach(protocol -> protocol.enableStats(false)); // nobody reads them
            channel.setName(settings.name());
            channel.setDiscardOwnMessages(true);
            var member = new JGroupsMember(channel, sockets, listener, () -> {
                try {
                    ping.setInitialHosts(addresses(settings.join()));
                } catch (UnknownHostException _) {
                    // The name service is away; the addresses that were known stay.
                }
            });
            channel.setReceiver(member);
            channel.connect(CLUSTER);
            return member;
        } catch (Exception e) {
            if (channel != null) {
                channel.close();
            }
            throw e instanceof IOException refused ? refused : new IOException(reason(e), e);
        }
    }

    private static String reason(Exception e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return message == null ? cause.toString() : message;
    }

    private static MemberTransport transport(
            Settings settings, InetAddress host, GuardedSocketFactory sockets, MemberDiscovery discovery) {
        var tcp = new MemberTransport(BUNDLE_BYTES + Integer.BYTES, discovery::hasLeft);
        tcp.setBindAddress(host);
        tcp.setBindPort(settings.port() == 0 ? ANY_PORT : settings.port());
        tcp.setPortRange(0);
        tcp.tcpNodelay(true);
        tcp.setMaxLength(MAX_MESSAGE_BYTES);
        tcp.enableSuspectEvents(true); // a process that ends closes its sockets, which tells faster than silence does
        threads(tcp);
        tcp.setSocketFactory(sockets);
        return tcp;
    }

    /**
     * Who sends writes to the socket itself, as a rule ({@link DirectBundler}); what comes in is handled by the thread that reads
     * the connection. Such a thread may send (acknowledgements), which must never block it: two members whose readers wait for each
     * other to read would be stuck. Virtual threads would be two more hops for each message: the poller's, and that of a carrier.
     */
    private static void threads(MemberTransport tcp) {
        tcp.setBundler(new DirectBundler(tcp).useSingleSenderThread(false).setMaxSize(BUNDLE_BYTES));
        tcp.useVirtualThreads(false);
        tcp.setMessageProcessingPolicy("direct");
    }

    /** A name may stand for several machines, as that of a headless service in Kubernetes does. */
    private static List<InetSocketAddress> addresses(List<String> hosts) throws UnknownHostException {
        var addresses = new ArrayList<InetSocketAddress>();
        for (String text : hosts) {
            int colon = text.lastIndexOf(':');
            String host = text.substring(0, colon);
            int port = Integer.parseInt(text.substring(colon + 1));
            try {
                for (InetAddress address : InetAddress.getAllByName(host)) {
                    addresses.add(new InetSocketAddress(address, port));
                }
            } catch (UnknownHostException e) {
                if (hosts.size() == 1) {
                    throw new UnknownHostException("there is no host " + host);
                }
            }
        }
        return addresses;
    }

    @Override
    public void makeCertificates(Path folder, List<String> hosts) throws IOException {
        CertificateAuthority.make(folder, hosts);
    }
}
