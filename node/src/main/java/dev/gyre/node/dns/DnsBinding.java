package dev.gyre.node.dns;

import dev.gyre.codec.dns.DnsMessage;
import dev.gyre.codec.dns.DnsStatus;
import dev.gyre.codec.ip.IpAddress;
import dev.gyre.engine.Args;
import dev.gyre.io.address.NameLookup;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.Json;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Names and addresses: the C library's on the pool, and resolvers that ask DNS servers on the loop.
 *
 * <p>Resolvers go by number. What they answer comes on one channel, as JSON: the number of the request, a code or null,
 * and the records as {@link Answers} writes them.
 */
public final class DnsBinding implements Binding {
    private final GyreRuntime runtime;
    private final Map<Integer, DnsResolver> resolvers = new HashMap<>();
    private int lastResolver;
    private int channel;

    public DnsBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "dns";
    }

    @Override
    public void register(Functions f) {
        // (host, family, flags, order) -> addresses
        f.addWork(
                "getaddrinfo",
                WorkKind.SLOW_IO,
                args -> lines(NameLookup.addresses(
                        (String) args[0],
                        integer(args[1]),
                        integer(args[2]),
                        NameLookup.Order.values()[integer(args[3])])));
        // (endpoint) -> host and service
        f.addWork("getnameinfo", WorkKind.SLOW_IO, args -> lines(NameLookup.names((ByteBuffer) args[0])));

        f.add("listen", args -> channel = args.integer(0));
        f.add(
                "createResolver",
                args -> { // (timeoutMs, tries, maxTimeoutMs) -> number
                    var options = new DnsResolver.Options(args.integer(0), args.integer(1), args.integer(2));
                    resolvers.put(++lastResolver, new DnsResolver(runtime.loop(), options));
                    return lastResolver;
                });
        f.add("release", args -> {
            resolvers.remove(args.integer(0));
            return null;
        });
        f.add("servers", args -> servers(resolver(args))); // -> address, port, address, port, ...
        f.add("setServers", args -> setServers(resolver(args), args)); // false while queries are under way
        f.add("setLocalAddresses", args -> {
            resolver(args).setLocalAddresses(address(args.string(1)), address(args.string(2)));
            return null;
        });
        f.add("cancel", args -> {
            resolver(args).cancel();
            return null;
        });
        f.add(
                "query",
                args -> { // (resolver, request, name, type)
                    resolver(args).query(args.requiredString(2), args.integer(3), reply(args.integer(1)));
                    return null;
                });
        f.add(
                "reverse",
                args -> { // (resolver, request, address)
                    reverse(
                            resolver(args),
                            args.integer(1),
                            Objects.requireNonNull(IpAddress.parse(args.requiredString(2))));
                    return null;
                });
    }

    @Override
    public void close() {
        resolvers.values().forEach(DnsResolver::cancel);
        resolvers.clear();
    }

    /** As bytes, a line each: those reach JavaScript without a call of their own. */
    private static byte[] lines(List<String> texts) {
        return String.join("\n", texts).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static int integer(Object number) {
        return ((Double) number).intValue();
    }

    private DnsResolver resolver(Args args) {
        return Objects.requireNonNull(resolvers.get(args.integer(0)));
    }

    private static @Nullable InetAddress address(@Nullable String text) throws UnknownHostException {
        return text == null ? null : InetAddress.getByAddress(IpAddress.parse(text));
    }

    private static List<Object> servers(DnsResolver resolver) {
        var out = new ArrayList<>();
        for (InetSocketAddress server : resolver.servers()) {
            out.add(IpAddress.text(server.getAddress().getAddress()));
            out.add(server.getPort());
        }
        return out;
    }

    /** (resolver, address, port, address, port, ...). */
    private static boolean setServers(DnsResolver resolver, Args args) throws UnknownHostException {
        if (resolver.isBusy()) {
            return false;
        }
        var servers = new ArrayList<InetSocketAddress>();
        for (int i = 1; i < args.size(); i += 2) {
            servers.add(new InetSocketAddress(address(args.string(i)), args.integer(i + 1)));
        }
        resolver.setServers(servers);
        return true;
    }

    private void reverse(DnsResolver resolver, int request, byte[] address) {
        List<String> names = resolver.hostsNames(address);
        if (names == null) {
            resolver.reverse(address, reply(request));
        } else {
            runtime.loop().post(() -> tell(request, null, Answers.ofHosts(names)));
        }
    }

    private DnsResolver.OnReply reply(int request) {
        return new DnsResolver.OnReply() {
            @Override
            public void onAnswer(DnsMessage message) {
                tell(request, null, Answers.of(message));
            }

            @Override
            public void onFailure(DnsStatus status) {
                tell(request, status.code(), List.of());
            }
        };
    }

    private void tell(int request, @Nullable String code, List<Object> records) {
        var message = new ArrayList<>();
        message.add(request);
        message.add(code);
        message.add(records);
        runtime.message(channel, Json.of(message).getBytes(StandardCharsets.US_ASCII)); // Json escapes the rest
    }
}
