'use strict';

// VirtualFileSystem: the functions of fs, for the files of a provider.
//
// The synchronous functions are here, those with callbacks in callbacks.js, those that return promises in promises.js. While
// it is mounted, its files also have paths in fs (internal/vfs/mounts), and all its functions expect these.

const { MathRandom, StringPrototypeStartsWith, SymbolDispose } = require('internal/primordials');
const path = require('path');
const { codes: { ERR_INVALID_STATE } } = require('internal/errors');
const { emitExperimentalWarning, kEmptyObject } = require('internal/util');
const { validateBoolean } = require('internal/validators');
const descriptors = require('internal/vfs/descriptors');
const { failure } = require('internal/vfs/failures');
const { MemoryProvider } = require('internal/vfs/memory');
const { MOUNTS } = require('internal/vfs/paths');

const { posix: { basename, dirname, join, normalize } } = path;

const NAME_LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

function randomName() {
  let name = '';
  for (let i = 0; i < 6; i++) name += NAME_LETTERS[(MathRandom() * NAME_LETTERS.length) | 0];
  return name;
}

// The entries that a provider returns have relative paths as names, and its own path as that of their folder.
function placed(found, dirPath, options) {
  if (options?.withFileTypes !== true) return found;
  for (let i = 0; i < found.length; i++) {
    const dirent = found[i];
    const folder = options.recursive === true ? dirname(dirent.name) : '.';
    dirent.parentPath = folder === '.' ? dirPath : join(dirPath, folder);
    if (folder !== '.') dirent.name = basename(dirent.name);
  }
  return found;
}

let count = 0;

let inside; // converts a path to that in the provider
let outside; // the other way

// A path in the provider that a random name is added to: a slash at the end is kept.
function temporary(files, prefix) {
  const name = inside(files, prefix);
  const isFolder = prefix[prefix.length - 1] === '/' && name[name.length - 1] !== '/';
  return `${name}${isFolder ? '/' : ''}${randomName()}`;
}

class VirtualFileSystem {
  #provider;
  #id = count++;
  #mountPoint = null;
  #promises;

  constructor(provider, options = kEmptyObject) {
    const isProvider = typeof provider?.openSync === 'function';
    if (!isProvider && typeof provider === 'object' && provider !== null) options = provider;
    const { emitExperimentalWarning: warns = true } = options;
    validateBoolean(warns, 'options.emitExperimentalWarning');
    if (warns) emitExperimentalWarning('VirtualFileSystem');
    this.#provider = isProvider ? provider : new MemoryProvider();
  }

  get provider() { return this.#provider; }
  get readonly() { return this.#provider.readonly; }
  get mounted() { return this.#mountPoint !== null; }
  get mountPoint() { return this.#mountPoint; }

  get mountPointURL() {
    return this.#mountPoint === null ? null : require('internal/url/file').pathToFileURL(this.#mountPoint).href;
  }

  get promises() { return this.#promises ??= require('internal/vfs/promises').promisesOf(this); }

  mount() {
    if (this.#mountPoint !== null) throw new ERR_INVALID_STATE('VFS is already mounted');
    require('internal/vfs/mounts').add(this.#id, this);
    return this.#mountPoint = `${MOUNTS}${this.#id}`;
  }

  unmount() {
    if (this.#mountPoint === null) return;
    require('internal/vfs/mounts').remove(this.#id);
    this.#mountPoint = null;
  }

  [SymbolDispose]() { this.unmount(); }

  shouldHandleNormalized(name) {
    const at = this.#mountPoint;
    return at !== null && (name === at || StringPrototypeStartsWith(name, `${at}/`));
  }

  // ---- paths

  static {
    inside = (files, name) => {
      if (files.#mountPoint === null) return normalize(name);
      const whole = path.resolve(name);
      if (!files.shouldHandleNormalized(whole)) throw failure('ENOENT', 'open', name);
      return `/${path.relative(files.#mountPoint, whole)}`;
    };
    outside = (files, name) => (files.#mountPoint === null ? name : path.join(files.#mountPoint, name));
  }

  #in(name) { return inside(this, name); }
  #out(name) { return outside(this, name); }

  // ---- reading

  existsSync(filePath) {
    try {
      return this.#provider.existsSync(this.#in(filePath));
    } catch {
      return false;
    }
  }

  statSync(filePath, options) { return this.#provider.statSync(this.#in(filePath), options); }
  lstatSync(filePath, options) { return this.#provider.lstatSync(this.#in(filePath), options); }
  readFileSync(filePath, options) { return this.#provider.readFileSync(this.#in(filePath), options); }
  readlinkSync(linkPath, options) { return this.#provider.readlinkSync(this.#in(linkPath), options); }
  accessSync(filePath, mode) { this.#provider.accessSync(this.#in(filePath), mode); }

  realpathSync(filePath, options) {
    return this.#out(this.#provider.realpathSync(this.#in(filePath), options));
  }

  readdirSync(dirPath, options) {
    return placed(this.#provider.readdirSync(this.#in(dirPath), options), dirPath, options);
  }

  opendirSync(dirPath, options) {
    const { VirtualDir } = require('internal/vfs/dir');
    return new VirtualDir(dirPath, this.readdirSync(dirPath, { withFileTypes: true, recursive: options?.recursive }));
  }

  openAsBlob(filePath, options) {
    const { Blob } = require('buffer');
    return new Blob([this.#provider.readFileSync(this.#in(filePath))], { type: options?.type || '' });
  }

  // ---- changing

  writeFileSync(filePath, data, options) { this.#provider.writeFileSync(this.#in(filePath), data, options); }
  appendFileSync(filePath, data, options) { this.#provider.appendFileSync(this.#in(filePath), data, options); }

  mkdirSync(dirPath, options) {
    const created = this.#provider.mkdirSync(this.#in(dirPath), options);
    return created === undefined ? undefined : this.#out(created);
  }

  mkdtempSync(prefix) {
    const created = temporary(this, prefix);
    this.#provider.mkdirSync(created);
    return this.#out(created);
  }

  rmdirSync(dirPath) { this.#provider.rmdirSync(this.#in(dirPath)); }
  unlinkSync(filePath) { this.#provider.unlinkSync(this.#in(filePath)); }
  renameSync(oldPath, newPath) { this.#provider.renameSync(this.#in(oldPath), this.#in(newPath)); }
  copyFileSync(src, dest, mode) { this.#provider.copyFileSync(this.#in(src), this.#in(dest), mode); }
  linkSync(existingPath, newPath) { this.#provider.linkSync(this.#in(existingPath), this.#in(newPath)); }
  symlinkSync(target, linkPath, type) { this.#provider.symlinkSync(target, this.#in(linkPath), type); }
  chmodSync(filePath, mode) { this.#provider.chmodSync(this.#in(filePath), mode); }
  chownSync(filePath, uid, gid) { this.#provider.chownSync(this.#in(filePath), uid, gid); }
  lchownSync(filePath, uid, gid) { this.#provider.lchownSync(this.#in(filePath), uid, gid); }
  utimesSync(filePath, atime, mtime) { this.#provider.utimesSync(this.#in(filePath), atime, mtime); }
  lutimesSync(filePath, atime, mtime) { this.#provider.lutimesSync(this.#in(filePath), atime, mtime); }

  rmSync(filePath, options) {
    let stats;
    try {
      stats = this.lstatSync(filePath);
    } catch (error) {
      if (options?.force === true && error?.code === 'ENOENT') return;
      throw error;
    }
    if (!stats.isDirectory()) {
      this.unlinkSync(filePath);
      return;
    }
    if (options?.recursive !== true) throw failure('EISDIR', 'rm', filePath);
    const names = this.readdirSync(filePath);
    for (let i = 0; i < names.length; i++) this.rmSync(join(filePath, names[i]), options);
    this.rmdirSync(filePath);
  }

  truncateSync(filePath, len = 0) {
    const handle = this.#provider.openSync(this.#in(filePath), 'r+');
    try {
      handle.truncateSync(len < 0 ? 0 : len);
    } finally {
      handle.closeSync();
    }
  }

  // ---- descriptors

  openSync(filePath, flags = 'r', mode) {
    return descriptors.add(this.#provider.openSync(this.#in(filePath), flags, mode));
  }

  closeSync(fd) {
    descriptors.get(fd, 'close').closeSync();
    descriptors.remove(fd);
  }

  readSync(fd, buffer, offset, length, position) {
    return descriptors.get(fd, 'read').readSync(buffer, offset, length, position);
  }

  writeSync(fd, buffer, offset, length, position) {
    return descriptors.get(fd, 'write').writeSync(buffer, offset, length, position);
  }

  fstatSync(fd, options) { return descriptors.get(fd, 'fstat').statSync(options); }
  ftruncateSync(fd, len = 0) { descriptors.get(fd, 'ftruncate').truncateSync(len); }

  // ---- streams and watchers

  createReadStream(filePath, options) {
    const { VirtualReadStream } = require('internal/vfs/streams');
    return new VirtualReadStream(this, filePath, options);
  }

  createWriteStream(filePath, options) {
    const { VirtualWriteStream } = require('internal/vfs/streams');
    return new VirtualWriteStream(this, filePath, options);
  }

  watch(filePath, options, listener) {
    if (typeof options === 'function') {
      listener = options;
      options = kEmptyObject;
    }
    const watcher = this.#provider.watch(this.#in(filePath), options);
    if (listener) watcher.on('change', listener);
    return watcher;
  }

  watchFile(filePath, options, listener) {
    if (typeof options === 'function') {
      listener = options;
      options = kEmptyObject;
    }
    return this.#provider.watchFile(this.#in(filePath), options, listener);
  }

  unwatchFile(filePath, listener) { this.#provider.unwatchFile(this.#in(filePath), listener); }
}

module.exports = { VirtualFileSystem, inside, outside, placed, temporary };

require('internal/vfs/callbacks').install(VirtualFileSystem, inside, outside);
