'use strict';

// JavaScript's memory as native code sees it: where a view's bytes are, and who may take them away.
//
// What a view is. A user can define properties on a typed array, getters in a subclass, and replace the getters of the
// prototype. So nothing here reads a property of a view: `bufferOf`, `byteOffsetOf` and `byteLengthOf` are the built-in
// getters, captured before any user code ran, and read the view's internal slots.
//
// How a view gets to Java. `describe` replaces each view among a call's arguments by its ArrayBuffer, whose address and size
// Java gets from V8 itself. Offset and length are written into shared words, and Args.java checks them against the size.
// Java can't access an ArrayBuffer of 2 GiB or more: it gets a copy of the viewed bytes, which is copied back after the
// call.
//
// How memory lives until the pool is done with it. A reachable view is not enough: its ArrayBuffer can be detached
// (transfer, structuredClone, postMessage), and then the memory belongs to another ArrayBuffer, which may be collected at
// any time. So memory that the worker pool or a socket uses after the call has returned is held:
//
//   hold(buffer)   V8 gets a detach key, so that it refuses to detach the buffer
//   transfer()     ours: removes the key, transfers, and holds the new ArrayBuffer instead. So the operation continues
//                  in the transferred memory, as it does in Node. (In another realm V8's own transfer() throws.)
//   release(hold)  removes the key
//
// Some memory can't be held: `resize` takes pages of a resizable ArrayBuffer away, `grow` detaches that of a WebAssembly
// memory, and V8 aborts if there is a key on it. The pool gets a copy of such memory, and also of memory of 2 GiB or more.
// JavaScript can't identify a WebAssembly memory. A buffer whose size is a multiple of 64 KiB and whose address is at a page
// boundary, which malloc's blocks hardly ever have, is treated as one.

const {
  MapPrototype, RangeError, SafeMap, SafeWeakSet, Symbol, TypeError, WeakMap, WeakMapPrototype, WeakSetPrototype,
} = require('internal/primordials');
const { nativeCalls } = require('internal/core');
const { canSetDetachKey, setDetachKey: setKey } = require('internal/v8internals/natives');
const primordials = require('internal/primordials');

const {
  ArrayBuffer, Uint8Array: Bytes, arrayBufferByteLength, arrayBufferDetached, arrayBufferResizable, bufferOf: arrayBuffer,
  byteLengthOf: arrayBytes, byteOffsetOf: arrayOffset, dataViewBufferOf, dataViewByteLengthOf, dataViewByteOffsetOf,
  defineProperty, isView, setBytes, uncurryThis,
} = primordials;

const MAX_NATIVE_BYTES = 2 ** 31 - 1;
const WASM_PAGE_BYTES = 64 * 1024;
const PAGE_BYTES = 4096;

// ---- views

// Nearly all are typed arrays: an attempt that throws for a DataView costs the others less than a test would.
const getter = (ofArray, ofDataView) => (view) => {
  try {
    return ofArray(view);
  } catch {
    return ofDataView(view);
  }
};
const bufferOf = getter(arrayBuffer, dataViewBufferOf);
const byteOffsetOf = getter(arrayOffset, dataViewByteOffsetOf);
const byteLengthOf = getter(arrayBytes, dataViewByteLengthOf);

// The bytes of a view as a Uint8Array that no user has access to. Detached memory has none.
const partOf = (view, offset, length) =>
  (length === 0 ? new Bytes(0) : new Bytes(bufferOf(view), byteOffsetOf(view) + offset, length));
const bytesOf = (view) => partOf(view, 0, byteLengthOf(view));

const copyOf = (view) => new Bytes(bytesOf(view));

// ---- memory

function sizeOf(buffer) {
  try {
    return arrayBufferByteLength(buffer);
  } catch { // a SharedArrayBuffer
    return primordials.sharedBufferByteLength(buffer);
  }
}

const mapGet = uncurryThis(WeakMapPrototype.get);
const mapSet = uncurryThis(WeakMapPrototype.set);
const AddressMap = WeakMap;
let addresses; // created at its first use: a snapshot must not contain one

// The address of the memory under an ArrayBuffer, which stays the same as long as the buffer owns it. The lookup is
// expensive, and streams write what they have just read, so it is cached. Not for memory of 2 GiB or more.
function addressOf(buffer) {
  addresses ??= new AddressMap();
  let address = mapGet(addresses, buffer);
  if (address === undefined) {
    address = native().addressOf(buffer);
    mapSet(addresses, buffer, address);
  }
  return address;
}

let bridgeFunctions;
const native = () => bridgeFunctions ??= binding('bridge');

const isReachable = (buffer) => sizeOf(buffer) <= MAX_NATIVE_BYTES;

// What keeps memory in place: a hold; for a SharedArrayBuffer, being reachable; or nothing, and then it is copied.
const COPIED = 0, HELD = 1, SHARED = 2;

function kindOf(buffer) {
  let size;
  try {
    size = arrayBufferByteLength(buffer);
  } catch {
    return primordials.sharedBufferByteLength(buffer) <= MAX_NATIVE_BYTES ? SHARED : COPIED;
  }
  if (size === 0 || size > MAX_NATIVE_BYTES || arrayBufferResizable(buffer)) return COPIED;
  if (!canSetDetachKey()) return setHas(copiesForWriting, buffer) ? SHARED : COPIED;
  return size % WASM_PAGE_BYTES === 0 && addressOf(buffer) % PAGE_BYTES === 0 ? COPIED : HELD;
}

const canBeHeld = (buffer) => kindOf(buffer) !== COPIED;

// ---- holds

const setHas = uncurryThis(WeakSetPrototype.has);
const setAdd = uncurryThis(WeakSetPrototype.add);
const findHold = uncurryThis(MapPrototype.get);
const addHold = uncurryThis(MapPrototype.set);
const deleteHold = uncurryThis(MapPrototype.delete);

const DETACH_KEY = Symbol('untransferable');

// Without detach keys: memory of the core that work writes into. No program sees it, so it needs no hold.
const copiesForWriting = new SafeWeakSet();

// Objects that can't be transferred, for structured_clone.js. For memory, V8 enforces it.
const untransferable = new SafeWeakSet();
const isUntransferable = (object) => setHas(untransferable, object);
const markUntransferable = (object) => { setAdd(untransferable, object); };

// Permanently: the memory is shared, or Java has its address.
function keepMemory(buffer) {
  setAdd(untransferable, buffer);
  setKey(buffer, DETACH_KEY);
}

class Hold {
  count = 1;

  constructor(buffer) {
    this.buffer = buffer;
  }
}

const holds = new SafeMap(); // by the ArrayBuffer
let held = 0;

// Keeps the memory, whose kind must be HELD, until `release`.
function hold(buffer) {
  const known = findHold(holds, buffer);
  if (known !== undefined) {
    known.count++;
    return known;
  }
  const made = new Hold(buffer);
  addHold(holds, buffer, made);
  held++;
  setKey(buffer, DETACH_KEY);
  return made;
}

function release(made) {
  if (--made.count > 0) return;
  deleteHold(holds, made.buffer);
  held--;
  if (!isUntransferable(made.buffer)) setKey(made.buffer, undefined);
}

// The bytes of a view that are used after the call has returned: the memory itself, held, or a copy. `end` copies what was
// written into a copy back to the user's memory, if that still exists. Work that writes has to borrow its output itself: the
// loans that `lendAll` makes of the other views are read-only.
class Loan {
  #hold;
  #buffer; // of a copy, or shared
  #offset;
  #target; // of a copy that is written
  #length;

  constructor(view, offset, length, isWritten) {
    const buffer = bufferOf(view);
    const kind = kindOf(buffer);
    this.#length = length;
    if (kind === COPIED) {
      const part = partOf(view, offset, length);
      this.#offset = 0;
      this.#buffer = isWritten ? ownMemory(length) : arrayBuffer(new Bytes(part));
      if (isWritten) this.#target = part;
    } else {
      const start = byteOffsetOf(view) + offset;
      if (start + length > sizeOf(buffer)) throw new RangeError('The bytes are out of the bounds of their buffer');
      this.#offset = start;
      if (kind === HELD) this.#hold = hold(buffer);
      else this.#buffer = buffer;
    }
  }

  get length() { return this.#length; }

  // The current memory: it may have been transferred.
  part(offset, length) {
    return new Bytes(this.#buffer ?? this.#hold.buffer, this.#offset + offset, length);
  }

  get address() {
    return addressOf(this.#buffer ?? this.#hold.buffer) + this.#offset;
  }

  // Must be called once.
  end(written = 0) {
    if (this.#hold !== undefined) {
      release(this.#hold);
      this.#hold = undefined;
    } else if (this.#target !== undefined && written > 0 && written <= arrayBytes(this.#target)) {
      setBytes(this.#target, this.part(0, written));
    }
  }
}

// Memory that is not mistaken for a WebAssembly memory, so that it is not copied a second time. The pool would write into
// the second copy, and the bytes would be lost.
function ownMemory(length) {
  const buffer = new ArrayBuffer(length % WASM_PAGE_BYTES === 0 ? length + 8 : length);
  if (!canSetDetachKey()) setAdd(copiesForWriting, buffer);
  return buffer;
}

const lend = (view, offset = 0, length = byteLengthOf(view) - offset) => new Loan(view, offset, length, false);
const lendForOutput = (view, offset = 0, length = byteLengthOf(view) - offset) => new Loan(view, offset, length, true);

// ---- transfer

const transferOf = uncurryThis(ArrayBuffer.prototype.transfer);
const transferToFixedLengthOf = uncurryThis(ArrayBuffer.prototype.transferToFixedLength);

// Held memory moves as a whole into an ArrayBuffer of the same length, in which the work continues; for another length it is
// copied.
function transferHeld(buffer, known, newLength) {
  const size = arrayBufferByteLength(buffer);
  const length = newLength === undefined ? size : toIndex(newLength);
  if (arrayBufferDetached(buffer)) return transferOf(buffer); // detached by valueOf of the length: V8 throws the right error
  const other = length === size ? undefined : new ArrayBuffer(length);
  deleteHold(holds, buffer);
  setKey(buffer, undefined);
  const moved = transferOf(buffer);
  known.buffer = moved;
  addHold(holds, moved, known);
  setKey(moved, DETACH_KEY);
  if (other === undefined) return moved;
  const part = length < size ? length : size;
  setBytes(new Bytes(other), new Bytes(moved, 0, part));
  return other;
}

// Detaches the buffer. Returns an ArrayBuffer with its memory that nobody else has, to be moved to another isolate. Memory
// that an operation works on stays here, where the operation holds it, and a copy is moved.
function transferAway(buffer) {
  if (!isReachable(buffer)) throw new RangeError(`No more than ${MAX_NATIVE_BYTES} bytes can be moved`);
  const known = held > 0 ? findHold(holds, buffer) : undefined;
  if (known === undefined) return transferOf(buffer);
  const copy = arrayBuffer(new Bytes(new Bytes(buffer)));
  transferHeld(buffer, known, undefined);
  return copy;
}

// Detaches an ArrayBuffer whose memory was moved, so that V8 does not count its bytes any more.
const dropMoved = (buffer) => { transferToFixedLengthOf(buffer, 0); };

// By the constructor, which validates the length and throws the right error.
const toIndex = (length) => (typeof length === 'number' && length >>> 0 === length ? length :
  arrayBufferByteLength(new ArrayBuffer(length)));

const TypeErrorOfCore = TypeError;

// Called with the old and the new ArrayBuffer: set where native add-ons have memory in one.
let tellMoved;
function onMoved(tell) { tellMoved = tell; }

function replace(name, original) {
  const { length } = ArrayBuffer.prototype[name];
  const method = {
    [name](newLength) {
      if (held > 0) {
        const known = findHold(holds, this);
        if (known !== undefined && !isUntransferable(this)) return transferHeld(this, known, newLength);
      }
      if (!canSetDetachKey() && isUntransferable(this)) {
        throw new TypeErrorOfCore('ArrayBuffer is not detachable and could not be cloned.'); // V8's message
      }
      if (tellMoved === undefined) return original(this, newLength);
      const size = arrayBufferByteLength(this);
      const moved = original(this, newLength);
      if (arrayBufferByteLength(moved) === size) tellMoved(this, moved); // it has the memory
      return moved;
    },
  }[name];
  defineProperty(method, 'length', { __proto__: null, value: length, configurable: true });
  defineProperty(ArrayBuffer.prototype, name, { __proto__: null, value: method, writable: true, configurable: true });
}
replace('transfer', transferOf);
replace('transferToFixedLength', transferToFixedLengthOf);

// ---- the arguments of native calls

const { WHOLE } = require('internal/layout').Views; // the offset of an ArrayBuffer that is an argument itself

// Views that Java gets as a list.
class ViewList {
  #isViewList;

  // By a private field, so that a proxy's handler is not called.
  static is(value) { return #isViewList in value; }

  constructor(views) {
    this.views = views;
  }
}

const isViewList = ViewList.is;

// Returns what Java gets instead of a view; copies are added to `copies`.
function reachable(view, copies) {
  if (byteLengthOf(view) > MAX_NATIVE_BYTES) throw new RangeError(`No more than ${MAX_NATIVE_BYTES} bytes can be passed`);
  const copy = copyOf(view);
  copies[copies.length] = bytesOf(view);
  copies[copies.length] = copy;
  return copy;
}

// Replaces the views among the arguments, the first of which is the native call's argument `first`. Returns what `bringBack`
// has to copy, usually nothing.
function describe(args, first) {
  let copies;
  const { views } = nativeCalls;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (typeof arg !== 'object' || arg === null) continue;
    const at = 2 * (first + i);
    if (isView(arg)) {
      const view = isReachable(bufferOf(arg)) ? arg : reachable(arg, copies ??= []);
      args[i] = bufferOf(view);
      views[at] = byteOffsetOf(view);
      views[at + 1] = byteLengthOf(view);
    } else {
      views[at] = WHOLE;
      if (isViewList(arg)) args[i] = flatten(arg.views, copies ??= []);
    }
  }
  return copies;
}

// ArrayBuffer, offset, length of each.
function flatten(views, copies) {
  const flat = [];
  for (let i = 0; i < views.length; i++) {
    const one = views[i];
    if (!isView(one)) {
      flat[flat.length] = one;
      continue;
    }
    const view = isReachable(bufferOf(one)) ? one : reachable(one, copies);
    flat[flat.length] = bufferOf(view);
    flat[flat.length] = byteOffsetOf(view);
    flat[flat.length] = byteLengthOf(view);
  }
  return flat;
}

function bringBack(copies) {
  for (let i = 0; i < copies.length; i += 2) setBytes(copies[i], copies[i + 1]);
}

nativeCalls.describe = describe;
nativeCalls.bringBack = bringBack;

// Loans of all views among the arguments of work for the pool, which only reads them; undefined if there are none.
function lendAll(args) {
  let loans;
  try {
    for (let i = 0; i < args.length; i++) {
      const arg = args[i];
      if (typeof arg !== 'object' || arg === null) continue;
      if (isView(arg)) args[i] = lendOne(arg, loans ??= []);
      else if (isViewList(arg)) args[i] = lendList(arg.views, loans ??= []);
    }
  } catch (error) { // no memory for a copy
    if (loans !== undefined) endAll(loans);
    throw error;
  }
  return loans;
}

function lendOne(view, loans) {
  const loan = lend(view);
  loans[loans.length] = loan;
  return loan.part(0, loan.length);
}

function lendList(views, loans) {
  const lent = [];
  for (let i = 0; i < views.length; i++) lent[i] = lendOne(views[i], loans);
  return new ViewList(lent);
}

function endAll(loans) {
  for (let i = 0; i < loans.length; i++) loans[i].end();
}

module.exports = {
  MAX_NATIVE_BYTES, ViewList,
  addressOf, bufferOf, byteLengthOf, byteOffsetOf, bytesOf, canBeHeld, copyOf, describe, dropMoved, endAll, isReachable,
  isUntransferable, keepMemory, lend, lendAll, lendForOutput, markUntransferable, onMoved, partOf, setBytes, sizeOf, transferAway, untransferable,
};
