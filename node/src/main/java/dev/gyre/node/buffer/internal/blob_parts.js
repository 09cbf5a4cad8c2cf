'use strict';

// What a blob is made of: parts that never change, each bytes in memory or a
// range of a file. A part knows its `length`, can be sliced without copying, and
// `read(start, end)` answers its bytes, at once or through a promise.

const { lazyDOMException } = require('internal/util');

class MemoryPart {
  constructor(bytes) {
    this.bytes = bytes;
    this.length = bytes.length;
  }

  slice(start, end) {
    return new MemoryPart(this.bytes.subarray(start, end));
  }

  read(start, end) {
    return this.bytes.subarray(start, end);
  }
}

const notReadable = () => lazyDOMException('The blob could not be read', 'NotReadableError');

// A file must still be as it was when the blob was made, or reading it fails.
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

  async read(start, end) {
    const { open } = require('fs/promises');
    let handle;
    try {
      handle = await open(this.path, 'r');
      if (FilePart.stampOf(await handle.stat()) !== this.stamp) throw notReadable();
      const bytes = new Uint8Array(end - start);
      for (let done = 0; done < bytes.length;) {
        const { bytesRead } = await handle.read(bytes, done, bytes.length - done, this.start + start + done);
        if (bytesRead === 0) throw notReadable();
        done += bytesRead;
      }
      return bytes;
    } catch {
      throw notReadable();
    } finally {
      await handle?.close();
    }
  }
}

const lengthOf = (parts) => parts.reduce((sum, part) => sum + part.length, 0);

function sliceParts(parts, start, end) {
  const out = [];
  let at = 0;
  for (const part of parts) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, part.length);
    if (from < to) out.push(part.slice(from, to));
    at += part.length;
  }
  return out;
}

async function readAll(parts) {
  const out = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    out.set(await part.read(0, part.length), at);
    at += part.length;
  }
  return out;
}

// An iterator over chunks of at most `size` bytes. An empty file is looked at all
// the same: it may no longer be empty.
async function* chunks(parts, size) {
  for (const part of parts) {
    let at = 0;
    do {
      const end = Math.min(at + size, part.length);
      yield await part.read(at, end);
      at = end;
    } while (at < part.length);
  }
}

module.exports = { FilePart, MemoryPart, chunks, lengthOf, readAll, sliceParts };
