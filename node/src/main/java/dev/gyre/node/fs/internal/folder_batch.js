'use strict';

// Several folders that are read by one call. The kernel writes their entries into memory shared by Java and JavaScript
// (FolderMemory). Each call owns pieces of it until its entries have been processed. Entries that don't fit, or find no free
// piece, are returned as an array.

const {
  ArrayPrototypeForEach, ArrayPrototypeSlice, CoreBytes, Int32Array, MathCeil, MathClz32, MathMin: min, Uint8Array,
  setBytes,
} = require('internal/primordials');
const { Call, DATA_AT, DATA_BYTES, Operation, memory, overflowOf } = require('internal/slots');

const native = binding('fs');

const { INTS, IS_UNSURE, PATH, PIECES, PIECE_BYTES, SPILLED } = require('internal/layout').FolderPieces;
const HEAD_BYTES = 4 * INTS; // per folder
const NO_RECORDS = new Uint8Array();
const MAX_PATH_BYTES = 8192; // more than the system accepts

let pieces; // ArrayBuffer
let free = (1 << PIECES) - 1; // one bit per piece

function borrow(most) {
  pieces ??= native.openFolderMemory();
  let borrowed = 0;
  for (let i = 0; i < PIECES && most > 0; i++) {
    if ((free & (1 << i)) === 0) continue;
    borrowed |= 1 << i;
    most--;
  }
  free &= ~borrowed;
  return borrowed;
}

const operation = new Operation(native.readdirs, ['scandir'], (at, spilled, { a: count }) => ({
  sizes: new Int32Array(new Int32Array(memory.buffer, at + DATA_AT, INTS * count)), // a copy
  spilled: spilled > 0 ? overflowOf(at) : NO_RECORDS,
}));

// The contents of the slot: for each folder the start of its path and whether it may be something else; then the paths.
function sourceOf(folders) {
  const source = new Uint8Array(folders.reduce((sum, folder) => sum + slotBytes(folder), 0));
  const heads = new Int32Array(source.buffer, 0, INTS * folders.length);
  let at = HEAD_BYTES * folders.length;
  folders.forEach((folder, i) => {
    const { base, isUnsure } = folder;
    heads[INTS * i + PATH] = at;
    heads[INTS * i + IS_UNSURE] = isUnsure ? 1 : 0;
    setBytes(source, base.length > MAX_PATH_BYTES ? base.subarray(0, MAX_PATH_BYTES) : base, at);
    at += slotBytes(folder) - HEAD_BYTES;
    source[at - 1] = 0;
  });
  return source;
}

const slotBytes = ({ pathBytes }) => HEAD_BYTES + min(pathBytes, MAX_PATH_BYTES) + 1;

class FolderBatch {
  answer = undefined; // the result of the call
  #pieces;

  // Makes a call for as many of these folders (the class is in listing.js) as fit, from the first on. Each piece of memory
  // that it gets serves `share` folders and is filled by one thread.
  constructor(folders, first, most, share) {
    let end = first;
    for (let size = 0; end < folders.length && end - first < most; end++) {
      size += slotBytes(folders[end]);
      if (size > DATA_BYTES) break;
    }
    this.folders = ArrayPrototypeSlice(folders, first, end);
    this.#pieces = borrow(MathCeil(this.folders.length / share));
    this.call = new Call(operation, undefined, this.folders.length, 0, this.#pieces, 0);
    this.call.source = sourceOf(this.folders);
  }

  // Calls visit(folder, errno or 0, records) in order, once per folder.
  visit(visit) {
    const { sizes, spilled } = this.answer;
    const share = MathCeil(this.folders.length / bitCount(this.#pieces));
    let from = 0;
    let spilledFrom = 0;
    let left = this.#pieces;
    ArrayPrototypeForEach(this.folders, (folder, i) => {
      if (i % share === 0) {
        from = lowestBit(left) * PIECE_BYTES;
        left &= left - 1;
      }
      const size = sizes[INTS * i + PATH];
      if (size <= 0) {
        visit(folder, size, NO_RECORDS); // an error, or an empty folder
      } else if ((size & SPILLED) !== 0) {
        visit(folder, 0, spilled.subarray(spilledFrom, spilledFrom += size & ~SPILLED));
      } else {
        visit(folder, 0, new CoreBytes(pieces, from, size));
        from += size;
      }
    });
  }

  // Called when the call is done and its answer no longer needed.
  release() {
    free |= this.#pieces;
  }
}

const lowestBit = (bits) => 31 - MathClz32(bits & -bits);

function bitCount(bits) {
  let count = 0;
  for (; bits !== 0; bits &= bits - 1) count++;
  return count;
}

module.exports = { FolderBatch };
