'use strict';

// Native calls through shared memory.
//
// A native call is expensive because of its arguments, not because of the crossing itself: every string, array or object
// costs a microsecond or more on each side. So the calls that programs make by the thousand have no arguments. These are
// written into a *slot*, a piece of memory that both sides see. Java passes addresses within it to the kernel, the kernel
// writes its answer there, and JavaScript reads it. Java reads a few numbers and creates no objects.
//
//   lists       a ring of completed slots, and JavaScript's position in it
//   slots       each has: the function's code, the result or a negative errno, the step that the errno belongs to,
//               a descriptor that was left open, six numbers, data (contents, names, a file's status), a path, which
//               long data overwrite
//
// Their layout is in Layout.java: SlotList, SlotCall.
//
// Slot 0 is for synchronous calls. The others go to the worker pool: a call waits in a queue here until a slot is free, so
// that a hundred thousand concurrent calls need no more memory than a thousand. (With fewer slots the pool runs out of work
// when the system suspends JavaScript's thread for a few milliseconds.)
//
//   submit ──> queue ──> [a free slot] filled, on the list ──> pool ──> ring, event ──> emptied ──> callback
//
// Slots are passed in batches, in both directions. They are submitted after the turn or when a batch has accumulated, so
// that the pool is woken once for all of them. Completed slots are emptied and refilled from the queue before the first of
// their callbacks runs, and also when a call finds no free slot, so that the pool continues meanwhile. Workers add completed
// slots to the ring while JavaScript runs. If a turn of the loop would bring nothing else, the callbacks of slots that
// completed meanwhile run in the same turn, because the turn is most of the cost of a small call.
//
// A call that uses JavaScript's memory has a loan of it, and the kernel gets its address (internal/memory). The answer of a
// call is taken out of its slot before the slot is reused.
//
// Code that can write into this memory can make the kernel write anywhere. So it is accessed only by index and by captured
// functions, lengths are measured by internal slots and not by properties, nothing is written beyond its place in a slot,
// and async hooks see another object instead of a call.

const { nativeCalls, bindingOf } = require('internal/core');
const bridge = require('internal/bridge');
const dispatch = require('internal/bridge/dispatch');
const { hasStack, reserveStack, safePoint } = require('internal/repairs');
const submissions = require('internal/bridge/submissions');
const submitters = require('internal/submitters');
const context = require('internal/async_context');
const asyncIds = require('internal/async_ids');
const {
  Array, ArrayPrototypeFill, ArrayPrototypeIncludes, ArrayPrototypePush, CoreBytes, CoreDoubles, CoreInts, Int32Array,
  RangeError, StringPrototypeCharCodeAt, atomicLoad, freeze, isArray, isolated,
} = require('internal/primordials');
const { uvErrmapGet } = require('internal/errno');
const { utf8Slice, utf8Write } = require('internal/buffer/codec');
const { byteLengthOf, bytesOf, lend, partOf, setBytes } = require('internal/memory');

const layout = require('internal/layout');

const native = binding('bridge');

const { FAILED, IMMEDIATES, REQUESTS, SCARCE, SLOTS_WAITING } = layout.Control;
const { SLOT } = layout.Operation;
const { SLOT: CALL_SLOT } = layout.CallOperation;
const { ADDRESS, ADDRESS_HIGH, ANSWERED, CALLED, DONE, SLOTS, SLOTS_AT, SLOT_BYTES, TAKEN } = layout.SlotList;
const { A, B, BUG, C, CODE, D, DATA_AT, E, F, PATH_AT, RESULT, STEP } = layout.SlotCall;
const DATA_BYTES = SLOT_BYTES - DATA_AT;
const PATH_BYTES = SLOT_BYTES - PATH_AT - 1; // longer than the system accepts: a path that is cut off here is too long there as well
const BATCH = 16;
const LARGE_BATCH = 128; // used while the pool has enough to do
const ENOUGH = 64;
const MAX_SORTED = 64; // if more are completed at once, nobody expects an order
const STAY = 1024; // callbacks after which other threads are checked

// The memory, once it is opened.
const memory = { buffer: null, i32: null, f64: null, u8: null, address: 0 };

// Waiting calls, first in, first out: a linked list.
class Queue {
  length = 0;
  head = null;
  tail = null;

  push(call) {
    if (this.length++ === 0) this.head = call;
    else this.tail.next = call;
    this.tail = call;
  }

  shift() {
    const call = this.head;
    this.head = call.next;
    call.next = null;
    this.length--;
    return call;
  }
}

const free = new Int32Array(SLOTS); // numbers of free slots, the one used last on top, because its memory is in the cache
let freeCount = 0;
const inSlot = ArrayPrototypeFill(new Array(SLOTS), undefined); // the call in each slot
const waiting = new Queue(); // for a slot
const answered = new Queue(); // for their callbacks

let opened; // the ArrayBuffer, from Java

// Steps that may cause a stack overflow come first, and can be repeated.
function open() {
  opened ??= native.openSlots();
  const buffer = opened;
  const i32 = new CoreInts(buffer);
  const f64 = new CoreDoubles(buffer);
  const u8 = new CoreBytes(buffer);
  bridge.onEvent(layout.EventType.SLOTS, complete);
  for (let i = 0; i < SLOTS - 1; i++) free[i] = SLOTS - 1 - i;
  freeCount = SLOTS - 1;
  memory.i32 = i32;
  memory.f64 = f64;
  memory.u8 = u8;
  memory.address = (i32[ADDRESS_HIGH] * 2 ** 32) + (i32[ADDRESS] >>> 0);
  memory.buffer = buffer;
}

// The description of a function: its number, the name of the system call for errors (one for each step), and the conversion
// of its answer: take(at, result, call), where `at` is the start of the slot; it runs before the slot is reused. `uses` is
// notified when the pool begins and ends to use the first argument. A synchronous call is tried by direct(at, call) first, which
// returns the result, or undefined where Java has to make the call (internal/system_calls); the slot is as it was then.
class Operation {
  constructor(code, syscalls, take, { uses, absent = [], stepsWithPath = syscalls.length, direct } = { __proto__: null }) {
    this.code = code;
    this.syscalls = syscalls;
    this.take = take;
    this.uses = uses;
    this.absent = absent; // errors that mean that the file does not exist
    this.stepsWithPath = stepsWithPath; // the errors of later steps don't name it
    this.direct = direct;
    freeze(this); // users see it: a callback's `this` is its call
  }
}

// What async_hooks and process._getActiveRequests() see of a call.
class FSReqCallback {
  #code;

  constructor(code) {
    this.#code = code;
  }

  get code() {
    return this.#code;
  }
}

// One call. No program sees it.
class Call {
  #resource = undefined;
  #address = 0; // of memory that the kernel uses
  #room = 0; // bytes available there
  #loan = undefined; // of that memory, or of the data that will be copied into the slot

  constructor(operation, path, a, b, c, d) {
    this.operation = operation;
    this.path = path; // string or bytes
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
    this.e = 0;
    this.source = undefined; // bytes or a string to be copied into the slot
    this.view = undefined; // the answer is copied to these bytes
    this.mayBeMissing = false; // for a synchronous call: a missing file results in undefined instead of an error
    this.answer = undefined; // the result
    this.failure = undefined;
    this.next = null; // link of its queue
    this.callback = undefined; // a method of the call:
    this.options = undefined; // data of the caller for it
    this.asker = undefined;
    this.frame = undefined;
    this.triggerId = 0;
    this.asyncId = 0;
    this.told = undefined; // a watcher's, see internal/watched_calls
  }

  // Makes the call use so many bytes at this address instead of the slot's own. No program must see or change the address.
  static setAddress(call, address, room) {
    call.#address = address;
    call.#room = room;
  }

  static addressOf(call) {
    return call.#address;
  }

  static roomOf(call) {
    return call.#room;
  }

  static setLoan(call, loan) {
    call.#loan = loan;
  }

  static loanOf(call) {
    return call.#loan;
  }

  static resourceOf(call) {
    return call.#resource ??= new FSReqCallback(call.operation.code);
  }

  // For callers that have either a call or another kind of resource.
  static publicForm(resource) {
    return typeof resource === 'object' && resource !== null && #resource in resource ? Call.resourceOf(resource) : resource;
  }
}

const { addressOf, loanOf, publicForm, resourceOf, roomOf, setAddress, setLoan } = Call;
asyncIds.setPublicForm(publicForm);
isolated(Call);
isolated(Queue);
isolated(Operation);

// ---- writing into a slot

function putPath(at, path) {
  const { u8 } = memory;
  let to = at + PATH_AT;
  if (typeof path !== 'string') {
    const length = byteLengthOf(path);
    const part = length > PATH_BYTES ? partOf(path, 0, PATH_BYTES) : bytesOf(path);
    setBytes(u8, part, to);
    to += byteLengthOf(part);
  } else {
    const size = path.length > PATH_BYTES ? PATH_BYTES : path.length;
    let i = 0;
    for (; i < size; i++) {
      const unit = StringPrototypeCharCodeAt(path, i);
      if (unit >= 0x80) break;
      u8[to + i] = unit;
    }
    to += i === size ? size : utf8Write(u8, path, to, PATH_BYTES);
  }
  u8[to] = 0;
  return to + 1;
}

// Bytes or UTF-8 text, at most `room`; returns the number of bytes.
function putSource(at, call, room) {
  const { source } = call;
  if (typeof source === 'string') return utf8Write(memory.u8, source, at, 3 * source.length < room ? 3 * source.length : room);
  const loan = loanOf(call);
  const bytes = loan === undefined ? source : loan.part(0, loan.length);
  const size = byteLengthOf(bytes);
  if (size > room) throw new RangeError(`${size} bytes do not fit into a slot`);
  setBytes(memory.u8, bytes, at);
  return size;
}

function fill(number, call) {
  const at = SLOTS_AT + number * SLOT_BYTES;
  const { f64 } = memory;
  const numbers = at >> 3;
  memory.i32[(at >> 2) + CODE] = call.operation.code;
  memory.i32[(at >> 2) + STEP] = 0; // the slot's previous call may have failed at another step
  f64[numbers + A] = call.a;
  f64[numbers + B] = call.b;
  f64[numbers + C] = call.c;
  f64[numbers + D] = roomOf(call) === 0 ? call.d : addressOf(call);
  f64[numbers + E] = call.e;
  f64[numbers + F] = roomOf(call);
  if (call.path !== undefined) {
    const end = putPath(at, call.path);
    if (call.source !== undefined) {
      f64[numbers + C] = end - at;
      f64[numbers + D] = putSource(end, call, at + SLOT_BYTES - end);
    }
  } else if (call.source !== undefined) {
    f64[numbers + B] = putSource(at + DATA_AT, call, DATA_BYTES);
  }
  return at;
}

// ---- errors

// The data from which `bridge.errorFrom` makes the error when the callback runs.
function failureAt(at, call) {
  const { operation } = call;
  const step = memory.i32[(at >> 2) + STEP];
  const path = step < operation.stepsWithPath ? call.path : undefined;
  const shown = typeof path === 'string' || path === undefined ? path : utf8Slice(bytesOf(path), 0, byteLengthOf(path));
  return systemFailure(memory.i32[(at >> 2) + RESULT], operation.syscalls[step], shown);
}

function systemFailure(errno, syscall, shown) {
  const known = uvErrmapGet(errno);
  const code = known === undefined ? `Unknown system error ${errno}` : known[0];
  const text = known === undefined ? code : known[1];
  const message = `${code}: ${text}, ${syscall}${shown === undefined ? '' : ` '${shown}'`}`;
  return ['system', message, errno, code, syscall, shown];
}

// ---- who watches calls (internal/watched_calls)

let watcher;

function watchCalls(hook) { watcher = hook; }

// Whether somebody wants to see each system call: those that make several in one call then make them one by one.
const isWatched = () => watcher !== undefined;

// ---- synchronous calls

function perform(call) {
  const result = attempt(call);
  const at = SLOTS_AT;
  if (result < 0) {
    if (call.mayBeMissing && ArrayPrototypeIncludes(call.operation.absent, result)) return undefined;
    throw bridge.errorFrom(failureAt(at, call));
  }
  const answer = call.operation.take(at, result, call);
  if (bridge.words.i32[FAILED] !== 0) nativeCalls.fail(); // a notice: see bridge.call
  return answer;
}

// Returns its result, or a negative errno.
function attempt(call) {
  safePoint();
  if (memory.buffer === null) open();
  const hook = watcher;
  if (hook !== undefined) hook.began(call.operation);
  const at = fill(0, call);
  const result = performDirectly(at, call) ?? performByJava(at);
  if (hook !== undefined) hook.ended(call.operation, result);
  loanOf(call)?.end(result);
  if (bridge.words.i32[SCARCE] !== 0) bridge.useLastDescriptors();
  return result;
}

function performByJava(at) {
  bridge.call(CALL_SLOT);
  return memory.i32[(at >> 2) + RESULT];
}

// What was submitted before has to begin first: the program may wait for it by calls like this one.
function performDirectly(at, call) {
  const { direct } = call.operation;
  if (direct === undefined || bridge.words.i32[SLOTS_WAITING] > 0) return undefined;
  nativeCalls.calls++;
  const result = direct(at, call);
  if (result !== undefined) memory.i32[(at >> 2) + RESULT] = result;
  return result;
}

// ---- calls on the pool

// The callback gets (error) or (null, answer), in the poll phase and in the current async context.
function submit(call, callback) {
  safePoint();
  if (memory.buffer === null) open();
  if (freeCount > 0 && submitters.mayLookForCall(bridge.words)) native.slotSubmittedBy(free[freeCount - 1], submitters.place(submit));
  call.callback = callback;
  call.frame = context.get();
  call.triggerId = asyncIds.current();
  call.asyncId = asyncIds.hasHooks() ?
    asyncIds.create(resourceOf(call), bridge.RESOURCES[bindingOf(call.operation.code)] ?? 'WORKREQUEST') : asyncIds.newId();
  if (watcher !== undefined) call.told = watcher.submitted(call);
  if (freeCount > 0) {
    fill(free[freeCount - 1], call); // if it fails, the slot is as free as before
    submissions.makeRoom();
    begin(call);
    handOver(free[--freeCount], call);
    return;
  }
  if (call.source !== undefined && typeof call.source !== 'string') setLoan(call, lend(call.source)); // until it is copied
  begin(call);
  waiting.push(call);
  if (hasStack()) emptyDone();
}

// From here on the call counts, so its caller can't fail any more before it has handed it over.
function begin(call) {
  const { uses } = call.operation;
  reserveStack();
  if (uses !== undefined) uses.use(call.a);
  bridge.words.i32[REQUESTS]++;
}

function handOver(number, call) {
  inSlot[number] = call;
  submissions.submit(SLOT, number, 0, 0);
  const count = ++bridge.words.i32[SLOTS_WAITING];
  if (count >= (freeCount > SLOTS - ENOUGH ? BATCH : LARGE_BATCH)) submissions.carryOut();
}

// For callers that do more work before the turn ends.
function handOverNow() {
  if (bridge.words.i32[SLOTS_WAITING] > 0) submissions.carryOut();
}

const doneAt = (count) => DONE + 1 + (count & SLOTS - 1);

// Sorts the completed slots into the order of their submission: which of two short calls completes first on two threads is
// random, and Node's programs see the order kept. Entries before `done` belong to this side only.
function sortDone(done) {
  const { i32 } = memory;
  const first = i32[TAKEN];
  const count = (done - first) | 0;
  if (count > MAX_SORTED) return;
  for (let i = 1; i < count; i++) {
    const number = i32[doneAt(first + i)];
    const { asyncId } = inSlot[number];
    let to = i;
    for (; to > 0 && inSlot[i32[doneAt(first + to - 1)]].asyncId > asyncId; to--) i32[doneAt(first + to)] = i32[doneAt(first + to - 1)];
    i32[doneAt(first + to)] = number;
  }
}

// Takes the answers out of the completed slots, and fills these with the next calls.
function emptyDone() {
  const { i32 } = memory;
  const done = atomicLoad(i32, DONE);
  sortDone(done);
  while (i32[TAKEN] !== done) {
    const number = i32[doneAt(i32[TAKEN]++)];
    const call = inSlot[number];
    takeAnswer(number, call);
    answered.push(call);
    if (waiting.length > 0) {
      const next = waiting.shift();
      fill(number, next);
      handOver(number, next);
    } else {
      inSlot[number] = undefined;
      free[freeCount++] = number;
    }
  }
  i32[ANSWERED] = answered.length;
}

function takeAnswer(number, call) {
  const at = SLOTS_AT + number * SLOT_BYTES;
  const result = memory.i32[(at >> 2) + RESULT];
  loanOf(call)?.end(result);
  if (result === BUG) {
    call.failure = native.takeSlotResult(number);
  } else if (result < 0) {
    call.failure = failureAt(at, call);
  } else {
    try {
      call.answer = call.operation.take(at, result, call);
    } catch (error) { // out of memory for the answer: reported to this call's callback
      call.failure = error;
    }
  }
}

// Runs one callback. The event is repeated for the next one, and once more to check whether there is one.
function complete() {
  if (answered.length === 0) {
    emptyDone();
    if (answered.length === 0) {
      stay = STAY;
      dispatch.hadNoCallback();
      return;
    }
    if (stay !== STAY) dispatch.countStayedTurn();
  }
  const call = answered.shift();
  const { i32 } = memory;
  i32[CALLED]++;
  i32[ANSWERED] = answered.length;
  if (stay !== STAY) dispatch.countStayedCallbacks(1);
  if (answered.length > 0 || mayStay()) dispatch.repeatEvent();
  call.operation.uses?.release(call.a);
  bridge.words.i32[REQUESTS]--;
  context.set(call.frame);
  asyncIds.enter(call.asyncId, call.triggerId, call);
  if (call.told !== undefined) call.told(call.failure, call.answer);
  if (call.failure !== undefined) call.callback(errorOf(call));
  else if (call.answer === undefined) call.callback(null);
  else call.callback(null, call.answer);
  asyncIds.leave(call.asyncId);
  asyncIds.destroy(call.asyncId);
  context.set(undefined);
}

const errorOf = ({ failure }) => (isArray(failure) ? bridge.lateErrorFrom(failure) : failure);

// Whether the next turn would bring only more of these: see internal/bridge/dispatch.
let stay = STAY;
let callsBefore;
function mayStay() {
  if (stay === STAY) callsBefore = nativeCalls.calls;
  const may = --stay > 0 && dispatch.isLastEvent() && bridge.words.i32[IMMEDIATES] === 0 && dispatch.nothingElse(callsBefore);
  if (!may) stay = STAY;
  return may;
}

// ---- for `take`

// The answer is `length` bytes of data, or there was not enough room.
function dataOf(at, length) {
  return length <= DATA_BYTES ? [memory.u8, at + DATA_AT] : [overflowOf(at), 0];
}

const overflowOf = (at) => native.takeSlotResult((at - SLOTS_AT) / SLOT_BYTES);

const isOpen = () => memory.buffer !== null;

// The public classes.
function activeCalls() {
  const calls = [];
  for (let i = 0; i < SLOTS; i++) {
    if (inSlot[i] !== undefined) ArrayPrototypePush(calls, resourceOf(inSlot[i]));
  }
  for (let j = 0, list = [waiting, answered]; j < list.length; j++) {
    const queue = list[j];
    for (let i = 0, call = queue.head; i < queue.length; i++, call = call.next) ArrayPrototypePush(calls, resourceOf(call));
  }
  return calls;
}

const refill = (call) => { fill(0, call); };

module.exports = {
  Call, DATA_AT, DATA_BYTES, Operation, PATH_AT, activeCalls, attempt, dataOf, handOverNow, isOpen, isWatched, memory, overflowOf,
  perform, refill, setAddress, setLoan, submit, systemFailure, watchCalls,
};
