'use strict';

// The memory that Java and JavaScript share, and the one way into JavaScript.
//
// Java enters JavaScript only through `turn`, without arguments. The control words say what to do, the ring of events what
// happened. JavaScript stores its requests (nearest deadline, waiting immediates) in the control words too, and Java reads
// them after `turn` has returned. The memory belongs to a small WebAssembly module:
//
//   control words
//   offset and length of the views among a native call's arguments (see internal/memory)
//   ring of events: type, owner, kind, place and number of bytes, extra number, value
//   arena: the bytes that events refer to, valid for one turn
//
// Every offset and number of it is defined in Layout.java, from which internal/layout is written.
//
// When a callback throws, Node reports the location (file, line, caret), and the handlers get the thrown value itself. A
// JavaScript `catch` has the value but not the location; an exception that reaches Java has the location but not the value.
// WebAssembly's catch has the value and can rethrow the same exception, which gives both:
//
//   turn (js)            catches what WebAssembly can't, stack overflows and its own traps: their stack has the
//                        location; for all others it makes `rethrow` (wasm) throw the saved exception
//     guarded (wasm)     calls the phase; catches its exception, passes the value to `keep`, saves the exception
//       phase (js)
//
// These frames are below every callback, and V8 counts them when it looks for asynchronous callers, so they are few. A
// program can reach the instance through a CallSite of such a frame; it exports nothing (internal/wasm_module).

const { nativeCalls, require: coreRequire, bindingOf, functionOf } = require('internal/core');
const {
  ArrayFrom, ArrayPrototypeFlatMap, ArrayPrototypeMap, ArrayPrototypePush, CoreBytes, CoreDoubles, CoreInts, DateNow, Error,
  ErrorCaptureStackTrace: captureStackTrace, Float64Array, FunctionPrototypeBind, Int32Array, ObjectFromEntries,
  ObjectGetOwnPropertyDescriptor: getOwnPropertyDescriptor, RangeError, SafeMap, SafeWeakSet, StringPrototypeCharCodeAt, TypeError, Uint8Array, apply,
  bindFunction, captureAtStart, defineProperty, joinLists, wasm,
} = require('internal/primordials');
const wasmModule = require('internal/wasm_module');
const context = require('internal/async_context');
const asyncIds = require('internal/async_ids');
const layout = require('internal/layout');
const memory = require('internal/memory');
const callbacks = require('internal/callbacks');
const submitters = require('internal/submitters');
const { reserveStack, safePoint } = require('internal/repairs');

const { ARENA_AT, BLOCK_BYTES, VIEWS_AT, VIEWS_BYTES } = layout.Block;
const { CALL, FAILED, PHASE, REQUESTS, SCARCE, THREW } = layout.Control;
const { NOTICED } = layout.Failure;
const { DEADLINE, LOOP_NOW, WALL_NOW } = layout.ControlTime;
const { COMPLETE, MESSAGE } = layout.EventType;
const { PHASES, TICKS } = layout.TurnPhase;
const { Kind } = layout;

const words = { buffer: null, i32: new Int32Array(64), f64: new Float64Array(64), u8: new Uint8Array(0) };

// Monotonic within one turn: the loop's time, advanced by the wall clock since the turn began.
const wallNow = DateNow;
let lastNow = 0;
function now() {
  const { f64 } = words;
  const t = f64[LOOP_NOW] + (wallNow() - f64[WALL_NOW]);
  if (t > lastNow) lastNow = t;
  return lastNow;
}

// End time of the current turn, filled in when it ends. Sockets record activity with it, without reading the clock.
let turnNow = { endMs: Infinity };
let isTurnNoted = false;
function thisTurn() {
  isTurnNoted = true;
  return turnNow;
}

function endTurn() {
  turnNow.endMs = now();
  turnNow = { endMs: Infinity };
  isTurnNoted = false;
}

// ---- phases: what `turn` runs

const phases = [];
function onPhase(number, run) { phases[number] = run; }

// ---- asynchronous native calls

let nextRequest = 1;
const requests = new SafeMap();

const RESOURCES = { __proto__: null, fs: 'FSREQCALLBACK', dns: 'GETADDRINFOREQWRAP', zlib: 'ZLIB' };

// crypto has a type for each kind of job.
const CRYPTO_RESOURCES = {
  __proto__: null, randomFill: 'RANDOMBYTESREQUEST', pbkdf2: 'PBKDF2REQUEST', scrypt: 'SCRYPTREQUEST',
  hkdf: 'DERIVEBITSREQUEST', derive: 'DERIVEBITSREQUEST', argon2: 'DERIVEBITSREQUEST', keyGenerate: 'KEYPAIRGENREQUEST',
  digest: 'HASHREQUEST', hmac: 'SIGNREQUEST', sign: 'SIGNREQUEST', verify: 'SIGNREQUEST', cipher: 'CIPHERREQUEST',
  generatePrime: 'RANDOMPRIMEREQUEST', checkPrime: 'CHECKPRIMEREQUEST',
};

function resourceOf(code) {
  const binding = bindingOf(code);
  return (binding === 'crypto' ? CRYPTO_RESOURCES[functionOf(code)] : RESOURCES[binding]) ?? 'WORKREQUEST';
}

// The kind of callback, by the number of the function; each is found when it is first needed.
const KINDS = { __proto__: null, fs: Kind.FILE, crypto: Kind.CRYPTO, zlib: Kind.ZLIB, dns: Kind.DNS };
const kindsOfCodes = [];

function kindOf(code) {
  while (kindsOfCodes.length <= code) ArrayPrototypePush(kindsOfCodes, 0);
  return kindsOfCodes[code] ||= KINDS[bindingOf(code)] ?? Kind.WORK;
}

// A pending call. Java may use the memory of the arguments until it completes: `loans` hold it. Async hooks see the object,
// so its fields are private.
class Request {
  #code;
  #callback;
  #loans;
  #frame = context.get();
  #triggerId = asyncIds.current();
  #asyncId;

  constructor(code, callback, loans) {
    this.#code = code;
    this.#callback = callback;
    this.#loans = loans;
    this.#asyncId = asyncIds.hasHooks() ? asyncIds.create(this, resourceOf(code)) : asyncIds.newId();
  }

  get code() {
    return this.#code;
  }

  static endLoans(request) {
    if (request.#loans === undefined) return;
    memory.endAll(request.#loans);
    request.#loans = undefined;
  }

  static complete(request, error, result) {
    const callback = request.#callback;
    const asyncId = request.#asyncId;
    context.set(request.#frame);
    asyncIds.enter(asyncId, request.#triggerId, request);
    if (error !== null) callback(error);
    else callback(null, result);
    asyncIds.leave(asyncId);
    asyncIds.destroy(asyncId);
    context.set(undefined);
  }
}

const { complete: completeRequest, endLoans } = Request;

// The last argument is the callback(err, result); it runs in the poll phase, in the async context of the call.
function submit(code, args) {
  if (submitters.mayLook(words)) bridgeBinding().submittedBy(submitters.place(submit)); // of the next submission
  safePoint();
  const id = nextRequest++;
  const last = args.length - 1;
  const callback = args[last];
  args.length = last;
  const request = new Request(code, callback, memory.lendAll(args));
  reserveStack();
  requests.set(id, request);
  words.i32[REQUESTS]++;
  try {
    memory.describe(args, 2);
    callNative(-code, id, args); // a negative code: on the worker pool
  } catch (error) { // a stack overflow: Java has heard nothing of it
    complete(id);
    throw error;
  }
  if (words.i32[FAILED] !== 0) {
    if (words.i32[FAILED] !== NOTICED) complete(id);
    nativeCalls.fail();
  }
  return id;
}

// Without an iterator, which the program may have replaced.
function callNative(code, id, args) {
  switch (args.length) {
    case 0: return nativeCalls.native(code, id);
    case 1: return nativeCalls.native(code, id, args[0]);
    case 2: return nativeCalls.native(code, id, args[0], args[1]);
    case 3: return nativeCalls.native(code, id, args[0], args[1], args[2]);
    default: return apply(bindFunction(nativeCalls.native, undefined, code, id), undefined, args);
  }
}

function complete(id) {
  const request = requests.get(id);
  requests.delete(id);
  words.i32[REQUESTS]--;
  endLoans(request);
  return request;
}

// ---- events: internal/bridge/dispatch runs them

const { NONE, NUMBER, DOUBLES, BYTES, TRUE, FALSE, ERROR } = layout.ResultKind;

function resultOf(kind, at, length, value) {
  switch (kind) {
    case NONE: return undefined;
    case NUMBER: return value;
    case TRUE: return true;
    case FALSE: return false;
    case DOUBLES: return new Float64Array(new Float64Array(words.buffer, at, length >> 3));
    case BYTES: return new Uint8Array(new Uint8Array(words.buffer, at, length)); // a copy
    default: return bridgeBinding().take(value); // OBJECT or ERROR
  }
}

const handlers = [];
function onEvent(type, handle) { handlers[type] = handle; }

handlers[COMPLETE] = (id, kind, at, length, value) => {
  const request = complete(id);
  callbacks.refine(kindOf(request.code));
  if (kind === ERROR) completeRequest(request, lateErrorFrom(bridgeBinding().take(value)));
  else completeRequest(request, null, resultOf(kind, at, length, value));
};

// Messages from helper threads to the owner of the channel (file watchers, child processes and the like).
const channels = new SafeMap();
let lastChannel = 0;

class Channel {
  constructor(receive, kind) {
    this.receive = receive;
    this.kind = kind;
  }
}

// `callbackKind` is what telemetry calls a message of it.
function openChannel(receive, callbackKind = Kind.NOTICE) {
  channels.set(++lastChannel, new Channel(receive, callbackKind));
  return lastChannel;
}

function closeChannel(id) {
  channels.delete(id);
}

handlers[MESSAGE] = (id, kind, at, length, value) => {
  const channel = channels.get(id);
  if (channel === undefined) return;
  callbacks.refine(channel.kind);
  const { receive } = channel;
  receive(resultOf(kind, at, length, value));
};

// ---- errors of native calls: [kind, message]; for system errors also [errno, code, syscall, path, dest]; for errors that a
// function made for JavaScript [class, properties]

function errorFrom(parts) {
  const kind = parts[0];
  const message = parts[1];
  if (kind === 'system') {
    const error = new errors.Error(message);
    // By assignment, as in Node: a setter on Object.prototype is called, and its exception reaches the caller.
    error.errno = parts[2];
    error.code = parts[3];
    error.syscall = parts[4];
    if (parts[5] != null) error.path = parts[5];
    if (parts[6] != null) error.dest = parts[6];
    return error;
  }
  if (kind === 'script') return scriptError(message, parts[2], parts[3]);
  if (kind === 'range') return new errors.RangeError(message);
  if (kind === 'type') return new errors.TypeError(message);
  return new errors.Error(message);
}

const errors = { __proto__: null, Error, TypeError, RangeError };

// An error of an asynchronous call has no frames, as in Node: those of the loop and of the core say nothing.
function lateErrorFrom(parts) {
  const property = getOwnPropertyDescriptor(Error, 'stackTraceLimit');
  if (property?.writable !== true) return errorFrom(parts);
  Error.stackTraceLimit = 0;
  try {
    return errorFrom(parts);
  } finally {
    Error.stackTraceLimit = property.value;
  }
}

// Captures the stack of such an error again where it is awaited: the frames of the functions that await it.
function retrace(error) {
  captureStackTrace(error, turn);
}

const setProperty = (object, name, value) =>
  defineProperty(object, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });

// Properties come as a list of names and values.
function scriptError(message, className, properties) {
  const error = new errors[className](message);
  for (let i = 0; i < properties.length; i += 2) setProperty(error, properties[i], properties[i + 1]);
  return error;
}

let bridgeFunctions;
function bridgeBinding() {
  return bridgeFunctions ??= coreRequire('internal/core').binding('bridge');
}

// Errors of calls that have overrun the limit of their callback.
const lateErrors = new SafeWeakSet();

// Throws the error of the last native call. If there was none, the permission model has something to report.
function fail() {
  const isNotice = words.i32[FAILED] === NOTICED;
  words.i32[FAILED] = 0;
  if (isNotice) {
    coreRequire('internal/permission/model').publishDenials();
    return;
  }
  const error = errorFrom(nativeCalls.native(0));
  if (error.code === 'ERR_GYRE_CALLBACK_TIMEOUT' || error.code === 'ERR_GYRE_CALLBACK_ENDED') lateErrors.add(error);
  if (error.code === 'ERR_ACCESS_DENIED') coreRequire('internal/permission/model').publishDenials();
  throw error;
}

// ---- call: synchronous, with arguments and answer in shared memory

let callJava;
function call(operation) {
  callJava ??= bridgeBinding().openCall();
  nativeCalls.calls++;
  words.i32[CALL] = operation;
  callJava();
  // A notice is for later: what listens to it may use the memory that the answer is in.
  if (words.i32[FAILED] !== 0 && words.i32[FAILED] !== NOTICED) fail();
}

// ---- when descriptors run out

// V8's ICU opens its data at the first use, and never tries again if that fails.
const { NumberFormat } = Intl;
function useLastDescriptors() {
  words.i32[SCARCE] = 0;
  bridgeBinding().releaseDescriptors();
  new NumberFormat('en');
}

// ---- start

const thrown = { value: undefined };
let guarded;
let rethrow;
let isAside = false;

function keep(value) {
  thrown.value = value;
  isAside = true;
}

function turn() {
  try {
    if (words.i32[SCARCE] !== 0) useLastDescriptors();
    if (words.i32[PHASE] === TICKS) callbacks.beginNothing(); // here, so that stacks have no frame of it
    guarded();
  } catch (error) {
    thrown.value = error;
    words.i32[THREW] = 1;
    return;
  }
  if (isTurnNoted) endTurn();
  if (isAside) {
    isAside = false;
    rethrow();
  }
}

const PAGES = BLOCK_BYTES >> 16;

// The module's name is gyre-core: debugging sessions know it by that, see CoreWasm.
const NAME_SECTION = [0, 17, 4, 0x6e, 0x61, 0x6d, 0x65, 0, 10, 9, 0x67, 0x79, 0x72, 0x65, 0x2d, 0x63, 0x6f, 0x72, 0x65];

// Function types: 0 is () -> (), 1 is (externref) -> (), 2 is () -> (externref, exnref). Global 0 holds the saved exception.
// `guarded` reads its phase from the control words.
function turnModule() {
  const name = (text) => [text.length, ...ArrayFrom(text, (c) => StringPrototypeCharCodeAt(c, 0))];
  const size = (n) => (n < 128 ? [n] : [n & 127 | 128, n >> 7]);
  const section = (id, bytes) => [id, ...size(bytes.length), ...bytes];
  const body = (...code) => [...size(code.length + 2), 0, ...code, 0x0b];
  const numbers = ArrayFrom({ __proto__: null, length: PHASES }, (_, i) => i);
  const names = ['guarded', 'rethrow'];
  const types = [3, 0x60, 0, 0, 0x60, 1, 0x6f, 0, 0x60, 0, 2, 0x6f, 0x69];
  const imports = [PHASES + 4,
    ...ArrayPrototypeFlatMap(numbers, (i) => [...name('js'), ...name(`${i}`), 0, 0]),
    ...name('js'), ...name('keep'), 0, 1,
    ...name('js'), ...name('exception'), 4, 0, 1,
    ...name('core'), ...name('memory'), 2, 1, PAGES, PAGES,
    ...name('core'), ...name('table'), 1, 0x70, 0, names.length];
  const globals = [1, 0x69, 1, 0xd0, 0x69, 0x0b];
  const first = PHASES + 1; // first function of the module itself
  const elements = [1, 0, 0x41, 0, 0x0b, names.length, first, first + 1]; // into the table, from 0 on
  const callPhase = [
    0x02, 0x40, // block: the end of all of them
    ...ArrayPrototypeFlatMap(numbers, () => [0x02, 0x40]),
    0x41, 4 * PHASE, 0x28, 2, 0, 0x0e, PHASES - 1, ...numbers, // i32.load of the phase, br_table
    ...ArrayPrototypeFlatMap(numbers, (i) => [0x0b, 0x10, i, 0x0c, PHASES - 1 - i]), // call, br to the end
    0x0b];
  const guarded = body(
    0x02, 2, // block: the value and the exception
    0x1f, 0x40, 1, 1, 0, 0, ...callPhase, 0x0b, // try_table with catch_ref to the end of the block
    0x0f, 0x0b, // return
    0x24, 0, 0x10, PHASES); // global.set, keep
  const rethrow = body(0x23, 0, 0xd0, 0x69, 0x24, 0, 0x0a); // global.get, empty it, throw_ref
  const code = [2, ...guarded, ...rethrow];
  const bytes = new Uint8Array(joinLists([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, types), ...section(2, imports), ...section(3, [2, 0, 0]),
    ...section(6, globals), ...section(9, elements), ...section(10, code)], NAME_SECTION));
  return { __proto__: null, bytes, names, pages: PAGES, mostPages: PAGES, wideMemory: false };
}

const turnCode = turnModule();

// The first code that runs in the process, before any code of the program.
function start(native, callbackRecord) {
  captureAtStart();
  callbacks.start(callbackRecord, now);
  // As methods of process, as Node's stacks show them.
  const imports = ObjectFromEntries(ArrayPrototypeMap(phases, (run, i) => [i, FunctionPrototypeBind(run, process)]));
  imports.keep = keep;
  imports.exception = wasm.JSTag;
  const { functions, memory: ring } = wasmModule.instantiate(turnCode, undefined, imports);
  ({ guarded, rethrow } = functions);
  const buffer = wasmModule.bufferOf(ring);
  words.buffer = buffer;
  words.i32 = new CoreInts(buffer, 0, ARENA_AT >> 2);
  words.f64 = new CoreDoubles(buffer, 0, ARENA_AT >> 3);
  words.u8 = new CoreBytes(buffer);
  words.f64[DEADLINE] = -1;
  nativeCalls.native = native;
  nativeCalls.fail = fail;
  nativeCalls.submit = submit;
  nativeCalls.failed = new CoreInts(buffer, FAILED * 4, 1);
  nativeCalls.views = new CoreDoubles(buffer, VIEWS_AT, VIEWS_BYTES >> 3);
  coreRequire('internal/start').start();
  return [buffer, turn];
}

module.exports = {
  isLateError: (error) => lateErrors.has(error), words, now, thisTurn, start, thrown, call,
  onPhase, onEvent, handlers, resultOf,
  errorFrom, lateErrorFrom, retrace, useLastDescriptors,
  requests, openChannel, closeChannel, RESOURCES,
};
