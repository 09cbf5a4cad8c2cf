package dev.gyre.distributed;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** Which of this machine's addresses a member listens at. Others are told it, so it can't be the one that stands for all. */
final class Hosts {
    private static final Pattern ZEROS = Pattern.compile("(?:^|:)0(?::0)+(?::|(?=%)|$)");
    private static final Pattern NO_ZONE = Pattern.compile("%0$");

    private Hosts() {}

    /** @param host a name or an address; empty for the one from which the others are reached */
    static InetAddress toListenAt(String host, List<InetSocketAddress> others) throws IOException {
        if (host.isEmpty() && !others.isEmpty()) {
            try (var socket = new DatagramSocket()) {
                socket.connect(others.getFirst()); // sends nothing; the kernel looks for the way
                return socket.getLocalAddress();
            }
        }
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException _) {
            throw new UnknownHostException("there is no host " + host);
        }
        return address.isAnyLocalAddress() ? outerAddress() : address;
    }

    /** Such that --join takes it: {@code [::1]:7400}. */
    static String text(InetAddress address, int port) {
        String host = address.getHostAddress();
        return (address instanceof Inet4Address ? host : "[" + shortened(host) + "]") + ":" + port;
    }

    static String text(InetSocketAddress address) {
        return text(address.getAddress(), address.getPort());
    }

    private static String shortened(String ip6) {
        return NO_ZONE.matcher(ZEROS.matcher(ip6).replaceFirst("::")).replaceFirst("");
    }

    private static InetAddress outerAddress() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .min(Comparator.comparing(address -> !(address instanceof Inet4Address)))
                .orElseThrow(() -> new IOException("this machine has no address but the loopback's"));
    }
}
