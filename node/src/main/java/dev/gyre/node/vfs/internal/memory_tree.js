'use strict';

// The tree of files, folders and symbolic links that MemoryProvider keeps, and the way of a path through it.

const {
  DateNow, SafeMap, StringPrototypeReplaceAll, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith,
  copyList,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { posix: { basename, dirname, join, normalize } } = require('path');
const { UV_DIRENT_DIR, UV_DIRENT_FILE, UV_DIRENT_LINK } = require('internal/fs/constants');
const { failure } = require('internal/vfs/failures');
const { fileStatus, folderStatus, linkStatus, newInode } = require('internal/vfs/status');

const MAX_LINKS = 40; // a link to a link and so on

class Entry {
  nlink = 1;
  uid = 0;
  gid = 0;
  ino = newInode();

  constructor(mode) {
    const now = DateNow();
    this.mode = mode;
    this.atime = now;
    this.mtime = now;
    this.ctime = now;
    this.birthtime = now;
  }

  // The contents, or the names in a folder, have changed.
  touch() {
    this.mtime = this.ctime = DateNow();
  }

  setMode(mode) {
    this.mode = mode & 0o7777;
    this.ctime = DateNow();
  }

  setOwner(uid, gid) {
    if (uid >= 0) this.uid = uid;
    if (gid >= 0) this.gid = gid;
    this.ctime = DateNow();
  }

  setTimes(atimeMs, mtimeMs) {
    this.atime = atimeMs;
    this.mtime = mtimeMs;
    this.ctime = DateNow();
  }
}

class File extends Entry {
  direntType = UV_DIRENT_FILE;
  memory = Buffer.alloc(0); // may be longer than the file
  size = 0;

  constructor(mode) { super(mode ?? 0o644); }

  status(isBig) { return fileStatus(this, this.size, isBig); }
}

class Folder extends Entry {
  direntType = UV_DIRENT_DIR;
  #children = new SafeMap(); // name -> Entry

  constructor(mode) { super(mode ?? 0o755); }

  status(isBig) { return folderStatus(this, isBig); }

  get size() { return this.#children.size; }

  child(name) { return this.#children.get(name); }

  // Pairs of name and entry, in the order in which they came.
  list() { return copyList(this.#children); }

  put(name, entry) {
    this.#children.set(name, entry);
    this.touch();
  }

  remove(name) {
    this.#children.delete(name);
    this.touch();
  }
}

class Link extends Entry {
  direntType = UV_DIRENT_LINK;

  constructor(target) {
    super(0o644);
    this.target = target;
  }

  status(isBig) { return linkStatus(this, this.target.length, isBig); }
}

function toAbsolute(path) {
  const slashed = StringPrototypeReplaceAll(path, '\\', '/');
  const full = normalize(slashed[0] === '/' ? slashed : `/${slashed}`);
  return full.length > 1 && full[full.length - 1] === '/' ? StringPrototypeSlice(full, 0, -1) : full;
}

// What is found for the entry of that name in the folder that was found.
const below = (found, name, entry) =>
  ({ __proto__: null, entry, path: found.path === '/' ? `/${name}` : `${found.path}/${name}` });

const segmentsOf = (path) => (path === '/' ? [] : StringPrototypeSplit(StringPrototypeSlice(path, 1), '/'));

// Where a link at a path leads to.
const destination = (path, { target }) =>
  toAbsolute(StringPrototypeStartsWith(target, '/') ? target : join(dirname(path), target));

class MemoryTree {
  root = new Folder();

  // Returns the entry of a path and the path without links; undefined if there is none. Links on the way are followed, the
  // last one if `follows`.
  locate(path, syscall, follows = true, links = 0) {
    const whole = toAbsolute(path);
    const segments = segmentsOf(whole);
    let found = { __proto__: null, entry: this.root, path: '/' };
    for (let i = 0; i < segments.length; i++) {
      found = this.followed(found, whole, syscall, links);
      if (!(found?.entry instanceof Folder)) return undefined;
      const entry = found.entry.child(segments[i]);
      if (entry === undefined) return undefined;
      found = below(found, segments[i], entry);
    }
    return follows ? this.followed(found, whole, syscall, links) : found;
  }

  // Where a link leads; anything else leads to itself.
  followed(found, whole, syscall, links = 0) {
    if (!(found.entry instanceof Link)) return found;
    if (links >= MAX_LINKS) throw failure('ELOOP', syscall, whole);
    return this.locate(destination(found.path, found.entry), syscall, true, links + 1);
  }

  entryOf(path, syscall, follows = true) {
    const found = this.locateFor(path, syscall, follows);
    if (found === undefined) throw failure('ENOENT', syscall, path);
    return found.entry;
  }

  // As locate; errors have the path as it was given.
  locateFor(path, syscall, follows = true) {
    try {
      return this.locate(path, syscall, follows);
    } catch (error) {
      throw error?.code === 'ELOOP' ? failure('ELOOP', syscall, path) : error;
    }
  }

  // The folder that has, or would have, the entry of a path.
  parentOf(path, syscall) {
    const whole = toAbsolute(path);
    const segments = segmentsOf(dirname(whole));
    let found = { __proto__: null, entry: this.root, path: '/' };
    for (let i = 0; i <= segments.length; i++) {
      found = this.followed(found, whole, syscall);
      if (found === undefined) throw failure('ENOENT', syscall, whole);
      if (!(found.entry instanceof Folder)) throw failure('ENOTDIR', syscall, whole);
      if (i === segments.length) break;
      const entry = found.entry.child(segments[i]);
      if (entry === undefined) throw failure('ENOENT', syscall, whole);
      found = below(found, segments[i], entry);
    }
    return found.entry;
  }
}

const nameOf = (path) => basename(toAbsolute(path));

module.exports = { File, Folder, Link, MemoryTree, below, destination, nameOf, segmentsOf, toAbsolute };
