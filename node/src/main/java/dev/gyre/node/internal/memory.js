'use strict';

// JavaScript's memory as native code sees it: where a view's bytes are, and who may take them away.
//
// What a view is. A user can give a typed array properties of its own, a subclass getters, and replace the getters of the
// prototype. So nothing here asks a view by a property: `bufferOf`, `byteOffsetOf` and `byteLengthOf` are the built-in
// getters, taken before any user code ran, and read the view's internal slots.
//
// How a view gets to Java. `describe` replaces each view among a call's arguments by its ArrayBuffer, which Java gets as
// an address and a size from V8 itself. Offset and length go into words that both sides see, and Args.java checks them
// against the size. Java can't see an ArrayBuffer of 2 GiB or more: of that it gets a copy of the viewed bytes, which is
// copied back after the call.
//
// How memory lives until the pool is done with it. That a view is reachable does not help: its ArrayBuffer can be
// detached (transfer, structuredClone, postMessage), and then the memory belongs to another ArrayBuffer, which may be
// garbage the next moment. Who has the worker pool, or a socket, work on memory after the call has returned, holds it:
//
//   hold(buffer)   V8 gets a detach key, so that it refuses to detach the buffer
//   transfer()     ours: takes the key away, transfers, and holds the new ArrayBuffer instead. So the operation goes on
//                  in the transferred memory, as it does in Node. (In another realm V8's own transfer() throws.)
//   release(hold)  takes the key away
//
// Some memory can't be held: `resize` takes pages of a resizable ArrayBuffer away, `grow` detaches that of a WebAssembly
// memory, and V8 aborts if there is a key on it. The pool gets a copy of such memory, and so it does of memory of 2 GiB
// or more. JavaScript doesn't tell what a WebAssembly memory is: what has its size, in pages of 64 KiB, and begins at a
// page, which malloc's blocks hardly ever do, is taken for one.

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

// Nearly all are typed arrays: a question that throws for a DataView costs the others less than to ask first.
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

// Bytes of a view, as a Uint8Array that no user knows. No bytes of detached memory are none.
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
let addresses; // made on first use: a snapshot must not hold one

// Where the memory under an ArrayBuffer begins: it stays there for as long as the buffer has it. Asking is dear, and
// streams write what they have just read. Not for memory of 2 GiB and more.
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

// What keeps memory where it is: a hold; for a SharedArrayBuffer that it is reachable; nothing, and then it is copied.
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

// ---- who holds what

const setHas = uncurryThis(WeakSetPrototype.has);
const setAdd = uncurryThis(WeakSetPrototype.add);
const findHold = uncurryThis(MapPrototype.get);
const addHold = uncurryThis(MapPrototype.set);
const deleteHold = uncurryThis(MapPrototype.delete);

const DETACH_KEY = Symbol('untransferable');

// Without detach keys: memory of the core's that work writes into. No program sees it, so it needs no hold.
const copiesForWriting = new SafeWeakSet();

// Objects that can't be transferred: structured_clone.js asks. Of memory V8 makes sure of that.
const untransferable = new SafeWeakSet();
const isUntransferable = (object) => setHas(untransferable, object);

// For good: the memory belongs to several, or Java has its address.
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

// The bytes of a view while somebody works on them after the call has returned: the memory itself, held, or a copy. What is
// written into a copy `end` puts into the user's memory, if that is still there. Work that writes has to borrow its output
// itself: of the other views among its arguments `lendAll` makes loans that are only read.
class Loan {
  #hold;
  #buffer; // a copy's, or one that is shared
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

  // As the memory is now: it may have been transferred.
  part(offset, length) {
    return new Bytes(this.#buffer ?? this.#hold.buffer, this.#offset + offset, length);
  }

  get address() {
    return addressOf(this.#buffer ?? this.#hold.buffer) + this.#offset;
  }

  // Once.
  end(written = 0) {
    if (this.#hold !== undefined) {
      release(this.#hold);
      this.#hold = undefined;
    } else if (this.#target !== undefined && written > 0 && written <= arrayBytes(this.#target)) {
      setBytes(this.#target, this.part(0, written));
    }
  }
}

// Memory that nobody takes for a WebAssembly memory: then it is not copied a second time. The pool would write into the
// second copy, and the bytes would be lost.
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

// All of what is held goes into an ArrayBuffer of the same length, in which the work goes on; where another length is
// wanted, that is a copy.
function transferHeld(buffer, known, newLength) {
  const size = arrayBufferByteLength(buffer);
  const length = newLength === undefined ? size : toIndex(newLength);
  if (arrayBufferDetached(buffer)) return transferOf(buffer); // by valueOf of the length: V8 says what is wrong
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

// By the constructor, which knows what a length is and what to say of what is none.
const toIndex = (length) => (typeof length === 'number' && length >>> 0 === length ? length :
  arrayBufferByteLength(new ArrayBuffer(length)));

const TypeErrorOfCore = TypeError;

function replace(name, original) {
  const { length } = ArrayBuffer.prototype[name];
  const method = {
    [name](newLength) {
      if (held > 0) {
        const known = findHold(holds, this);
        if (known !== undefined && !isUntransferable(this)) return transferHeld(this, known, newLength);
      }
      if (!canSetDetachKey() && isUntransferable(this)) {
        throw new TypeErrorOfCore('ArrayBuffer is not detachable and could not be cloned.'); // as V8 says it
      }
      return original(this, newLength);
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

  // By a private field: a proxy's handler is not asked.
  static is(value) { return #isViewList in value; }

  constructor(views) {
    this.views = views;
  }
}

const isViewList = ViewList.is;

// What Java gets in place of a view; copies are added to `copies`.
function reachable(view, copies) {
  if (byteLengthOf(view) > MAX_NATIVE_BYTES) throw new RangeError(`No more than ${MAX_NATIVE_BYTES} bytes can be passed`);
  const copy = copyOf(view);
  copies[copies.length] = bytesOf(view);
  copies[copies.length] = copy;
  return copy;
}

// Replaces the views among the arguments, the first of which is the native call's argument `first`. Answers what `bringBack` has
// to copy, most often nothing.
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
  addressOf, bufferOf, byteLengthOf, byteOffsetOf, bytesOf, canBeHeld, copyOf, describe, endAll, isReachable, keepMemory,
  lend, lendAll, lendForOutput, partOf, setBytes, sizeOf, untransferable,
};
