'use strict';

// Names and types from the records of a folder, which Java passes on as the kernel wrote them (FolderRecords). WebAssembly
// sorts them by their bytes, as libuv does, and joins the names to one piece with a zero between them (records_wasm).
// WebAssembly needs no warm-up, and this mostly runs once in a process. The piece is decoded as a whole, and V8 makes the
// names as slices of it without copying. So each name keeps its piece alive. Pieces are therefore small, which also keeps
// them in the processor's caches while they are decoded.
//
//   0  words | OUT: the joined names | the records of one folder | scratch space of the functions

const { Buffer } = require('buffer');
const {
  ArrayPrototypePush, CoreBytes, CoreInts, MathCeil: ceil, StringPrototypeSplit, Uint8Array, indexOfByte, lengthOf, pushAll,
  setBytes,
} = require('internal/primordials');
const wasmModule = require('internal/wasm_module');
const { utf8Slice } = require('internal/buffer/codec');
const { isOn } = require('internal/v8internals/capabilities');
const { COUNT, DT_DIR, FOLDERS, moduleOf } = require('internal/fs/records_wasm');
const {
  UV_DIRENT_UNKNOWN, UV_DIRENT_FILE, UV_DIRENT_DIR, UV_DIRENT_LINK, UV_DIRENT_FIFO, UV_DIRENT_SOCKET,
  UV_DIRENT_CHAR, UV_DIRENT_BLOCK,
} = require('internal/fs/constants');
const { FoundNames } = require('internal/fs/elsewhere');

const PIECE_BYTES = 1 << 16;
const PAGE_BYTES = 1 << 16;
const PAGES = 4;
const MOST_PAGES = 1 << 15;
const KEPT_PAGES = 64; // larger memories are not kept after use
const OUT = 64;
const SLACK = 64;
const LEAST_RECORD_BYTES = 24;
const NO_PREFIX = new Uint8Array();

// Indexed by the kernel's numbers.
const TYPES = new Uint8Array(256).fill(UV_DIRENT_UNKNOWN);
TYPES[1] = UV_DIRENT_FIFO;
TYPES[2] = UV_DIRENT_CHAR;
TYPES[DT_DIR] = UV_DIRENT_DIR;
TYPES[6] = UV_DIRENT_BLOCK;
TYPES[8] = UV_DIRENT_FILE;
TYPES[10] = UV_DIRENT_LINK;
TYPES[12] = UV_DIRENT_SOCKET;

const codeWithStrings = moduleOf(PAGES, MOST_PAGES, true);
const plainCode = moduleOf(PAGES, MOST_PAGES, false);
let compiled;
let unpacker;

const align = (size) => (size + 7) & ~7;

class Unpacker {
  #wasm;
  #memory;
  #i32;
  #u8;
  #room = PIECE_BYTES; // at OUT
  #filled = 0;
  #free = 0; // where the addresses begin, after unpack()

  constructor() {
    const code = isOn('string-references') ? codeWithStrings : plainCode;
    compiled ??= wasmModule.compile(code);
    const { functions, memory } = wasmModule.instantiate(code, compiled);
    this.#wasm = functions;
    this.#memory = memory;
    this.#see();
  }

  #see() {
    const buffer = wasmModule.bufferOf(this.#memory);
    this.#u8 = new CoreBytes(buffer);
    this.#i32 = new CoreInts(buffer);
  }

  get isLarge() {
    return this.#u8.length > KEPT_PAGES * PAGE_BYTES;
  }

  // Whether OUT is in use and has no room for what comes next.
  isFullFor(recordBytes, prefixBytes) {
    return this.#filled > 0 && this.#filled + outBytes(recordBytes, prefixBytes) > this.#room;
  }

  // Appends the names in the records of one folder to OUT, each after a prefix from `from` on.
  unpack(records, prefix, from, isSorting) {
    const size = lengthOf(prefix) - from;
    const recordBytes = lengthOf(records);
    const wanted = this.#filled + outBytes(recordBytes, size);
    if (wanted > this.#room) this.#room = align(wanted);
    const prefixAt = OUT + this.#room + SLACK;
    const at = prefixAt + align(lengthOf(prefix)) + 8; // the kernel's records are multiples of eight bytes
    const end = at + recordBytes;
    const lacking = end + 13 * mostEntries(recordBytes) + SLACK - this.#u8.length;
    if (lacking > 0) {
      wasmModule.grow(this.#memory, ceil(lacking / PAGE_BYTES));
      this.#see();
    }
    setBytes(this.#u8, prefix, prefixAt);
    setBytes(this.#u8, records, at);
    this.#free = align(end);
    const out = OUT + this.#filled;
    this.#filled = this.#wasm.unpack(at, end, prefixAt + from, size, this.#free, out, isSorting ? 1 : 0) - OUT;
  }

  // ---- about the folder unpacked last

  // Calls back for all entries that may be folders.
  eachFolder(visit) {
    const from = (this.#free >> 2) + 2 * this.#i32[COUNT >> 2];
    const end = from + this.#i32[FOLDERS >> 2];
    for (let i = from; i < end; i++) {
      const name = this.#i32[i];
      visit(this.#copy(name, indexOfByte(this.#u8, 0, name)), this.#u8[name - 1] !== DT_DIR);
    }
  }

  types() {
    const count = this.#i32[COUNT >> 2];
    const from = this.#free + 12 * count;
    const types = this.#copy(from, from + count);
    for (let i = 0; i < count; i++) types[i] = TYPES[types[i]];
    return types;
  }

  #copy(from, to) {
    return new Uint8Array(new Uint8Array(wasmModule.bufferOf(this.#memory), from, to - from));
  }

  // ---- about the contents of OUT, which are consumed

  // Lists of names.
  take(encoding) {
    const end = OUT + this.#filled - 1;
    this.#filled = 0;
    if (end < OUT) return [];
    return encoding === undefined ? this.#texts(end) : [this.#encoded(end, encoding)];
  }

  #texts(end) {
    const lists = [];
    let from = OUT;
    while (end - from > PIECE_BYTES) {
      const zero = indexOfByte(this.#u8, 0, from + PIECE_BYTES);
      if (zero < 0 || zero >= end) break;
      ArrayPrototypePush(lists, StringPrototypeSplit(this.#text(from, zero), '\0'));
      from = zero + 1;
    }
    ArrayPrototypePush(lists, StringPrototypeSplit(this.#text(from, end), '\0'));
    return lists;
  }

  #text(from, to) {
    const { text } = this.#wasm;
    return text === undefined ? utf8Slice(this.#u8, from, to) : text(from, to - from);
  }

  #encoded(end, encoding) {
    const names = [];
    for (let from = OUT; from < end;) {
      const to = indexOfByte(this.#u8, 0, from); // the last name is followed by one too
      ArrayPrototypePush(names, encodedName(this.#copy(from, to), encoding));
      from = to + 1;
    }
    return names;
  }
}

const mostEntries = (recordBytes) => ceil(recordBytes / LEAST_RECORD_BYTES);
const outBytes = (recordBytes, prefixBytes) => recordBytes + mostEntries(recordBytes) * prefixBytes + SLACK;

function encodedName(bytes, encoding) {
  if (encoding === undefined) return utf8Slice(bytes, 0, bytes.length);
  const copy = Buffer.from(bytes);
  return encoding === 'buffer' ? copy : copy.toString(encoding);
}

// Returns what use() returns. The unpacker is reused, unless an error left something in it.
function withUnpacker(use) {
  const one = unpacker ?? new Unpacker();
  unpacker = undefined;
  const result = use(one);
  if (!one.isLarge) unpacker = one;
  return result;
}

function joined(lists) {
  if (lists.length === 1) return lists[0];
  const all = [];
  for (let i = 0; i < lists.length; i++) pushAll(all, lists[i]);
  return all;
}

// An encoding of undefined means a UTF-8 string.
function unpackNames(records, encoding) {
  if (records instanceof FoundNames) return records.encoded(encoding);
  return withUnpacker((one) => {
    one.unpack(records, NO_PREFIX, 0, true);
    return joined(one.take(encoding));
  });
}

// { names, types }
function unpackTyped(records, encoding, isSorting = true) {
  if (records instanceof FoundNames) return { types: records.types, names: records.encoded(encoding) };
  return withUnpacker((one) => {
    one.unpack(records, NO_PREFIX, 0, isSorting);
    return { types: one.types(), names: joined(one.take(encoding)) };
  });
}

module.exports = { encodedName, joined, unpackNames, unpackTyped, withUnpacker };
