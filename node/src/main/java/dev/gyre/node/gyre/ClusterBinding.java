package dev.gyre.node.gyre;

import dev.gyre.engine.Args;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.NodeFigures;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.worker_threads.Family;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The native half of a pool on several machines: memberships of clusters, by number. A channel of JavaScript's gets what
 * happens: bytes are a message with the sender's number in front; a list begins with what it tells: {@code joined},
 * {@code failed}, {@code obstacle}, {@code members}, {@code left}.
 */
public final class ClusterBinding implements Binding {
    private final @Nullable GyreRuntime maybeRuntime;
    private final Map<Integer, ClusterThread> memberships = new HashMap<>();
    private @Nullable ClusterEngine engine;

    public ClusterBinding(@Nullable GyreRuntime runtime) {
        maybeRuntime = runtime;
    }

    @Override
    public String name() {
        return "nodes";
    }

    @Override
    public void register(Functions f) {
        f.add("isThere", _ -> engine() != null);
        f.add("join", this::join);
        f.add("send", args -> {
            membership(args).send(args.integer(1), copyOf(args.requiredBytes(2)));
            return null;
        });
        f.add("tokenOf", args -> shared().tokenOf(membership(args)));
        f.add("reply", args -> {
            shared().send(args.integer(0), args.integer(1), copyOf(args.requiredBytes(2)));
            return null;
        });
        f.add("leave", args -> {
            ClusterThread left = membership(args);
            shared().forget(left);
            left.leave();
            memberships.remove(args.integer(0));
            return null;
        });
        f.add(
                "isAskedForFigures",
                _ -> Objects.requireNonNull(maybeRuntime).figures().isAskedForNodes());
        f.add("tellFigures", args -> {
            Objects.requireNonNull(maybeRuntime).figures().nodes(figuresFrom(args.requiredList(0)));
            return null;
        });
        f.add("makeCertificates", args -> {
            var hosts = args.requiredList(1).stream().map(String.class::cast).toList();
            try {
                Objects.requireNonNull(engine()).makeCertificates(Path.of(args.requiredString(0)), hosts);
                return "";
            } catch (NoSuchFileException | AccessDeniedException e) {
                return "the folder " + e.getMessage() + " can't be made";
            } catch (IOException e) {
                return Objects.requireNonNullElse(e.getMessage(), e.toString());
            }
        });
    }

    private static byte[] copyOf(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return copy;
    }

    private SharedMemberships shared() {
        return Family.of(Objects.requireNonNull(maybeRuntime)).member(SharedMemberships.class, SharedMemberships::new);
    }

    /** Seventeen values for each node: see {@link NodeFigures}. */
    private static List<NodeFigures> figuresFrom(List<?> values) {
        var nodes = new ArrayList<NodeFigures>();
        var left = values.iterator();
        while (left.hasNext()) {
            nodes.add(new NodeFigures(
                    (String) left.next(),
                    (String) left.next(),
                    (int) number(left),
                    (int) number(left),
                    (long) number(left),
                    (long) number(left),
                    (long) number(left),
                    timesFrom(left),
                    timesFrom(left)));
        }
        return nodes;
    }

    private static NodeFigures.Times timesFrom(Iterator<?> left) {
        return new NodeFigures.Times((long) number(left), number(left), number(left), number(left), number(left));
    }

    private static double number(Iterator<?> left) {
        return ((Number) left.next()).doubleValue();
    }

    private ClusterThread membership(Args args) {
        return Objects.requireNonNull(memberships.get(args.integer(0)), "no such membership");
    }

    private @Nullable ClusterEngine engine() {
        if (engine == null) {
            try {
                engine = ClusterEngines.find();
            } catch (IOException e) {
                throw new IllegalStateException("the folder of gyre-distributed can't be read: " + e.getMessage(), e);
            }
        }
        return engine;
    }

    /** The arguments: channel, name, host, port, members to join, folder of certificates or an empty string. */
    private @Nullable Object join(Args args) {
        int channel = args.integer(0);
        var join = args.requiredList(4).stream().map(String.class::cast).toList();
        String tls = args.requiredString(5);
        var settings = new ClusterEngine.Settings(
                args.requiredString(1),
                args.requiredString(2),
                args.integer(3),
                join,
                tls.isEmpty() ? null : Path.of(tls));
        var thread = new ClusterThread(
                Objects.requireNonNull(engine()),
                settings,
                listener(channel),
                outcome -> tell(
                        channel,
                        outcome instanceof Exception e
                                ? List.of("failed", Objects.requireNonNullElse(e.getMessage(), e.toString()))
                                : List.of("joined", outcome)),
                () -> tell(channel, List.of("left")));
        memberships.put(channel, thread);
        return null;
    }

    private ClusterEngine.Listener listener(int channel) {
        return new ClusterEngine.Listener() {
            @Override
            public void members(int self, List<ClusterEngine.Peer> peers, boolean isMerged) {
                var list = new ArrayList<Object>(Arrays.asList("members", self, isMerged));
                for (ClusterEngine.Peer peer : peers) {
                    list.addAll(List.of(peer.number(), peer.name(), peer.address()));
                }
                tell(channel, list);
            }

            @Override
            public void obstacle(String reason) {
                tell(channel, List.of("obstacle", reason));
            }

            @Override
            public void received(int from, byte[] bytes, int offset, int length) {
                byte[] message = new byte[Integer.BYTES + length];
                ByteBuffer.wrap(message).putInt(from).put(bytes, offset, length);
                tell(channel, message);
            }
        };
    }

    /** Any thread. */
    private void tell(int channel, Object message) {
        GyreRuntime runtime = Objects.requireNonNull(maybeRuntime);
        runtime.loop().post(() -> runtime.message(channel, message));
    }

    @Override
    public void close() {
        for (ClusterThread membership : memberships.values()) {
            shared().forget(membership);
            membership.leave();
        }
        memberships.clear();
    }
}
