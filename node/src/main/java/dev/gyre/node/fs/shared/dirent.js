'use strict';

// fs.Dirent: an entry of a folder.

const { Symbol, setBytes } = require('internal/primordials');
const { join } = require('path');
const { Buffer } = require('buffer');
const {
  UV_DIRENT_UNKNOWN, UV_DIRENT_FILE, UV_DIRENT_DIR, UV_DIRENT_LINK, UV_DIRENT_FIFO, UV_DIRENT_SOCKET,
  UV_DIRENT_CHAR, UV_DIRENT_BLOCK,
} = require('internal/fs/constants');

const kType = Symbol('type');
const SLASH = 0x2f;

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

const setType = (dirent, type) => { dirent[kType] = type; };

// The type of an entry, from its status, for file systems that don't report it.
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
  const last = Buffer.from(name);
  const hasSlash = path[path.length - 1] === SLASH;
  const joined = Buffer.allocUnsafeSlow(path.length + last.length + (hasSlash ? 0 : 1));
  setBytes(joined, path);
  joined[path.length] = SLASH;
  setBytes(joined, last, joined.length - last.length);
  return joined;
}

module.exports = { Dirent, joinName, setType, typeOfStats };
