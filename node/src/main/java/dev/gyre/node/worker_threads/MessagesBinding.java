package dev.gyre.node.worker_threads;

import dev.gyre.engine.BackingStore;
import dev.gyre.engine.SharedWasmMemory;
import dev.gyre.engine.WasmBytes;
import dev.gyre.io.libc.Descriptors;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.bridge.Layout.CallOperation;
import dev.gyre.node.bridge.Layout.MessageArea;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The ports of a runtime and the messages that it posts and receives.
 *
 * <p>Posting and receiving are calls without arguments: their words, and the bytes of short messages, stand in memory that
 * both sides see. A message with attachments is put together first: {@code attach…} adds to the next one that is posted.
 * Likewise the attachments of the one that was received last are taken by their index.
 */
public final class MessagesBinding implements Binding {
    /** The memory that both sides share: words, and behind them the bytes of a message. */
    private record Area(ByteBuffer memory, IntBuffer words) {
        static Area of(ByteBuffer memory) {
            return new Area(memory, memory.asIntBuffer());
        }

        int room() {
            return memory.capacity() - MessageArea.BYTES_AT;
        }
    }

    /** Behind the standard streams. */
    private static final int FIRST_BEYOND_STDIO = 3;

    private final GyreRuntime runtime;
    private @Nullable Area area;
    private Locks.@Nullable Client lockClient;
    private final Attachments attachments = new Attachments();
    private final LocalObject.Table locals = new LocalObject.Table();

    public MessagesBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "messages";
    }

    @Override
    public void register(Functions f) {
        f.add("shareMemory", args -> {
            area = Area.of(args.requiredBytes(0).order(ByteOrder.nativeOrder()));
            ports().open(runtime.loop());
            runtime.share(Attachments.class, attachments);
            runtime.onCall(CallOperation.POST_MESSAGE, this::post);
            runtime.onCall(CallOperation.TAKE_MESSAGE, this::take);
            return null;
        });
        f.add(
                "openChannel",
                _ -> { // the numbers of both ports
                    Port[] pair = Port.pair();
                    return List.of(ports().add(pair[0]), ports().add(pair[1]));
                });
        f.add("openBroadcast", args -> ports().add(Family.of(runtime).broadcastPort(args.requiredString(0))));
        f.add("close", args -> {
            ports().release(args.integer(0)).close();
            return null;
        });
        f.add("setReferenced", args -> {
            ports().setReferenced(args.integer(0), args.bool(1));
            return null;
        });
        f.add("receive", args -> {
            ports().receive(args.integer(0), args.bool(1));
            return null;
        });
        registerMessages(f);
        registerLocks(f);
    }

    private void registerLocks(Functions f) {
        f.add(
                "openLocks",
                args -> { // (channel of what others do to our requests, name)
                    int channel = args.integer(0);
                    lockClient = new Locks.Client(
                            args.requiredString(1),
                            (number, outcome) -> runtime.loop()
                                    .post(() -> runtime.message(channel, List.of(number, outcome.ordinal()))));
                    return null;
                });
        f.add(
                "requestLock",
                args -> // (number, name, is exclusive, steals, if available)
                changes(locks().request(
                                client(),
                                args.integer(0),
                                args.requiredString(1),
                                args.bool(2),
                                args.bool(3),
                                args.bool(4))));
        f.add("releaseLock", args -> changes(locks().release(client(), args.integer(0))));
        f.add("listLocks", args -> locks().list(client(), args.bool(0)));
    }

    private Locks locks() {
        return Family.of(runtime).locks();
    }

    private Locks.Client client() {
        return Objects.requireNonNull(lockClient, "the locks have not been opened");
    }

    /** Pairs of a request's number and what became of it. */
    private static List<Object> changes(List<Locks.Change> changes) {
        var pairs = new ArrayList<>(2 * changes.size());
        for (Locks.Change change : changes) {
            pairs.add(change.number());
            pairs.add(change.outcome().ordinal());
        }
        return pairs;
    }

    private void registerMessages(Functions f) {
        f.add(
                "postLong",
                args -> { // (port, bytes)
                    ByteBuffer view = args.requiredBytes(1);
                    byte[] bytes = new byte[view.remaining()];
                    view.get(bytes);
                    return post(args.integer(0), bytes);
                });
        f.add(
                "readLong",
                args -> { // the bytes of the message that was received last
                    args.requiredBytes(0).put(attachments.received().bytes());
                    return null;
                });
        f.add("dropAttachments", _ -> {
            attachments.takeOutgoing().forEach(Message::drop);
            return null;
        });
        f.add("dropReceived", _ -> {
            attachments.dropReceived();
            return null;
        });
        registerAttachments(f);
    }

    private void registerAttachments(Functions f) {
        f.add("attachPort", args -> attach(ports().release(args.integer(0))));
        f.add("takePort", args -> ports().add(attachments.take(args.integer(0), Port.class)));
        f.add(
                "attachMemory",
                args -> // (what moveOut made of an ArrayBuffer, maxByteLength or -1)
                attach(BackingStore.takeOut(args, 0, (long) args.number(1))));
        f.add(
                "attachSharedMemory",
                args -> { // false where it can't leave the isolate
                    if (!BackingStore.canShare()) {
                        return false;
                    }
                    attach(BackingStore.share(args, 0));
                    return true;
                });
        f.add("isWithinThread", args -> ports().port(args.integer(0)).isWithin(ports()));
        registerModules(f);
        f.add("isLocal", args -> attachments.received().isLocal(args.integer(0)));
        f.add(
                "memoryLength",
                args -> // of a growable SharedArrayBuffer, which another thread may have grown since
                (double) attachments.received().memory(args.integer(0)).byteLength());
        f.add(
                "takeMemory",
                args -> { // (index, a placeholder of the same lengths)
                    attachments.take(args.integer(0), BackingStore.class).putInto(args, 1);
                    return null;
                });
        f.add("attachDescriptor", args -> {
            runtime.descriptors().remove(args.integer(0));
            return attach(new SentDescriptor(args.integer(0)));
        });
        f.add(
                "attachDuplicate",
                args -> // of the descriptor that a handle has
                attach(new SentDescriptor(Descriptors.duplicateFrom(args.integer(0), FIRST_BEYOND_STDIO))));
        f.add("takeDescriptor", args -> {
            int descriptor =
                    attachments.take(args.integer(0), SentDescriptor.class).descriptor();
            runtime.descriptors().add(descriptor);
            return descriptor;
        });
        f.add("attachLocal", args -> attach(new LocalObject(locals, args.integer(0))));
        f.add(
                "takeLocal",
                args -> // its number, or 0 where it is not of this runtime
                attachments.take(args.integer(0), LocalObject.class).takeFrom(locals));
        f.add("droppedLocals", _ -> locals.takeDropped());
    }

    private void registerModules(Functions f) {
        f.add(
                "attachWasmMemory",
                args -> { // (memory, its buffer): false where it can't leave the isolate
                    SharedWasmMemory shared = SharedWasmMemory.share(args, 0, 1);
                    if (shared != null) {
                        attach(shared);
                    }
                    return shared != null;
                });
        f.add(
                "wasmMemoryPages",
                args -> attachments
                        .received()
                        .peek(args.integer(0), SharedWasmMemory.class)
                        .maxPages());
        f.add(
                "takeWasmMemory",
                args -> { // (index, a memory made for it): false where it did not work
                    try (SharedWasmMemory memory = attachments.take(args.integer(0), SharedWasmMemory.class)) {
                        return memory.putInto(args, 1);
                    }
                });
        f.add("openModules", args -> WasmBytes.check(args, 0, args.requiredBytes(1)));
        f.add(
                "attachModule",
                args -> { // false where its bytes are out of reach
                    byte[] bytes = WasmBytes.of(args, 0);
                    if (bytes == null) {
                        return false;
                    }
                    attach(new ModuleBytes(bytes));
                    return true;
                });
        f.add(
                "moduleLength",
                args -> attachments
                        .received()
                        .peek(args.integer(0), ModuleBytes.class)
                        .bytes()
                        .length);
        f.add(
                "takeModule",
                args -> { // (index, memory of that length)
                    args.requiredBytes(1)
                            .put(attachments
                                    .take(args.integer(0), ModuleBytes.class)
                                    .bytes());
                    return null;
                });
    }

    @Override
    public void close() {
        attachments.close();
        if (lockClient != null) {
            locks().forget(lockClient);
        }
    }

    private @Nullable Object attach(AutoCloseable attachment) {
        attachments.attach(attachment);
        return null;
    }

    private Ports ports() {
        return runtime.ports();
    }

    private int post(int port, byte[] bytes) {
        var message = new Message(bytes, attachments.takeOutgoing());
        return ports().port(port).post(message).ordinal();
    }

    private void post() {
        Area shared = Objects.requireNonNull(area);
        byte[] bytes = new byte[Objects.checkIndex(shared.words.get(MessageArea.LENGTH), shared.room() + 1)];
        shared.memory.get(MessageArea.BYTES_AT, bytes);
        shared.words.put(MessageArea.RESULT, post(shared.words.get(MessageArea.PORT), bytes));
    }

    /** With port 0, the next message of the delivery that is under way; otherwise the next of that port. */
    private void take() {
        Area shared = Objects.requireNonNull(area);
        int port = shared.words.get(MessageArea.PORT);
        Message message;
        if (port == 0) {
            Ports.Received next = ports().next();
            port = next == null ? 0 : next.number();
            message = next == null ? null : next.message();
        } else {
            message = ports().port(port).poll();
        }
        attachments.receive(message);
        fill(shared, port, message);
    }

    @SuppressWarnings("ReferenceEquality") // there is one message that says that the peer was closed
    private static void fill(Area shared, int port, @Nullable Message message) {
        IntBuffer words = shared.words;
        if (message == null || message == Message.CLOSE) {
            words.put(MessageArea.PORT, message == null ? 0 : port);
            words.put(MessageArea.LENGTH, -1);
            return;
        }
        byte[] bytes = message.bytes();
        words.put(MessageArea.PORT, port);
        words.put(MessageArea.LENGTH, bytes.length);
        words.put(MessageArea.ATTACHMENTS, message.attachments());
        if (bytes.length <= shared.room()) {
            shared.memory.put(MessageArea.BYTES_AT, bytes);
        }
    }
}
