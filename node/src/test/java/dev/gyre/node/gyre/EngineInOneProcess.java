package dev.gyre.node.gyre;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An engine whose members are in one runtime: messages are method calls. */
public final class EngineInOneProcess implements ClusterEngine {
    private final List<Member> members = new ArrayList<>(); // guarded by this

    private record Member(int number, String name, Listener listener) {}

    @Override
    public synchronized Connection join(Settings settings, Listener listener) {
        var member = new Member(members.size() + 1, settings.name(), listener);
        members.add(member);
        return new Connection() {
            @Override
            public String address() {
                return settings.name() + ":1";
            }

            @Override
            public void begin() {
                tellAll();
            }

            @Override
            public void send(int to, byte[] bytes) {
                deliver(member.number(), to, bytes);
            }

            @Override
            public void refresh() {}

            @Override
            public void close() {}
        };
    }

    private synchronized void tellAll() {
        List<Peer> peers = members.stream()
                .map(member -> new Peer(member.number(), member.name(), member.name() + ":1"))
                .toList();
        members.forEach(member -> member.listener().members(member.number(), peers, false));
    }

    private synchronized void deliver(int from, int to, byte[] bytes) {
        members.get(to - 1).listener().received(from, bytes, 0, bytes.length);
    }

    @Override
    public void makeCertificates(Path folder, List<String> hosts) {
        throw new UnsupportedOperationException();
    }
}
