'use strict';

// All entries of a folder and of the folders below it, level by level. Links to folders count as folders.
//
//   folders to read ──> calls, of some folders each ──> pool ──> records ──> names, in the order of the folders
//         ^──────────────────────── folders among them ─────────────────────────┘
//
// Most of the time is spent in the kernel. So several calls run at a time, and JavaScript makes names from the result of one
// while the pool reads on. The synchronous form makes one call at a time with as many folders as possible, which Java reads
// with several threads.

const {
  ArrayPrototypeFill, ArrayPrototypeFilter, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeShift, Uint8Array, pushAll,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { utf8Slice } = require('internal/buffer/codec');
const { errorFrom } = require('internal/bridge');
const { handOverNow, perform, submit, systemFailure } = require('internal/slots');
const { FolderBatch } = require('internal/fs/folder_batch');
const { Dirent, joinName } = require('internal/fs/dirent');
const { UV_DIRENT_UNKNOWN } = require('internal/fs/constants');
const { encodedName, joined, withUnpacker } = require('internal/fs/records');

const FOLDERS_NOW = 256; // in one call
const FOLDERS_LATER = 128;
const FOLDERS_PER_THREAD = 32;
const BATCHES = 2; // at a time
const SLASH = 0x2f;
const NOTHING = new Uint8Array();

// A folder to be read: the prefix of the paths below it, whose first bytes are its own path.
class Folder {
  constructor(base, pathBytes, isUnsure) {
    this.base = base;
    this.pathBytes = pathBytes;
    this.isUnsure = isUnsure; // it may be something else than a folder
  }

  static at(path) {
    return new Folder(path.at(-1) === SLASH ? path : withSlash(path, NOTHING), path.length, false);
  }

  below(name, isUnsure) {
    const base = withSlash(this.base, name);
    return new Folder(base, base.length - 1, isUnsure);
  }

  get path() {
    return utf8Slice(this.base, 0, this.pathBytes);
  }
}

function withSlash(path, name) {
  const bytes = new Uint8Array(path.length + name.length + 1);
  bytes.set(path);
  bytes.set(name, path.length);
  bytes[bytes.length - 1] = SLASH;
  return bytes;
}

class Listing {
  #root;
  #rootBytes; // the beginning of all paths
  #encoding; // undefined for strings
  #withFileTypes;
  #folders;
  #next = 0; // the first folder not read yet
  #found = []; // lists of names or Dirents
  untyped = []; // Dirents whose type the file system does not report

  constructor(root, encoding, withFileTypes) {
    const folder = Folder.at(Buffer.from(root));
    this.#root = root;
    this.#rootBytes = folder.base.length;
    this.#encoding = encoding;
    this.#withFileTypes = withFileTypes;
    this.#folders = [folder];
  }

  // ---- synchronous and asynchronous answers

  now() {
    while (this.#next < this.#folders.length) {
      const batch = this.#nextBatch(FOLDERS_NOW, FOLDERS_PER_THREAD);
      batch.answer = perform(batch.call);
      this.#take(batch);
    }
    return joined(this.#found);
  }

  later(callback) {
    const waiting = []; // batches in the order of their folders
    let isOver = false;
    const end = (error) => {
      isOver = true;
      if (error) callback(error);
      else callback(null, joined(this.#found));
    };
    const submitMore = () => {
      while (waiting.length < BATCHES && this.#next < this.#folders.length) {
        const batch = this.#nextBatch(FOLDERS_LATER, FOLDERS_LATER);
        ArrayPrototypePush(waiting, batch);
        submit(batch.call, (error, answer) => {
          if (isOver || error) {
            batch.release();
            if (!isOver) end(error);
          } else {
            batch.answer = answer;
            goOn();
          }
        });
      }
      handOverNow();
    };
    const goOn = () => {
      try {
        while (waiting.length > 0 && waiting[0].answer !== undefined) {
          const batch = ArrayPrototypeShift(waiting);
          submitMore();
          this.#take(batch, submitMore);
        }
      } catch (error) {
        for (let i = 0; i < waiting.length; i++) {
          const batch = waiting[i];
          if (batch.answer !== undefined) batch.release();
        }
        return end(error);
      }
      if (waiting.length === 0) end(null);
    };
    submitMore();
    withUnpacker(() => {}); // prepares it while the pool starts
  }

  #nextBatch(most, share) {
    const batch = new FolderBatch(this.#folders, this.#next, most, share);
    const { length } = batch.folders;
    ArrayPrototypeFill(this.#folders, undefined, this.#next, this.#next + length); // the batch holds them
    this.#next += length;
    return batch;
  }

  // ---- results

  // Names are made after the next folders are known.
  #take(batch, submitMore) {
    try {
      withUnpacker((unpacker) => {
        batch.visit((folder, errno, records) => {
          if (errno < 0) throw errorFrom(systemFailure(errno, 'scandir', folder.path));
          this.#takeFolder(unpacker, folder, records);
        });
        submitMore?.();
        this.#takeNames(unpacker);
      });
    } finally {
      batch.release();
    }
  }

  #takeFolder(unpacker, folder, records) {
    const { base } = folder;
    if (this.#withFileTypes) {
      unpacker.unpack(records, NOTHING, 0, true);
      this.#takeDirents(unpacker, base.subarray(this.#rootBytes));
    } else {
      if (unpacker.isFullFor(records.length, base.length - this.#rootBytes)) this.#takeNames(unpacker);
      unpacker.unpack(records, base, this.#rootBytes, true);
    }
    unpacker.eachFolder((name, isUnsure) => ArrayPrototypePush(this.#folders, folder.below(name, isUnsure)));
  }

  #takeNames(unpacker) {
    pushAll(this.#found, unpacker.take(this.#encoding));
  }

  #takeDirents(unpacker, way) {
    const path = way.length === 0 ? this.#root : joinName(this.#root, encodedName(way.subarray(0, -1), this.#encoding));
    const types = unpacker.types();
    const dirents = ArrayPrototypeMap(joined(unpacker.take(this.#encoding)), (name, i) => new Dirent(name, types[i], path));
    if (types.includes(UV_DIRENT_UNKNOWN)) pushAll(this.untyped, ArrayPrototypeFilter(dirents, (_, i) => types[i] === UV_DIRENT_UNKNOWN));
    ArrayPrototypePush(this.#found, dirents);
  }
}

module.exports = { Listing };
