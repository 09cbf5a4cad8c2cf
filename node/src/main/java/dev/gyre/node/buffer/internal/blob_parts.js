'use strict';

// The parts of a blob. They never change, and each is bytes in memory or a range of a file. A part has a `length`, can be
// sliced without copying, and `read(start, end)` returns its bytes, directly or as a promise.

const {
  ArrayPrototypePush, ArrayPrototypeReduce, MathMax, MathMin, Uint8Array, bufferOf, byteOffsetOf, setBytes,
} = require('internal/primordials');
const { lazyDOMException } = require('internal/util');

class MemoryPart {
  constructor(bytes) {
    this.bytes = bytes;
    this.length = bytes.length;
  }

  slice(start, end) {
    return new MemoryPart(this.read(start, end));
  }

  read(start, end) {
    return new Uint8Array(bufferOf(this.bytes), byteOffsetOf(this.bytes) + start, end - start);
  }
}

const notReadable = () => lazyDOMException('The blob could not be read', 'NotReadableError');

// Reading fails if the file has changed since the blob was created.
class FilePart {
  constructor(path, stamp, start, end) {
    this.path = path;
    this.stamp = stamp;
    this.start = start;
    this.length = end - start;
  }

  static stampOf({ size, mtimeMs, ctimeMs }) {
    return `${size} ${mtimeMs} ${ctimeMs}`;
  }

  slice(start, end) {
    return new FilePart(this.path, this.stamp, this.start + start, this.start + end);
  }

  // Opens the file and checks that it is unchanged.
  async open() {
    let handle;
    try {
      handle = await require('fs/promises').open(this.path, 'r');
      if (FilePart.stampOf(await handle.stat()) === this.stamp) return handle;
    } catch {
      // All errors of opening it are reported as one error.
    }
    await handle?.close();
    throw notReadable();
  }

  async readFrom(handle, start, end) {
    const bytes = new Uint8Array(end - start);
    try {
      for (let done = 0; done < bytes.length;) {
        const { bytesRead } = await handle.read(bytes, done, bytes.length - done, this.start + start + done);
        if (bytesRead === 0) throw notReadable();
        done += bytesRead;
      }
    } catch {
      throw notReadable();
    }
    return bytes;
  }

  async read(start, end) {
    const handle = await this.open();
    try {
      return await this.readFrom(handle, start, end);
    } finally {
      await handle.close();
    }
  }
}

const lengthOf = (parts) => ArrayPrototypeReduce(parts, (sum, part) => sum + part.length, 0);

function sliceParts(parts, start, end) {
  const out = [];
  let at = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    const from = MathMax(start - at, 0);
    const to = MathMin(end - at, part.length);
    if (from < to) ArrayPrototypePush(out, part.slice(from, to));
    at += part.length;
  }
  return out;
}

async function readAll(parts) {
  const out = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    setBytes(out, await part.read(0, part.length), at);
    at += part.length;
  }
  return out;
}

// Iterates over parts in chunks of at most `size` bytes; each chunk belongs to its reader. A file stays open from its first
// chunk to its last. An empty file is opened too, because it may no longer be empty.
class Cursor {
  #parts;
  #size;
  #index = 0;
  #at = 0;
  #handle = undefined;

  constructor(parts, size) {
    this.#parts = parts;
    this.#size = size;
  }

  // The next bytes, or a promise of them; undefined at the end.
  next() {
    while (this.#index < this.#parts.length) {
      const part = this.#parts[this.#index];
      const start = this.#at;
      const end = MathMin(start + this.#size, part.length);
      this.#at = end;
      if (end === part.length) {
        this.#index++;
        this.#at = 0;
      }
      if (part instanceof FilePart) return this.#fromFile(part, start, end);
      if (end > start) return new Uint8Array(part.read(start, end)); // a copy
    }
    return undefined;
  }

  async #fromFile(part, start, end) {
    try {
      this.#handle ??= await part.open();
      return await part.readFrom(this.#handle, start, end);
    } catch (error) {
      end = part.length;
      throw error;
    } finally {
      if (end === part.length) await this.close();
    }
  }

  async close() {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }
}

module.exports = { Cursor, FilePart, MemoryPart, lengthOf, readAll, sliceParts };
