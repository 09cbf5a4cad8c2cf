package dev.gyre.dashboard;

import dev.gyre.loop.Running;
import dev.gyre.loop.watch.Block;
import dev.gyre.loop.watch.Cause;
import dev.gyre.loop.watch.Frame;
import dev.gyre.loop.watch.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The latest callbacks that held a loop. The watch's thread writes it, others read. */
public final class BlockLog {
    private static final int KEPT = 100;
    private static final int MAX_FRAMES = 30;

    private final List<Entry> entries = new ArrayList<>(); // guarded by this
    private final long[] counts = new long[Cause.values().length]; // guarded by this
    private long version; // guarded by this

    /**
     * A block, as last heard of.
     *
     * @param timeMs when it was first reported, since 1970
     * @param heardNs when this was heard, by {@link System#nanoTime}
     */
    public record Entry(long timeMs, long heardNs, Block block) {
        /** How long it has held the loop. */
        public double heldMs() {
            long sinceNs = block.isOver() ? 0 : System.nanoTime() - heardNs;
            return (block.elapsedNs() + sinceNs) / 1e6;
        }
    }

    /** Begins to listen; returns what ends it. */
    public Runnable listen() {
        return Watch.ofProcess().listen(this::add);
    }

    synchronized void add(Block block) {
        version++;
        long nowNs = System.nanoTime();
        for (int i = entries.size() - 1; i >= 0 && block.isOver(); i--) {
            Entry entry = entries.get(i);
            if (entry.block.who().equals(block.who())
                    && entry.block.running().number() == block.running().number()) {
                entries.set(i, new Entry(entry.timeMs, nowNs, block));
                return;
            }
        }
        counts[block.cause().ordinal()]++;
        entries.add(new Entry(System.currentTimeMillis(), nowNs, block));
        if (entries.size() > KEPT) {
            entries.removeFirst();
        }
    }

    /** The oldest first. */
    public synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    synchronized long count(Cause cause) {
        return counts[cause.ordinal()];
    }

    /** A number that changes with every report. */
    synchronized long version() {
        return version;
    }

    /** The callback in words: {@code http request}, {@code next tick after timer}. */
    public static String kindOf(Running running) {
        String kind = words(running.kind());
        return running.kind() == running.after() ? kind : kind + " after " + words(running.after());
    }

    static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    String json() {
        var json = new JsonText().open('[');
        for (Entry entry : entries()) {
            Block block = entry.block;
            json.open('{')
                    .member("t", entry.timeMs)
                    .member("who", block.who().strip())
                    .member("number", block.running().number())
                    .member("ms", entry.heldMs())
                    .member("over", block.isOver())
                    .member("ended", block.isEnded())
                    .member("kind", kindOf(block.running()))
                    .member("what", block.what())
                    .member("cause", block.cause().text())
                    .member("detail", block.detail())
                    .member("place", block.place().map(Frame::toString).orElse(null))
                    .name("stack")
                    .open('[');
            for (Frame frame :
                    block.stack().subList(0, Math.min(MAX_FRAMES, block.stack().size()))) {
                json.open('{')
                        .member("text", frame.toString())
                        .member("own", frame.isOwn())
                        .close('}');
            }
            json.close(']').close('}');
        }
        return json.close(']').toString();
    }
}
