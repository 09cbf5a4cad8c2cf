'use strict';

// Several folders that are read by one call. The kernel writes their entries into memory that Java and JavaScript share
// (FolderMemory); each call has pieces of it to itself until they were looked at. What does not fit, or finds no piece
// free, comes as an array.

const {
  ArrayPrototypeForEach, ArrayPrototypeSlice, CoreBytes, Int32Array, MathCeil, MathClz32, MathMin: min, Uint8Array,
  setBytes,
} = require('internal/primordials');
const { Call, DATA_AT, DATA_BYTES, Operation, memory, overflowOf } = require('internal/slots');

const native = binding('fs');

const { INTS, IS_UNSURE, PATH, PIECES, PIECE_BYTES, SPILLED } = require('internal/layout').FolderPieces;
const HEAD_BYTES = 4 * INTS; // of each folder
const NO_RECORDS = new Uint8Array();
const MAX_PATH_BYTES = 8192; // more than the system takes

let pieces; // ArrayBuffer
let free = (1 << PIECES) - 1; // a bit for each piece

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

// What stands in the slot: for each folder where its path begins and whether it may be no folder; then the paths.
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
  answer = undefined; // what comes of the call
  #pieces;

  // As many of these folders (listing.js has the class) as fit into a call, from the first on.
  // Each piece of memory that it gets is for `share` folders, and is filled by a thread of its own.
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

  // visit(folder, errno or 0, records) in their order, once.
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

  // The call is done, and its answer not needed any more.
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
