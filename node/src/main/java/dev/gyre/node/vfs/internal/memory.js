'use strict';

// MemoryProvider: files in memory.

const {
  ArrayPrototypePop, ArrayPrototypePush, DateNow, SafeMap, SafeSet, StringPrototypeStartsWith,
} = require('internal/primordials');
const { posix: { dirname, join } } = require('path');
const { Dirent } = require('internal/fs/dirent');
const { accessOf } = require('internal/vfs/file_handle');
const { failure } = require('internal/vfs/failures');
const { MemoryFileHandle } = require('internal/vfs/memory_handle');
const { File, Folder, Link, MemoryTree, below, destination, nameOf, segmentsOf, toAbsolute } = require('internal/vfs/memory_tree');
const { VirtualProvider, checkWritable } = require('internal/vfs/provider');
const { StatWatcher, WatchEvents, Watcher } = require('internal/vfs/watch');

// A number means seconds.
function toMs(time) {
  if (typeof time === 'number') return time * 1000;
  return typeof time === 'string' ? DateNow() : +time;
}

class MemoryProvider extends VirtualProvider {
  #tree = new MemoryTree();
  #isReadOnly = false;
  #statWatchers = new SafeMap(); // by path

  get readonly() { return this.#isReadOnly; }
  get supportsWatch() { return true; }
  get supportsSymlinks() { return true; }

  setReadOnly() { this.#isReadOnly = true; }

  // ---- files

  openSync(path, flags, mode) {
    const access = accessOf(flags);
    if (access.writes || access.creates) checkWritable(this, 'open', path);
    let entry = this.#tree.locateFor(path, 'open')?.entry;
    if (entry === undefined) {
      if (!access.creates) throw failure('ENOENT', 'open', path);
      entry = new File(mode);
      this.#tree.parentOf(path, 'open').put(nameOf(path), entry);
    } else if (access.creates && access.isExclusive) {
      throw failure('EEXIST', 'open', path);
    }
    if (entry instanceof Folder) throw failure('EISDIR', 'open', path);
    return new MemoryFileHandle(toAbsolute(path), flags, mode ?? entry.mode, entry);
  }

  async open(path, flags, mode) { return this.openSync(path, flags, mode); }

  statSync(path, options) { return this.#tree.entryOf(path, 'stat').status(options?.bigint === true); }
  async stat(path, options) { return this.statSync(path, options); }

  lstatSync(path, options) { return this.#tree.entryOf(path, 'lstat', false).status(options?.bigint === true); }
  async lstat(path, options) { return this.lstatSync(path, options); }

  // ---- folders

  readdirSync(path, options) {
    const folder = this.#tree.entryOf(path, 'scandir');
    if (!(folder instanceof Folder)) throw failure('ENOTDIR', 'scandir', path);
    const found = options?.recursive === true ? this.#everythingIn(folder, toAbsolute(path)) : folder.list();
    const result = [];
    for (let i = 0; i < found.length; i++) {
      const { 0: name, 1: entry } = found[i];
      ArrayPrototypePush(result, options?.withFileTypes === true ?
        new Dirent(name, entry.direntType, toAbsolute(path)) : name);
    }
    return result;
  }

  async readdir(path, options) { return this.readdirSync(path, options); }

  // Relative paths and entries, a folder before what is in it. Links to folders are entered, unless this is a circle.
  #everythingIn(folder, path) {
    const found = [];
    const open = new SafeSet();
    const ways = [];
    const enter = (entry, at, prefix) => {
      open.add(entry);
      ArrayPrototypePush(ways, { entry, at, prefix, left: entry.list(), next: 0 });
    };
    enter(folder, path === '/' ? '' : path, '');
    while (ways.length > 0) {
      const way = ways[ways.length - 1];
      if (way.next === way.left.length) {
        open.delete(way.entry);
        ArrayPrototypePop(ways);
        continue;
      }
      const { 0: name, 1: entry } = way.left[way.next++];
      const at = `${way.at}/${name}`;
      ArrayPrototypePush(found, [way.prefix + name, entry]);
      const inside = entry instanceof Link ? this.#targetOf(at, entry) : entry;
      if (inside instanceof Folder && !open.has(inside)) enter(inside, at, `${way.prefix}${name}/`);
    }
    return found;
  }

  // Undefined if a link leads nowhere.
  #targetOf(path, link) {
    try {
      return this.#tree.locate(destination(path, link), 'scandir')?.entry;
    } catch (error) {
      if (error?.code !== 'ELOOP') throw error;
      return undefined;
    }
  }

  mkdirSync(path, options) {
    checkWritable(this, 'mkdir', path);
    const isRecursive = options?.recursive === true;
    const existing = this.#find(path, true);
    if (existing !== undefined) {
      if (isRecursive && existing instanceof Folder) return undefined;
      throw failure('EEXIST', 'mkdir', path);
    }
    if (isRecursive) return this.#mkdirAll(path, options.mode);
    this.#tree.parentOf(path, 'mkdir').put(nameOf(path), new Folder(options?.mode));
    return undefined;
  }

  async mkdir(path, options) { return this.mkdirSync(path, options); }

  // Returns the first path that it made.
  #mkdirAll(path, mode) {
    const whole = toAbsolute(path);
    const segments = segmentsOf(whole);
    let found = { __proto__: null, entry: this.#tree.root, path: '/' };
    let at = '';
    let first;
    for (let i = 0; i < segments.length; i++) {
      at += `/${segments[i]}`;
      const { entry: folder } = found;
      if (folder.child(segments[i]) === undefined) {
        folder.put(segments[i], new Folder(mode));
        first ??= at;
      }
      found = this.#tree.followed(below(found, segments[i], folder.child(segments[i])), path, 'mkdir');
      if (found === undefined) throw failure('ENOENT', 'mkdir', path);
      if (!(found.entry instanceof Folder)) throw failure('ENOTDIR', 'mkdir', path);
    }
    return first;
  }

  // The entry of a path, or undefined.
  #find(path, follows) {
    try {
      return this.#tree.locate(path, 'stat', follows)?.entry;
    } catch (error) {
      if (error?.code !== 'ELOOP') throw error;
      return undefined;
    }
  }

  rmdirSync(path) {
    checkWritable(this, 'rmdir', path);
    const entry = this.#tree.entryOf(path, 'rmdir', false);
    if (!(entry instanceof Folder)) throw failure('ENOTDIR', 'rmdir', path);
    if (entry.size > 0) throw failure('ENOTEMPTY', 'rmdir', path);
    this.#tree.parentOf(path, 'rmdir').remove(nameOf(path));
  }

  async rmdir(path) { this.rmdirSync(path); }

  // ---- names

  unlinkSync(path) {
    checkWritable(this, 'unlink', path);
    const entry = this.#tree.entryOf(path, 'unlink', false);
    if (entry instanceof Folder) throw failure('EISDIR', 'unlink', path);
    this.#tree.parentOf(path, 'unlink').remove(nameOf(path));
    entry.nlink--;
  }

  async unlink(path) { this.unlinkSync(path); }

  renameSync(oldPath, newPath) {
    checkWritable(this, 'rename', oldPath);
    const entry = this.#tree.entryOf(oldPath, 'rename', false);
    const parent = this.#tree.parentOf(newPath, 'rename');
    if (entry instanceof Folder) this.#checkNotInside(oldPath, newPath);
    const replaced = parent.child(nameOf(newPath));
    if (replaced === entry) return; // two names of one file
    if (replaced !== undefined) this.#checkReplaced(replaced, entry, newPath);
    this.#tree.parentOf(oldPath, 'rename').remove(nameOf(oldPath));
    parent.put(nameOf(newPath), entry);
    if (replaced instanceof File || replaced instanceof Link) replaced.nlink--;
  }

  async rename(oldPath, newPath) { this.renameSync(oldPath, newPath); }

  // A folder can't be moved into itself, also not by way of a link.
  #checkNotInside(oldPath, newPath) {
    const moved = this.#tree.locate(oldPath, 'rename', false).path;
    const into = this.#tree.locate(dirname(toAbsolute(newPath)), 'rename').path;
    if (into === moved || StringPrototypeStartsWith(into, join(moved, '/'))) throw failure('EINVAL', 'rename', oldPath);
  }

  #checkReplaced(replaced, entry, newPath) {
    const isFolder = entry instanceof Folder;
    if (!(replaced instanceof Folder)) {
      if (isFolder) throw failure('ENOTDIR', 'rename', newPath);
    } else if (!isFolder) {
      throw failure('EISDIR', 'rename', newPath);
    } else if (replaced.size > 0) {
      throw failure('ENOTEMPTY', 'rename', newPath);
    }
  }

  linkSync(existingPath, newPath) {
    checkWritable(this, 'link', newPath);
    const entry = this.#tree.entryOf(existingPath, 'link');
    if (!(entry instanceof File)) throw failure('EINVAL', 'link', existingPath);
    if (this.#find(newPath, false) !== undefined) throw failure('EEXIST', 'link', newPath);
    this.#tree.parentOf(newPath, 'link').put(nameOf(newPath), entry);
    entry.nlink++;
  }

  async link(existingPath, newPath) { this.linkSync(existingPath, newPath); }

  readlinkSync(path, options) {
    const entry = this.#tree.entryOf(path, 'readlink', false);
    if (!(entry instanceof Link)) throw failure('EINVAL', 'readlink', path);
    return entry.target;
  }

  async readlink(path, options) { return this.readlinkSync(path, options); }

  symlinkSync(target, path, type) {
    checkWritable(this, 'symlink', path);
    if (this.#find(path, false) !== undefined) throw failure('EEXIST', 'symlink', path);
    this.#tree.parentOf(path, 'symlink').put(nameOf(path), new Link(target));
  }

  async symlink(target, path, type) { this.symlinkSync(target, path, type); }

  realpathSync(path, options) {
    const found = this.#tree.locateFor(path, 'realpath');
    if (found === undefined) throw failure('ENOENT', 'realpath', path);
    return found.path;
  }

  async realpath(path, options) { return this.realpathSync(path, options); }

  // ---- attributes

  chmodSync(path, mode) { this.#tree.entryOf(path, 'chmod').setMode(mode); }
  lchmodSync(path, mode) { this.#tree.entryOf(path, 'chmod', false).setMode(mode); }
  chownSync(path, uid, gid) { this.#tree.entryOf(path, 'chown').setOwner(uid, gid); }
  lchownSync(path, uid, gid) { this.#tree.entryOf(path, 'chown', false).setOwner(uid, gid); }
  utimesSync(path, atime, mtime) { this.#tree.entryOf(path, 'utime').setTimes(toMs(atime), toMs(mtime)); }
  lutimesSync(path, atime, mtime) { this.#tree.entryOf(path, 'utime', false).setTimes(toMs(atime), toMs(mtime)); }

  // ---- watching

  watch(path, options) { return new Watcher(this, toAbsolute(path), options); }
  watchAsync(path, options) { return new WatchEvents(this, toAbsolute(path), options); }

  watchFile(path, options, listener) {
    const whole = toAbsolute(path);
    let watcher = this.#statWatchers.get(whole);
    if (watcher === undefined) this.#statWatchers.set(whole, watcher = new StatWatcher(this, whole, options));
    if (listener) watcher.addListener('change', listener);
    return watcher;
  }

  unwatchFile(path, listener) {
    const whole = toAbsolute(path);
    const watcher = this.#statWatchers.get(whole);
    if (watcher === undefined) return;
    if (listener) watcher.removeListener('change', listener);
    else watcher.removeAllListeners('change');
    if (watcher.listenerCount('change') > 0) return;
    watcher.stop();
    this.#statWatchers.delete(whole);
  }
}

module.exports = { MemoryProvider };
