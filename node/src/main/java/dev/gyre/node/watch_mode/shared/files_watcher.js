'use strict';

// FilesWatcher: waits until one of a set of files changes, and until nothing more has changed for a while; then it emits
// 'changed' with the owners of the files: those for whose sake they are watched.
//
// Of each file its folder is watched: an editor that replaces the file, or a file that is created later, is seen, too.

const {
  ArrayIsArray, FunctionPrototypeCall, SafeMap, SafeSet, SetPrototypeAdd, SetPrototypeDelete,
  StringPrototypeStartsWith, itemsOf,
} = require('internal/primordials');
const EventEmitter = require('events');
const { addAbortListener } = require('internal/events/abort_listener');
const { clearTimeout, setTimeout } = require('timers');
const path = require('path');
const { fileURLToPath } = require('url');

const QUIET_MS = 200;

const isBelow = (folder, file) => StringPrototypeStartsWith(file, folder === '/' ? folder : `${folder}/`);

class FilesWatcher extends EventEmitter {
  #folders = new SafeMap(); // path -> { watcher, recursive }
  #owners = new SafeMap(); // file -> SafeSet of owners
  #mode;
  #signal;
  #timer;
  #changed = new SafeSet(); // the owners of files that have changed
  #forwards = new SafeMap();

  /** @param options mode: 'filter' for single files, 'all' for everything in the watched folders */
  constructor({ mode, signal }) {
    super({ __proto__: null, captureRejections: true });
    this.#mode = mode;
    this.#signal = signal;
    if (signal) addAbortListener(signal, () => this.stop());
  }

  // ---- what is watched

  watchFolder(folder, recursive = true) {
    for (const { 0: other, 1: known } of itemsOf(this.#folders)) {
      if ((other === folder && (known.recursive || !recursive)) || (known.recursive && isBelow(other, folder))) return;
    }
    const watcher = require('fs').watch(folder, { __proto__: null, recursive, signal: this.#signal });
    const isFolder = require('fs').statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
    watcher.on('change', (eventType, name) => this.#onChange(isFolder ? path.resolve(folder, name ?? '') : folder, eventType));
    watcher.on('error', (error) => this.emit('error', error));
    this.#folders.get(folder)?.watcher.close();
    this.#folders.set(folder, { watcher, recursive });
  }

  watchFile(file, owner) {
    this.watchFolder(path.dirname(file), false);
    const owners = this.#owners.get(file) ?? new SafeSet();
    if (owner !== undefined) SetPrototypeAdd(owners, owner);
    this.#owners.set(file, owners);
  }

  /** The files of these owners are no longer watched for their sake. */
  unwatchOwned(owners) {
    for (const { 0: file, 1: known } of itemsOf(this.#owners)) {
      for (const owner of itemsOf(owners)) SetPrototypeDelete(known, owner);
      if (known.size === 0) this.#owners.delete(file);
    }
  }

  forgetFiles() {
    this.#owners.clear();
  }

  // ---- what the program loads

  /** The process tells what it loads. The messages of the program itself are passed on to and from this process. */
  watchProcess(child, owner) {
    child.on('message', (message) => {
      try {
        this.#onMessage(message, owner);
      } catch {
        // A file whose folder can't be watched.
      }
    });
    if (process.send === undefined) return;
    const down = (message) => child.send(message);
    const up = (message) => process.send(message);
    process.on('message', down);
    child.on('message', up);
    this.#forwards.set(child, { down, up });
  }

  stopForwarding(child) {
    const forward = this.#forwards.get(child);
    if (forward === undefined) return;
    this.#forwards.delete(child);
    process.off('message', forward.down);
    child.off('message', forward.up);
  }

  #onMessage(message, owner) {
    const { 'watch:require': files, 'watch:import': urls } = message;
    if (ArrayIsArray(files)) for (const file of itemsOf(files)) this.watchFile(file, owner);
    if (!ArrayIsArray(urls)) return;
    for (const url of itemsOf(urls)) if (StringPrototypeStartsWith(url, 'file:')) this.watchFile(fileURLToPath(url), owner);
  }

  // ---- changes

  #onChange(file, eventType) {
    const owners = this.#owners.get(file);
    if (owners === undefined && this.#mode === 'filter') return;
    for (const owner of itemsOf(owners ?? [])) this.#changed.add(owner);
    if (this.#timer === undefined) this.emit('changing');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const changed = this.#changed;
      this.#changed = new SafeSet();
      this.emit('changed', { owners: changed, eventType, trigger: file });
    }, QUIET_MS);
    this.#timer.unref();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changed = new SafeSet();
    this.#folders.forEach(({ watcher }) => {
      FunctionPrototypeCall(watcher.removeAllListeners, watcher);
      watcher.close();
    });
    this.#folders.clear();
    this.#owners.clear();
  }
}

module.exports = { FilesWatcher };
