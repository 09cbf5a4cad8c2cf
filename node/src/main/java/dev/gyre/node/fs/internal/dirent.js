'use strict';

// fs.Dirent, and how the entries of a folder come from Java: the names in one piece with a zero between them, and
// where their types were asked for, a slash and one digit for each. Here they are bytes, or text in one or more parts
// of whole names: V8 cuts names out of a text without copying them, so each keeps its whole part from the garbage
// collector; and parts of this size are decoded faster than what does not fit into a processor's caches.

const { join } = require('path');
const { Buffer } = require('buffer');
const { utf8Slice } = require('internal/buffer/codec');
const { toBuffer } = require('internal/fs/arguments');
const {
  UV_DIRENT_UNKNOWN, UV_DIRENT_FILE, UV_DIRENT_DIR, UV_DIRENT_LINK, UV_DIRENT_FIFO, UV_DIRENT_SOCKET,
  UV_DIRENT_CHAR, UV_DIRENT_BLOCK,
} = require('internal/fs/constants');

const PART_BYTES = 1 << 16;
const kType = Symbol('type');

class Dirent {
  constructor(name, type, path) {
    this.name = name;
    this.parentPath = path;
    this[kType] = type;
  }

  isDirectory() { return this[kType] === UV_DIRENT_DIR; }
  isFile() { return this[kType] === UV_DIRENT_FILE; }
  isBlockDevice() { return this[kType] === UV_DIRENT_BLOCK; }
  isCharacterDevice() { return this[kType] === UV_DIRENT_CHAR; }
  isSymbolicLink() { return this[kType] === UV_DIRENT_LINK; }
  isFIFO() { return this[kType] === UV_DIRENT_FIFO; }
  isSocket() { return this[kType] === UV_DIRENT_SOCKET; }
}

// The type of an entry whose file system does not tell it, from the file's own status.
function typeOfStats(stats) {
  if (stats.isFile()) return UV_DIRENT_FILE;
  if (stats.isDirectory()) return UV_DIRENT_DIR;
  if (stats.isSymbolicLink()) return UV_DIRENT_LINK;
  if (stats.isFIFO()) return UV_DIRENT_FIFO;
  if (stats.isSocket()) return UV_DIRENT_SOCKET;
  if (stats.isCharacterDevice()) return UV_DIRENT_CHAR;
  return stats.isBlockDevice() ? UV_DIRENT_BLOCK : UV_DIRENT_UNKNOWN;
}

function joinName(folder, name) {
  if (typeof folder === 'string' && typeof name === 'string') return join(folder, name);
  const path = Buffer.from(folder);
  return Buffer.concat([path, Buffer.from(path.at(-1) === 0x2f ? '' : '/'), Buffer.from(name)]);
}

function splitBytes(bytes, encoding) {
  const names = [];
  const buffer = toBuffer(bytes);
  for (let from = 0; from < buffer.length;) {
    const zero = buffer.indexOf(0, from);
    const to = zero < 0 ? buffer.length : zero;
    const name = buffer.subarray(from, to);
    names.push(encoding === 'buffer' ? Buffer.from(name) : name.toString(encoding));
    from = to + 1;
  }
  return names;
}

function textParts(bytes, from, end) {
  const parts = [];
  while (end - from > PART_BYTES) {
    const zero = bytes.indexOf(0, from + PART_BYTES);
    if (zero < 0 || zero >= end) break;
    parts.push(utf8Slice(bytes, from, zero));
    from = zero + 1;
  }
  parts.push(utf8Slice(bytes, from, end));
  return parts;
}

const split = (text) => text.split('\0');

function unpackNames(packed, encoding) {
  if (!Array.isArray(packed)) return splitBytes(packed, encoding);
  if (packed.length > 1) return [].concat(...packed.map(split));
  return packed[0] === '' ? [] : split(packed[0]);
}

// { names, types }: the types are still as they came, for typeAt(types, i).
function unpackTyped(packed, encoding) {
  if (!Array.isArray(packed)) {
    const slash = packed.lastIndexOf(0x2f);
    return { names: splitBytes(packed.subarray(0, slash), encoding), types: packed.subarray(slash + 1) };
  }
  const last = packed.at(-1);
  const slash = last.lastIndexOf('/');
  return { names: unpackNames(packed.with(-1, last.slice(0, slash))), types: last.slice(slash + 1) };
}

const typeAt = (types, i) => (typeof types === 'string' ? types.charCodeAt(i) : types[i]) - 0x30;

function unpackEntries(packed, encoding) {
  const { names, types } = unpackTyped(packed, encoding);
  return names.map((name, i) => ({ name, type: typeAt(types, i) }));
}

module.exports = { Dirent, joinName, textParts, typeAt, typeOfStats, unpackEntries, unpackNames, unpackTyped };
