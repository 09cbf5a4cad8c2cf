'use strict';

// Native calls by way of shared memory.
//
// A native call is expensive because of what it carries, not because of the crossing itself: every string, array or object
// costs a microsecond or more on each side. So the calls that programs make by the thousand carry nothing. Their arguments are written into a *slot*, a piece of memory that both sides see; Java hands the kernel addresses within it;
// the kernel writes its answer there; JavaScript reads it. Java looks at a few numbers and makes no objects of them.
//
//   lists       a ring of the slots that are done, and how far JavaScript is with these
//   slots       each has: the function's code, the result or a negative errno, which of several steps the errno is about,
//               a descriptor that was left open, six numbers, data (contents, names, a file's status), a path, which
//               long data overwrite
//
// Their layout stands in Layout.java: SlotList, SlotCall.
//
// Slot 0 serves calls that JavaScript waits for. The others go to the worker pool: a call waits in a queue here until a
// slot is free, so that a hundred thousand calls at once need no more memory than a thousand. (With fewer slots the pool
// runs out of work when the system lets JavaScript's thread wait for a few milliseconds.)
//
//   submit ──> queue ──> [a free slot] filled, on the list ──> pool ──> ring, event ──> emptied ──> callback
//
// Slots go there and back together. They are handed over after the turn or when a batch of them waits: then the pool is woken
// once for all of them. Those that are done are emptied, and filled with what waits in the queue, before the first of
// their callbacks runs, and also when a call finds no free slot, so that the pool goes on meanwhile. Workers put what is
// done into the ring while JavaScript runs; so where a turn of the loop would bring nothing else, the callbacks of what
// came meanwhile run in the same turn: most of what a small call costs is the turn.
//
// A call that works on JavaScript's memory has a loan of it, and the kernel gets its address (internal/memory). What a call
// answers is taken out of its slot before the slot is used again.
//
// Whoever can write into this memory can have the kernel write anywhere. So it is touched by index and by captured functions
// only, what is written here is measured by what it is, not by what it says of itself, nothing is written past its place in
// a slot, and async hooks see another object in place of a call.

const { nativeCalls, bindingOf } = require('internal/core');
const bridge = require('internal/bridge');
const dispatch = require('internal/bridge/dispatch');
const submissions = require('internal/bridge/submissions');
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

const { IMMEDIATES, REQUESTS, SCARCE, SLOTS_WAITING } = layout.Control;
const { SLOT } = layout.Operation;
const { SLOT: CALL_SLOT } = layout.CallOperation;
const { ANSWERED, CALLED, DONE, SLOTS, SLOTS_AT, SLOT_BYTES, TAKEN } = layout.SlotList;
const { A, B, BUG, C, CODE, D, DATA_AT, E, F, PATH_AT, RESULT, STEP } = layout.SlotCall;
const DATA_BYTES = SLOT_BYTES - DATA_AT;
const PATH_BYTES = SLOT_BYTES - PATH_AT - 1; // longer than the system takes: what is cut off here is too long there too
const BATCH = 16;
const LARGE_BATCH = 128; // while the pool has enough to do:
const ENOUGH = 64;
const MAX_SORTED = 64; // where more are done at once, nobody expects an order
const STAY = 1024; // callbacks after which other threads are listened to

// The memory, once there is any.
const memory = { buffer: null, i32: null, f64: null, u8: null };

// Calls that wait, first in, first out: a chain of them.
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

const free = new Int32Array(SLOTS); // numbers of free slots, the one used last on top: its memory is warm
let freeCount = 0;
const inSlot = ArrayPrototypeFill(new Array(SLOTS), undefined); // the call in each slot
const waiting = new Queue(); // for a slot
const answered = new Queue(); // for their callbacks

let opened; // the ArrayBuffer, from Java

// What can meet the end of the stack comes first, and can be done again.
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
  memory.buffer = buffer;
}

// What a function is: its number, the name of the system call for errors (one for each step), and what it makes of its
// answer: take(at, result, call), `at` being where the slot begins, before the slot is given to another call. `uses`: who
// wants to know when the pool begins and ceases to have work for the thing that is the first argument.
class Operation {
  constructor(code, syscalls, take, uses, absent = [], stepsWithPath = syscalls.length) {
    this.code = code;
    this.syscalls = syscalls;
    this.take = take;
    this.uses = uses;
    this.absent = absent; // errors that say that there is no such file
    this.stepsWithPath = stepsWithPath; // the errors of later ones don't name it
    freeze(this); // users see it: a callback's `this` is its call
  }
}

// What async_hooks see of a call, and process._getActiveRequests().
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
  #address = 0; // of memory that the kernel works on
  #room = 0; // bytes that there are
  #loan = undefined; // of that memory, or of what goes into the slot when there is one

  constructor(operation, path, a, b, c, d) {
    this.operation = operation;
    this.path = path; // string or bytes
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
    this.e = 0;
    this.source = undefined; // bytes, or text, that go into the slot
    this.view = undefined; // bytes that the answer is copied to
    this.mayBeMissing = false; // then a file that is not there is no error to who waits, but undefined
    this.answer = undefined; // what came of it
    this.failure = undefined;
    this.next = null; // in the queue that it waits in
    this.callback = undefined; // a method of the call:
    this.options = undefined; // what it has to know of who asks
    this.asker = undefined;
    this.frame = undefined;
    this.triggerId = 0;
    this.asyncId = 0;
  }

  // Has the call work on so many bytes at this address, which no program must see or change, instead of the slot's own.
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

  // For who has either a call or the resource of something else.
  static publicForm(resource) {
    return typeof resource === 'object' && resource !== null && #resource in resource ? Call.resourceOf(resource) : resource;
  }
}

const { addressOf, loanOf, publicForm, resourceOf, roomOf, setAddress, setLoan } = Call;
asyncIds.setPublicForm(publicForm);
isolated(Call);
isolated(Queue);
isolated(Operation);

// ---- what is written into a slot

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

// Bytes, or text in UTF-8, no more than `room`; answers how many bytes there are.
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
  memory.i32[(at >> 2) + STEP] = 0; // the slot's last call may have failed at another step
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

// What `bridge.errorFrom` makes the error of, when its callback comes.
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

// ---- calls that JavaScript waits for

function perform(call) {
  const result = attempt(call);
  const at = SLOTS_AT;
  if (result < 0) {
    if (call.mayBeMissing && ArrayPrototypeIncludes(call.operation.absent, result)) return undefined;
    throw bridge.errorFrom(failureAt(at, call));
  }
  return call.operation.take(at, result, call);
}

// Its result, or a negative errno.
function attempt(call) {
  if (memory.buffer === null) open();
  const at = fill(0, call);
  bridge.call(CALL_SLOT);
  const result = memory.i32[(at >> 2) + RESULT];
  loanOf(call)?.end(result);
  if (bridge.words.i32[SCARCE] !== 0) bridge.useLastDescriptors();
  return result;
}

// ---- calls that the pool does

// The callback gets (error) or (null, answer), in the poll phase and in the async context of this moment.
function submit(call, callback) {
  if (memory.buffer === null) open();
  call.callback = callback;
  call.frame = context.get();
  call.triggerId = asyncIds.current();
  call.asyncId = asyncIds.hasHooks() ?
    asyncIds.create(resourceOf(call), bridge.RESOURCES[bindingOf(call.operation.code)] ?? 'WORKREQUEST') : asyncIds.newId();
  bridge.words.i32[REQUESTS]++;
  call.operation.uses?.use(call.a);
  waiting.push(call);
  if (freeCount > 0) {
    handOver(free[--freeCount], waiting.shift());
    return;
  }
  if (call.source !== undefined && typeof call.source !== 'string') setLoan(call, lend(call.source)); // until it is copied
  emptyDone();
}

function handOver(number, call) {
  inSlot[number] = call;
  fill(number, call);
  submissions.submit(SLOT, number, 0, 0);
  const count = ++bridge.words.i32[SLOTS_WAITING];
  if (count >= (freeCount > SLOTS - ENOUGH ? BATCH : LARGE_BATCH)) submissions.carryOut();
}

// For who has more to do before the turn ends.
function handOverNow() {
  if (bridge.words.i32[SLOTS_WAITING] > 0) submissions.carryOut();
}

const doneAt = (count) => DONE + 1 + (count & SLOTS - 1);

// Puts what is done by now into the order in which it was asked for: which of two quick calls ends first on two threads
// is chance, and programs see Node keep the order. Entries before `done` are this side's alone.
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

// Takes the answers out of the slots that are done, and fills these with the next calls.
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
      handOver(number, waiting.shift());
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
    } catch (error) { // no memory for it: that is between this call and its callback
      call.failure = error;
    }
  }
}

// One callback; the event comes again for the next, and once more to see whether there is one.
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
  if (call.failure !== undefined) call.callback(errorOf(call));
  else if (call.answer === undefined) call.callback(null);
  else call.callback(null, call.answer);
  asyncIds.leave(call.asyncId);
  asyncIds.destroy(call.asyncId);
  context.set(undefined);
}

const errorOf = ({ failure }) => (isArray(failure) ? bridge.errorFrom(failure) : failure);

// Whether the next turn would bring nothing but more of this: see internal/bridge/dispatch.
let stay = STAY;
let callsBefore;
function mayStay() {
  if (stay === STAY) callsBefore = nativeCalls.calls;
  const may = --stay > 0 && dispatch.isLastEvent() && bridge.words.i32[IMMEDIATES] === 0 && dispatch.nothingElse(callsBefore);
  if (!may) stay = STAY;
  return may;
}

// ---- what `take` needs

// The answer is `length` bytes of data, or had no room.
function dataOf(at, length) {
  return length <= DATA_BYTES ? [memory.u8, at + DATA_AT] : [overflowOf(at), 0];
}

const overflowOf = (at) => native.takeSlotResult((at - SLOTS_AT) / SLOT_BYTES);

const isOpen = () => memory.buffer !== null;

// Their public forms.
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

module.exports = {
  Call, DATA_AT, DATA_BYTES, Operation, activeCalls, attempt, dataOf, handOverNow, isOpen, memory, overflowOf, perform,
  setAddress, setLoan, submit, systemFailure,
};
