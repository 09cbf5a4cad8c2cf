package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ArgsTest {
    /** Offset and length of each argument that is a view: what internal/memory.js writes before a call. */
    private final ByteBuffer views = ByteBuffer.allocateDirect(256).order(ByteOrder.nativeOrder());

    private Isolate isolate;
    private Consumer<Args> check;
    private AssertionError failure;
    private boolean wasCalled;

    @BeforeEach
    void open() {
        TestEngine.start();
        isolate = Isolate.open(null);
        isolate.viewsIn(views);
        isolate.setGlobal("java", isolate.function(args -> {
            wasCalled = true;
            try {
                check.accept(args);
            } catch (AssertionError e) {
                failure = e; // not through JavaScript
            }
            return null;
        }));
    }

    @AfterEach
    void close() {
        isolate.close();
    }

    private void view(int argument, double offset, double length) {
        views.putDouble(2 * Double.BYTES * argument, offset);
        views.putDouble(2 * Double.BYTES * argument + Double.BYTES, length);
    }

    private void call(String arguments, Consumer<Args> check) {
        this.check = check;
        isolate.run("java(" + arguments + ")", "test.js").close();
        assertTrue(wasCalled);
        if (failure != null) {
            throw failure;
        }
    }

    @Test
    void numbersAreCutToWhatIsAskedFor() {
        call("7, -1.75, 2 ** 40, 12n, true", args -> {
            assertEquals(5, args.size());
            assertEquals(7, args.integer(0));
            assertEquals(-1, args.integer(1));
            assertEquals(-1.75, args.number(1));
            assertEquals(1L << 40, args.longValue(2));
            assertEquals(12, args.longValue(3));
            assertTrue(args.bool(4));
            assertFalse(args.bool(0));
            assertThrows(ClassCastException.class, () -> args.number(4));
        });
    }

    @Test
    void whatWasNotGivenIsUndefined() {
        call("null, undefined", args -> {
            assertTrue(args.isNull(0));
            assertFalse(args.isUndefined(0));
            assertTrue(args.isUndefined(1));
            assertTrue(args.isUndefined(2));
            assertTrue(args.isNullish(0) && args.isNullish(2));
            assertNull(args.string(0));
            assertNull(args.bytes(1));
            assertNull(args.plain(2));
        });
    }

    @Test
    void skippedArgumentsKeepTheirViews() {
        view(2, 1, 2);
        call("0, 'a', new Uint8Array([1, 2, 3, 4]).buffer", args -> {
            Args rest = args.skip(1);
            assertEquals(2, rest.size());
            assertEquals("a", rest.string(0));
            ByteBuffer bytes = rest.bytes(1);
            assertEquals(2, bytes.remaining());
            assertEquals(2, bytes.get(0));
            assertEquals(0, rest.skip(5).size());
        });
    }

    @Test
    void aWholeBufferIsMarkedAsSuch() {
        view(0, Args.WHOLE, 0);
        call(
                "new Uint8Array([1, 2, 3]).buffer",
                args -> assertEquals(3, args.bytes(0).remaining()));
    }

    @Test
    void aViewPastTheEndOfItsBufferIsRefused() {
        double[][] parts = {{0, 5}, {4, 1}, {-2, 1}, {1, -1}, {1e18, 1}, {1, 1e18}, {0x1p62, 0x1p62}};
        for (double[] part : parts) {
            view(0, part[0], part[1]);
            call(
                    "new Uint8Array(4).buffer",
                    args -> assertThrows(
                            IndexOutOfBoundsException.class, () -> args.bytes(0), part[0] + " " + part[1]));
        }
    }

    @Test
    void aViewThatWasNotDescribedIsABug() {
        call("new Uint8Array(4)", args -> {
            assertThrows(ClassCastException.class, () -> args.bytes(0));
            assertThrows(ClassCastException.class, () -> args.plain(0));
        });
    }

    @Test
    void viewsInAListAreBufferOffsetAndLength() {
        view(0, Args.WHOLE, 0);
        call("[new Uint8Array([1, 2, 3, 4]).buffer, 1, 2, 'x']", args -> {
            var list = (List<?>) args.plain(0);
            assertEquals(2, ((ByteBuffer) list.get(0)).remaining());
            assertEquals("x", list.get(1));
        });
        call(
                "[new Uint8Array(4).buffer, 3, 2]",
                args -> assertThrows(IndexOutOfBoundsException.class, () -> args.plain(0)));
    }
}
