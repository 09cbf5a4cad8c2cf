package dev.gyre.node.bridge;

import dev.gyre.codec.http1.HttpParser;
import dev.gyre.codec.http2.FrameType;
import dev.gyre.codec.http2.HeaderList;
import dev.gyre.engine.Args;
import dev.gyre.engine.v8internals.machinecode.CompileCalls;
import dev.gyre.engine.v8internals.machinecode.SystemCalls;
import dev.gyre.io.address.Endpoint;
import dev.gyre.io.datagram.UdpSocket;
import dev.gyre.io.file.FolderRecords;
import dev.gyre.io.file.RetiredDescriptors;
import dev.gyre.io.libc.FileCalls;
import dev.gyre.loop.CallbackKind;
import dev.gyre.loop.EmbeddedCallbacks;

/**
 * Every number by which Java and JavaScript understand each other: offsets in shared memory, operations, events, flags.
 *
 * <p>This is the only definition. Core JavaScript gets the same names as {@code require('internal/layout')}, whose source
 * {@link LayoutScript} writes from this class whenever the core is loaded: into the snapshot, or from the source tree. A
 * number that a lower module defines (the kernel's form of an address, a flag of the HTTP parser) is passed on here.
 *
 * <p>Units: a name that ends in {@code _AT} is an offset in bytes, one that ends in {@code _BYTES} a size in bytes. The
 * other places in memory are indices of Int32, or of Float64 where their class says so. A class of {@code int} constants
 * rather than an enum: javac and V8 put constants into the code that uses them, and a start loads no class for them.
 */
public final class Layout {
    private Layout() {}

    /**
     * The regions of the block, the memory that both sides see from the start. It belongs to a WebAssembly module of
     * internal/bridge.js.
     */
    public static final class Block {
        private Block() {}

        /** Offset and length of the views among a native call's arguments: pairs of Float64, see {@link Views}. */
        public static final int VIEWS_AT = 1024;

        public static final int VIEWS_BYTES = 1024;

        /** The ring of events: records of the form {@link Event}. */
        public static final int EVENTS_AT = 4096;

        /** What JavaScript wants done after the turn: records of the form {@link Submission}. */
        public static final int SUBMISSIONS_AT = 128 << 10;

        /** The bytes that events refer to, valid for one turn; up to the end of the block. */
        public static final int ARENA_AT = 256 << 10;

        public static final int BLOCK_BYTES = 1 << 20;
    }

    /** Control words at the beginning of the block: indices of Int32. */
    public static final class Control {
        private Control() {}

        /** What {@code turn} is to do: one of {@link TurnPhase}. The WebAssembly function below it reads word 0. */
        public static final int PHASE = 0;

        /** One of {@link Failure}, set by Java; JavaScript asks for the error and sets it to 0. */
        public static final int FAILED = 1;

        /** How many immediates wait. */
        public static final int IMMEDIATES = 2;

        /** How many of these keep the loop alive. */
        public static final int IMMEDIATES_REF = 3;

        /** How many timers keep the loop alive. */
        public static final int TIMERS_REF = 4;

        /** How many events are in the ring. */
        public static final int EVENTS = 5;

        /** How many requests are under way. */
        public static final int REQUESTS = 6;

        /** How many channels poll watches. */
        public static final int CHANNELS = 7;

        /** Set by JavaScript when a turn ended by an exception that did not leave it. */
        public static final int THREW = 8;

        /** Set by Java, on any thread, when few descriptors are left. */
        public static final int SCARCE = 9;

        /**
         * Set by Java when V8 was told to end the callback that runs: V8 ends the promise jobs, and goes on behind them.
         * JavaScript says by 2 that it has left that callback.
         */
        public static final int ENDING = 10;

        /** How many callbacks have run, since Java looked last, in turns that JavaScript ran without a return to the loop. */
        public static final int STAYED_CALLBACKS = 11;

        /** How many turns these were. */
        public static final int STAYED_TURNS = 12;

        /** Whether something waits in the loop's inbox that no event of the ring stands for. Any thread sets it. */
        public static final int MAIL = 13;

        /** How many submissions there are. */
        public static final int SUBMISSIONS = 14;

        /** How many of these are slots for the worker pool. */
        public static final int SLOTS_WAITING = 15;

        /** What {@code call} is to do: one of {@link CallOperation}. */
        public static final int CALL = 16;

        /** The result of the last write to a socket: 0, 1 if bytes wait, or a negative errno. */
        public static final int WRITTEN = 17;
    }

    /** What happened in a native call besides its result. */
    public static final class Failure {
        private Failure() {}

        /** It threw. */
        public static final int THREW = 1;

        /** It did not, but the permission model has something to report. */
        public static final int NOTICED = 2;
    }

    /** Times in the control words: indices of Float64 in the block. */
    public static final class ControlTime {
        private ControlTime() {}

        /** The loop's time in milliseconds when the turn began. */
        public static final int LOOP_NOW = 16;

        /** The wall clock at the same moment. */
        public static final int WALL_NOW = 17;

        /** When the nearest timer is due, in the loop's time; -1 for none. */
        public static final int DEADLINE = 18;
    }

    /** What JavaScript says about the callback that it runs, in memory of its own: see {@link EmbeddedCallbacks}. */
    public static final class CallbackWords {
        private CallbackWords() {}

        public static final int RUNNING = EmbeddedCallbacks.RUNNING;
        public static final int AFTER = EmbeddedCallbacks.AFTER;
        public static final int TICKS = EmbeddedCallbacks.TICKS;
        public static final int TICKS_BEFORE = EmbeddedCallbacks.TICKS_BEFORE;

        /** Where the event of the ring is that the callback is for, as an index of Int32. */
        public static final int EVENT = EmbeddedCallbacks.EVENT;

        public static final int BUDGET = EmbeddedCallbacks.BUDGET;
        public static final int USUAL_BUDGET = EmbeddedCallbacks.USUAL_BUDGET;
        public static final int LONG = EmbeddedCallbacks.LONG;
        public static final int MAX_LONG = EmbeddedCallbacks.MAX_LONG;
        public static final int COUNTS = EmbeddedCallbacks.COUNTS;

        /** Indices of Float64, as is the next. */
        public static final int SINCE_MS = EmbeddedCallbacks.SINCE_MS;

        public static final int LONG_LIST = EmbeddedCallbacks.LONG_LIST;

        public static final int KIND_BITS = EmbeddedCallbacks.KIND_BITS;
        public static final int KIND_MASK = EmbeddedCallbacks.KIND_MASK;
    }

    /** The kinds of callbacks that JavaScript runs. */
    public static final class Kind {
        private Kind() {}

        public static final int NONE = CallbackKind.NONE.ordinal();
        public static final int TIMER = CallbackKind.TIMER.ordinal();
        public static final int IMMEDIATE = CallbackKind.IMMEDIATE.ordinal();
        public static final int WORK = CallbackKind.WORK.ordinal();
        public static final int MAIN_SCRIPT = CallbackKind.MAIN_SCRIPT.ordinal();
        public static final int MODULE = CallbackKind.MODULE.ordinal();
        public static final int SOCKET_CONNECTION = CallbackKind.SOCKET_CONNECTION.ordinal();
        public static final int SOCKET_DATA = CallbackKind.SOCKET_DATA.ordinal();
        public static final int SOCKET = CallbackKind.SOCKET.ordinal();
        public static final int DATAGRAM = CallbackKind.DATAGRAM.ordinal();
        public static final int HTTP_REQUEST = CallbackKind.HTTP_REQUEST.ordinal();
        public static final int HTTP_RESPONSE = CallbackKind.HTTP_RESPONSE.ordinal();
        public static final int HTTP_BODY = CallbackKind.HTTP_BODY.ordinal();
        public static final int FILE = CallbackKind.FILE.ordinal();
        public static final int FILE_CHANGE = CallbackKind.FILE_CHANGE.ordinal();
        public static final int CRYPTO = CallbackKind.CRYPTO.ordinal();
        public static final int ZLIB = CallbackKind.ZLIB.ordinal();
        public static final int DNS = CallbackKind.DNS.ordinal();
        public static final int MESSAGE = CallbackKind.MESSAGE.ordinal();
        public static final int CHILD = CallbackKind.CHILD.ordinal();
        public static final int SIGNAL = CallbackKind.SIGNAL.ordinal();
        public static final int NOTICE = CallbackKind.NOTICE.ordinal();
        public static final int UNCAUGHT = CallbackKind.UNCAUGHT.ordinal();
        public static final int EXIT = CallbackKind.EXIT.ordinal();
        public static final int NEXT_TICK = CallbackKind.NEXT_TICK.ordinal();
        public static final int PROMISE_JOB = CallbackKind.PROMISE_JOB.ordinal();
    }

    /** What {@code turn} runs. */
    public static final class TurnPhase {
        private TurnPhase() {}

        public static final int MAIN = 0;
        public static final int TIMERS = 1;
        public static final int CHECK = 2;
        public static final int UNCAUGHT = 3;
        public static final int BEFORE_EXIT = 4;
        public static final int EXIT = 5;
        public static final int TICKS = 6;

        /** The events that poll has found: all I/O callbacks. */
        public static final int POLL = 7;

        /** A callback was ended because it overran its limit: what it left is put in order, and it is reported. */
        public static final int ENDED = 8;

        /** The ticks that waited when it was ended. */
        public static final int LEFT_TICKS = 9;

        /** The inspector was opened from outside: the program's console is to tell clients, too. */
        public static final int INSPECTED = 10;

        public static final int PHASES = 11;
    }

    /** A record of the ring of events: indices of Int32, and one of Float64, from the record's beginning. */
    public static final class Event {
        private Event() {}

        /** One of {@link EventType}. */
        public static final int TYPE = 0;

        /** Number of the request, channel, signal or socket that it is for. */
        public static final int OWNER = 1;

        /** One of {@link ResultKind}, or of {@link SocketEvent} where the type is SOCKET. */
        public static final int KIND = 2;

        /** Where its bytes begin. */
        public static final int AT = 3;

        /** How many bytes there are. */
        public static final int LENGTH = 4;

        /** A number for the type to use. */
        public static final int EXTRA = 5;

        /** Index of Float64: a number, or the reference of a result that is fetched by a call. */
        public static final int VALUE = 3;

        public static final int EVENT_BYTES = 32;
        public static final int MAX_EVENTS = 2048;
    }

    /** A record of what JavaScript wants done after the turn: indices of Int32. */
    public static final class Submission {
        private Submission() {}

        /** One of {@link Operation}. */
        public static final int OPERATION = 0;

        /** Number of the slot or socket. */
        public static final int OWNER = 1;

        /** Where its bytes begin. */
        public static final int AT = 2;

        /** How many bytes there are. */
        public static final int LENGTH = 3;

        /** Behind these there is room for four numbers. */
        public static final int SUBMISSION_BYTES = 32;

        public static final int MAX_SUBMISSIONS = 4096;
    }

    /** What a submission asks for. */
    public static final class Operation {
        private Operation() {}

        /** Hand a slot to the worker pool. */
        public static final int SLOT = 0;

        /** Send bytes of the socket memory. */
        public static final int SOCKET_WRITE = 1;

        public static final int SOCKET_SHUTDOWN = 2;
        public static final int SOCKET_READ = 3;
        public static final int SOCKET_STOP_READING = 4;
        public static final int OPERATIONS = 5;
    }

    /** What {@code call} does while JavaScript waits. Arguments and answer stand in shared memory. */
    public static final class CallOperation {
        private CallOperation() {}

        /** Carry out the submissions. */
        public static final int CARRY_OUT = 0;

        /** Run the function in slot 0: see {@link SlotCall}. */
        public static final int SLOT = 1;

        /** Send a datagram: see {@link Datagram}. */
        public static final int SEND_DATAGRAM = 2;

        /** Post a message to a port: see {@link MessageArea}. */
        public static final int POST_MESSAGE = 3;

        /** Take a message that came to a port: see {@link MessageArea}. */
        public static final int TAKE_MESSAGE = 4;

        public static final int OPERATIONS = 5;
    }

    /** The types of events. */
    public static final class EventType {
        private EventType() {}

        /** A request is complete; the owner is its number. */
        public static final int COMPLETE = 0;

        /** A signal came; the owner is its number. */
        public static final int SIGNAL = 1;

        /** A message for whoever opened the channel that is the owner. */
        public static final int MESSAGE = 2;

        /** A datagram, sender first, or the errno of one that was not received. */
        public static final int DATAGRAM = 3;

        /** Slots are done: see {@link SlotList}. */
        public static final int SLOTS = 4;

        /** Something happened on a socket: see {@link SocketEvent}. */
        public static final int SOCKET = 5;

        /** There may be messages for ports. */
        public static final int PORTS = 6;
    }

    /** The form of an event's result. */
    public static final class ResultKind {
        private ResultKind() {}

        public static final int NONE = 0;

        /** The event's value. */
        public static final int NUMBER = 1;

        /** Float64 numbers in the arena. */
        public static final int DOUBLES = 2;

        /** Bytes in the arena. */
        public static final int BYTES = 3;

        public static final int TRUE = 4;
        public static final int FALSE = 5;

        /** Fetched by a call of its own; the value is its reference. */
        public static final int OBJECT = 6;

        /** Likewise, and made into an Error. */
        public static final int ERROR = 7;
    }

    /** Views among the arguments of a native call: two Float64 for each argument, in {@link Block#VIEWS_AT}. */
    public static final class Views {
        private Views() {}

        /** The offset that stands for a whole ArrayBuffer. */
        public static final double WHOLE = Args.WHOLE;
    }

    /** The lists of slots, at the beginning of the slots' memory: indices of Int32. See internal/slots.js. */
    public static final class SlotList {
        private SlotList() {}

        public static final int SLOTS = 1024;
        public static final int SLOT_BYTES = 16 << 10;

        /** Where the first slot begins. */
        public static final int SLOTS_AT = SLOT_BYTES;

        /** How many slots were ever done, then a ring of their numbers. */
        public static final int DONE = 0;

        /** How many of these JavaScript has taken. */
        public static final int TAKEN = 3000;

        /** For how many of these it has called back. */
        public static final int CALLED = 3001;

        /** How many it has taken and has yet to call back for. */
        public static final int ANSWERED = 3002;

        /** The address of this memory, low half and high half. */
        public static final int ADDRESS = 3004;

        public static final int ADDRESS_HIGH = 3005;
    }

    /**
     * The memory by which JavaScript makes system calls itself: see internal/system_calls.js and {@link SystemCalls}. Indices of
     * Int32; a word of 64 bits is two of them, low first.
     */
    public static final class SystemCall {
        private SystemCall() {}

        /** Which call: the system's number, or {@link #READ_FILE}. */
        public static final int NUMBER = SystemCalls.NUMBER_AT / Integer.BYTES;

        public static final int NUMBER_HIGH = NUMBER + 1;

        /** The first of six arguments. */
        public static final int ARGUMENTS = SystemCalls.ARGUMENTS_AT / Integer.BYTES;

        public static final int ARGUMENTS_HIGH = ARGUMENTS + 1;

        /** The result, or a negative errno. */
        public static final int RESULT = SystemCalls.RESULT_AT / Integer.BYTES;

        /** Set by Java: the address of this memory. */
        public static final int ADDRESS = SystemCalls.BLOCK_BYTES / Integer.BYTES;

        public static final int ADDRESS_HIGH = ADDRESS + 1;

        /** How many bytes at {@link #SOURCE_AT} are the source that was read last, and that Java has not got; or -1. */
        public static final int SOURCE_LENGTH = ADDRESS_HIGH + 1;

        /** Reads a whole file: (path, memory, room). */
        public static final int READ_FILE = SystemCalls.READ_FILE;

        /** Makes a number of memory: (memory, length in words, seed). */
        public static final int HASH = SystemCalls.HASH;

        /** The high half of what {@link #HASH} makes. */
        public static final int RESULT_HIGH = RESULT + 1;

        /** Where the kernel writes a status, see {@link Statx}. */
        public static final int STATUS_AT = 256;

        /** What V8 is told when it compiles: see {@link CompileCalls}. */
        public static final int COMPILER_AT = 512;

        public static final int CODE_LENGTH = (COMPILER_AT + CompileCalls.CODE_LENGTH_AT) / Integer.BYTES;
        public static final int USES_CODE = (COMPILER_AT + CompileCalls.USES_CODE_AT) / Integer.BYTES;
        public static final int MAX_PARAMETERS = CompileCalls.MAX_PARAMETERS;

        public static final int PATH_AT = 1024;

        /** What is read of a {@code package.json}. */
        public static final int PACKAGE_AT = 8 << 10;

        public static final int PACKAGE_BYTES = 120 << 10;

        /** What is read of a module. */
        public static final int SOURCE_AT = PACKAGE_AT + PACKAGE_BYTES;

        public static final int SOURCE_BYTES = 16 << 20;

        /** What is read of a file of the compile cache: see {@link KeptCode}. */
        public static final int CODE_AT = SOURCE_AT + SOURCE_BYTES;

        public static final int CODE_BYTES = 16 << 20;
        public static final int MEMORY_BYTES = CODE_AT + CODE_BYTES;
    }

    /** How a file of the compile cache begins; behind that is what V8 has compiled. Indices of Int32, low halves first. */
    public static final class KeptCode {
        private KeptCode() {}

        public static final int MAGIC = 0;
        public static final int SOURCE_LENGTH = 1;

        /** A set of the bits below. */
        public static final int TRAITS = 2;

        public static final int LENGTH = 3;
        public static final int SOURCE_HASH = 4;
        public static final int SOURCE_HASH_HIGH = 5;
        public static final int HASH = 6;
        public static final int HASH_HIGH = 7;

        public static final int CONTENTS_AT = 32;

        /** {@link #MAGIC} has this value. */
        public static final int IS_KEPT_CODE = 0x47595245;

        /** V8 got the source as it is in the file, with the parameters of every CommonJS module. */
        public static final int AS_READ = 1;

        /** The source is ASCII. */
        public static final int ASCII = 2;

        /** The source has the word "inspector" in it. */
        public static final int NAMES_INSPECTOR = 4;

        /** The seed of the hash of a CommonJS module's path, which names the file. */
        public static final int COMMONJS = 0;
    }

    /** One slot: the arguments of a call and its answer. Indices from the slot's beginning. */
    public static final class SlotCall {
        private SlotCall() {}

        /** Int32: which function. */
        public static final int CODE = 0;

        /** Int32: the result, or a negative errno. */
        public static final int RESULT = 1;

        /** Int32: which of several steps the errno is about, see {@link ReadFileStep}. */
        public static final int STEP = 2;

        /** Int32: a descriptor that was left open, or -1. */
        public static final int DESCRIPTOR = 3;

        /** Float64: the first of six numbers, the arguments; what they mean depends on the function. */
        public static final int A = 2;

        public static final int B = 3;
        public static final int C = 4;
        public static final int D = 5;
        public static final int E = 6;
        public static final int F = 7;

        /** Contents, names, a file's status. */
        public static final int DATA_AT = 64;

        /** A path with a zero at its end. A status in front of it leaves it whole; longer data overwrite it. */
        public static final int PATH_AT = 320;

        /** The result of work that threw. */
        public static final int BUG = Integer.MIN_VALUE;
    }

    /** A file's status as the kernel writes it, {@code struct statx}: indices of Int32. A long is two of them, low first. */
    public static final class Statx {
        private Statx() {}

        public static final int BLOCK_SIZE = 1;
        public static final int LINKS = 4;
        public static final int OWNER_UID = 5;
        public static final int OWNER_GID = 6;

        /** Int16. */
        public static final int MODE = FileCalls.MODE_AT / Integer.BYTES;

        public static final int INODE = 8;
        public static final int SIZE = 10;
        public static final int BLOCKS = 12;

        /** Times: a long of seconds, and NANOSECONDS behind its beginning the rest. */
        public static final int ACCESSED = 16;

        public static final int BORN = 20;
        public static final int CHANGED = 24;
        public static final int MODIFIED = 28;
        public static final int SPECIAL_MAJOR = 32;
        public static final int SPECIAL_MINOR = 33;
        public static final int DEVICE_MAJOR = 34;
        public static final int DEVICE_MINOR = 35;

        /** From the beginning of a long to its higher half. */
        public static final int HIGH = 1;

        public static final int NANOSECONDS = 2;

        public static final int STATUS_BYTES = FileCalls.STATUS_BYTES;
    }

    /** The steps of {@code readFile}, by which an error's system call is named. */
    public static final class ReadFileStep {
        private ReadFileStep() {}

        public static final int OPEN = 0;
        public static final int FSTAT = 1;
        public static final int READ = 2;
    }

    /** The steps of {@code writeFile}. */
    public static final class WriteFileStep {
        private WriteFileStep() {}

        public static final int OPEN = 0;
        public static final int WRITE = 1;
    }

    /** What {@code close} of a descriptor answers, apart from 0 and negative errnos. */
    public static final class CloseResult {
        private CloseResult() {}

        /** The descriptor's number is kept: work of the pool still uses it. */
        public static final int RETIRED = RetiredDescriptors.RETIRED;
    }

    /** The memory that many folders' entries are read into: see fs/internal/folder_batch.js. */
    public static final class FolderPieces {
        private FolderPieces() {}

        public static final int PIECES = 8;
        public static final int PIECE_BYTES = 512 << 10;

        /** In a slot, for each folder: Int32 offset of its path, then the size of its records or a negative errno. */
        public static final int PATH = 0;

        /** Int32: whether it may be no folder. */
        public static final int IS_UNSURE = 1;

        /** Int32 numbers for each folder. */
        public static final int INTS = 2;

        /** A bit of the size: the records did not fit into the pieces. */
        public static final int SPILLED = FolderRecords.SPILLED;
    }

    /** The memory of sockets' bytes: see net/internal/socket_memory.js. */
    public static final class SocketArea {
        private SocketArea() {}

        /** Incoming bytes, valid while the events that refer to them run. */
        public static final int IN_AT = 0;

        public static final int IN_BYTES = 4 << 20;

        /** Outgoing bytes; submissions refer to them. */
        public static final int OUT_AT = IN_AT + IN_BYTES;

        public static final int OUT_BYTES = 1 << 20;
    }

    /** What happened on a socket: the kind of an event. */
    public static final class SocketEvent {
        private SocketEvent() {}

        public static final int DATA = 0;
        public static final int END = 1;
        public static final int READ_ERROR = 2;
        public static final int ACCEPTED = 3;
        public static final int CONNECTED = 4;

        /** The kernel did not take all that was written. */
        public static final int BLOCKED = 5;

        /** What was blocked is sent, or failed. */
        public static final int FLUSHED = 6;

        public static final int WRITE_ERROR = 7;
        public static final int CLOSED = 8;

        /** The shutdown is done. */
        public static final int ENDED = 9;

        /** The connection's transport has something to report. */
        public static final int TRANSPORT = 10;

        /** From here on the events are those of an HTTP parser on the connection. */
        public static final int FIRST_OF_PARSER = 11;

        /** The text of a head; its value is {@link HttpNumbers}, its extra number {@link HttpFlags}. */
        public static final int HEAD = 11;

        public static final int BODY = 12;

        /** The end of a message; the text is its trailers. */
        public static final int MESSAGE_END = 13;

        /** The text is code and reason; the value is bytes parsed + {@link HttpNumbers#LENGTHS} * bytes there were. */
        public static final int PARSE_ERROR = 14;

        /** All that had come when an upgrade was granted was told; the request's body goes on. */
        public static final int UPGRADE_GOES_ON = 15;
    }

    /** The numbers of an HTTP head in one: how far each is shifted, and its mask then. */
    public static final class HttpNumbers {
        private HttpNumbers() {}

        public static final int METHOD_MASK = 63;
        public static final int MINOR_SHIFT = 6;
        public static final int MAJOR_SHIFT = 10;
        public static final int VERSION_MASK = 15;
        public static final int STATUS_SHIFT = 14;

        /** Two lengths in one number: the second is multiplied by this. */
        public static final int LENGTHS = 1 << 17;
    }

    /** What is known of an HTTP head: bits. Those of the parser stand below. */
    public static final class HttpFlags {
        private HttpFlags() {}

        public static final int HAS_LENGTH = HttpParser.HAS_LENGTH;
        public static final int HAS_ENCODING = HttpParser.HAS_ENCODING;
        public static final int HAS_HOST = HttpParser.HAS_HOST;
        public static final int HAS_EXPECT = HttpParser.HAS_EXPECT;
        public static final int UPGRADE = 1 << 16;
        public static final int KEEPS_ALIVE = 1 << 17;

        /** There is no body: the message is over. */
        public static final int COMPLETE = 1 << 18;

        /** The text is the target alone; the rest is that of the last head that was KEPT. */
        public static final int REPEATED = 1 << 19;

        public static final int KEPT = 1 << 20;
    }

    /** What was found in the bytes of an HTTP/2 connection: the first of the numbers of an event. */
    public static final class Http2Event {
        private Http2Event() {}

        /** How many numbers an event has: kind, stream, two values, length of its text. */
        public static final int NUMBERS = 5;

        public static final int DATA_BEGIN = 0;
        public static final int DATA = 1;
        public static final int DATA_END = 2;
        public static final int HEADERS = 3;
        public static final int PUSH_PROMISE = 4;
        public static final int PRIORITY = 5;
        public static final int RST_STREAM = 6;
        public static final int SETTING = 7;
        public static final int SETTINGS_END = 8;
        public static final int SETTINGS_ACK = 9;
        public static final int PING = 10;
        public static final int PING_ACK = 11;
        public static final int GOAWAY = 12;
        public static final int WINDOW_UPDATE = 13;
        public static final int EXTENSION = 14;

        /** The connection can't be used any more. */
        public static final int ERROR = 15;
    }

    /** What is known of a list of HTTP/2 headers: bits. */
    public static final class Http2Facts {
        private Http2Facts() {}

        public static final int END_STREAM = FrameType.FLAG_END_STREAM;
        public static final int METHOD = HeaderList.METHOD;
        public static final int SCHEME = HeaderList.SCHEME;
        public static final int PATH = HeaderList.PATH;
        public static final int AUTHORITY = HeaderList.AUTHORITY;
        public static final int PROTOCOL = HeaderList.PROTOCOL;
        public static final int STATUS = HeaderList.STATUS;
        public static final int HOST = HeaderList.HOST;
        public static final int MALFORMED = HeaderList.MALFORMED;
        public static final int CONTENT_LENGTH = HeaderList.CONTENT_LENGTH;
        public static final int IS_HEAD = HeaderList.IS_HEAD;
        public static final int IS_CONNECT = HeaderList.IS_CONNECT;
        public static final int SENSITIVE = HeaderList.SENSITIVE;
        public static final int OVER_LIMIT = HeaderList.OVER_LIMIT;
    }

    /** What becomes of a message after its head: the answer to the parser. */
    public static final class HttpAnswer {
        private HttpAnswer() {}

        public static final int CONTINUE = HttpParser.CONTINUE;
        public static final int NO_BODY = HttpParser.NO_BODY;
        public static final int UPGRADE = HttpParser.UPGRADE;
    }

    /** What the HTTP parser forgives: bits. */
    public static final class HttpLeniency {
        private HttpLeniency() {}

        public static final int LENIENT_ALL = HttpParser.LENIENT_ALL;
        public static final int LENIENT_VALUES = HttpParser.LENIENT_VALUES;
    }

    /** Flags of {@code bind} for stream sockets. */
    public static final class BindFlags {
        private BindFlags() {}

        public static final int IPV6_ONLY = 1;
        public static final int REUSE_PORT = 2;
    }

    /** The memory of outgoing datagrams: indices of Int32. See dgram/internal/handle.js. */
    public static final class Datagram {
        private Datagram() {}

        public static final int CHANNEL = 0;
        public static final int LENGTH = 1;

        /** ADDRESSED and MAY_TRY. */
        public static final int FLAGS = 2;

        /** Bytes sent, or a negative errno. */
        public static final int RESULT = 3;

        /** Addresses of {@link EndpointForm}; of a datagram one, and behind it the payload. */
        public static final int OUTBOX_AT = 16;

        /** More than any datagram can have: the kernel refuses it. */
        public static final int PAYLOAD_BYTES = 64 << 10;

        public static final int ADDRESSED = 1;
        public static final int MAY_TRY = 2;
    }

    /** The memory that calls of native add-ons cross in: indices of Int32 unless a line says otherwise. See napi/. */
    public static final class AddonMemory {
        private AddonMemory() {}

        /** The next free handle. */
        public static final int TOP = 0;

        /** Which function of Node-API JavaScript has to carry out: its number, or one of the negative ones below. */
        public static final int FUNCTION = 1;

        /** What came of it, a napi_status. */
        public static final int STATUS = 2;

        /** 1 while an exception is pending; OVERFLOW where it is that of an exhausted stack, which left no room to keep it. */
        public static final int PENDING = 3;

        public static final int OVERFLOW = 2;

        /** The handle that a native function returned; 0 for none. */
        public static final int RESULT = 4;

        /** Of a call of a native function: CALLBACK, with the next two words, or WITH_EXACT_WORD, or 0. */
        public static final int IS_CALLBACK = 5;

        /** The handle of `this`; behind it are those of new.target and of the arguments. */
        public static final int BASE = 6;

        public static final int ARGUMENTS = 7;

        /** The number of the environment that calls. */
        public static final int ENVIRONMENT = 8;

        /** 1 when no code of the program may run any more, as the environments end. */
        public static final int IS_ENDING = 9;

        /** 1 when the environments have ended. */
        public static final int IS_OVER = 10;

        /** A bit for each result that the add-on wants. */
        public static final int WANTED = 11;

        /** 1 while a finalizer runs that may call few functions only. */
        public static final int IN_FINALIZER = 12;

        /**
         * The callback that runs, each of 64 bits: its napi_callback_info, the handle of `this`, how many arguments it has, its
         * data. For machine code: see DirectFunctions.
         */
        public static final int FRAME = 16;

        public static final int FRAME_BASE = 18;
        public static final int FRAME_ARGUMENTS = 20;
        public static final int FRAME_DATA = 22;

        /** Of Float64: the arguments of the function, and its results. */
        public static final int ARGS_AT = 16;

        public static final int RESULTS_AT = 32;

        /** Of Float64: the address of a native function to call, and the words that it is given. */
        public static final int CALLEE = 48;

        public static final int WORDS_AT = 49;

        public static final int BLOCK_BYTES = 512;

        /** Instead of a function's number: make the arena so large, make the table of handles twice as large. */
        public static final int GROW_ARENA = -1;

        public static final int GROW_TABLE = -2;

        /** Write the string of a handle to the arena, in the encoding of a number: 0 Latin-1, 1 UTF-8, 2 UTF-16. */
        public static final int ENCODE = -3;

        /** Copy one handle to the place of another. */
        public static final int COPY_HANDLE = -4;

        /** End the environments. */
        public static final int END_ALL = -5;

        public static final int CALLBACK = 1;

        /** The fourth word is one that Java has kept. */
        public static final int WITH_EXACT_WORD = 2;

        // Handles that every scope has.
        public static final int UNDEFINED = 1;
        public static final int NULL = 2;
        public static final int FALSE = 3;
        public static final int TRUE = 4;
        public static final int GLOBAL = 5;
        public static final int FIRST_FREE = 6;

        // What a handle's byte in the table says of its value: a napi_valuetype and one, or 0 for objects of any kind.
        public static final int IS_OBJECT = 0;
        public static final int IS_UNDEFINED = 1;
        public static final int IS_NULL = 2;
        public static final int IS_BOOLEAN = 3;
        public static final int IS_NUMBER = 4;
        public static final int IS_STRING = 5;
        public static final int IS_SYMBOL = 6;
        public static final int IS_FUNCTION = 8;
        public static final int IS_BIGINT = 10;

        /** The place that a scope keeps for the handle that escapes from it. */
        public static final int IS_ESCAPE = 11;
    }

    /** The memory of messages between ports: indices of Int32. See worker_threads/internal/messages.js. */
    public static final class MessageArea {
        private MessageArea() {}

        /** The port's number. What is received is for any port when it is 0; 0 is also the answer if there is nothing. */
        public static final int PORT = 0;

        /** How many bytes the message has; -1 for the message that says that the peer was closed. */
        public static final int LENGTH = 1;

        /** How many attachments it has. */
        public static final int ATTACHMENTS = 2;

        /** What became of a posted message, see PortGroup.Posted. */
        public static final int RESULT = 3;

        /** The bytes of a message, as long as they find room. */
        public static final int BYTES_AT = 64;

        public static final int AREA_BYTES = BYTES_AT + (32 << 10);
    }

    /** The words of a histogram that several threads share: indices of 64-bit integers. See perf_hooks/internal/hdr.js. */
    public static final class HistogramWord {
        private HistogramWord() {}

        /** How many values were counted. */
        public static final int TOTAL = 0;

        /** How many were beyond the range, and not counted. */
        public static final int EXCEEDS = 1;

        /** The least and the greatest value that is not 0; 0 where there is none. */
        public static final int MIN = 2;

        public static final int MAX = 3;

        /** The first of the slots. */
        public static final int COUNTS = 4;
    }

    /** Flags of {@code bind} for datagram sockets. */
    public static final class DatagramBindFlags {
        private DatagramBindFlags() {}

        public static final int IPV6_ONLY = UdpSocket.IPV6_ONLY;
        public static final int REUSE_ADDRESS = UdpSocket.REUSE_ADDRESS;
        public static final int REUSE_PORT = UdpSocket.REUSE_PORT;
    }

    /** An address and port as the kernel has them. */
    public static final class EndpointForm {
        private EndpointForm() {}

        public static final int ENDPOINT_BYTES = Endpoint.BYTES;
        public static final int FAMILY_AT = 0;
        public static final int PORT_AT = Endpoint.PORT;
        public static final int V4_ADDRESS_AT = Endpoint.V4_ADDRESS;
        public static final int V6_ADDRESS_AT = Endpoint.V6_ADDRESS;
        public static final int ZONE_AT = Endpoint.ZONE;
        public static final int AF_INET = Endpoint.AF_INET;
        public static final int AF_INET6 = Endpoint.AF_INET6;
    }

    /** What a codec has left over of a write that was done at once: indices of Int32 in memory of zlib/internal/handle.js. */
    public static final class CodecLeft {
        private CodecLeft() {}

        public static final int INPUT = 0;
        public static final int OUTPUT = 1;
        public static final int INTS = 2;
    }

    /** The memory of short messages to be hashed and of their digests: see crypto/internal/digest.js. */
    public static final class HashScratch {
        private HashScratch() {}

        public static final int SCRATCH_BYTES = 64 << 10;
    }

    /** The memory of short synchronous writes: see descriptor/shared/sync_writer.js. */
    public static final class SyncWrite {
        private SyncWrite() {}

        public static final int TEXT_BYTES = 32 << 10;
    }

    /** How a script with a time limit ended. */
    public static final class ScriptEnd {
        private ScriptEnd() {}

        public static final int ENDED = 0;
        public static final int TIMED_OUT = 1;
        public static final int INTERRUPTED = 2;
    }
}
