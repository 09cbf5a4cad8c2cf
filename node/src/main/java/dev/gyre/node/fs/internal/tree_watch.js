'use strict';

// fs.watch with `recursive`. The kernel watches single folders, so every folder below the root gets a watch, and new folders
// get theirs when they appear. Names are reported relative to the root. The entries that a new folder has when its watch
// begins are reported as new, because their own events may have come before.

const { ObjectAssign, SafeMap, StringPrototypeStartsWith, itemsOf } = require('internal/primordials');
const EventEmitter = require('events');
const { basename, join, relative, resolve } = require('path');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateAbortSignal, validateBoolean } = require('internal/validators');
const { answerSync, runSync } = require('internal/fs/call_styles');
const { optionalBoolean } = require('internal/fs/arguments');
const { readdirSteps } = require('internal/fs/readdir');
const questions = require('internal/fs/questions');
const { Watch, createIgnoreMatcher } = require('internal/fs/watch');

class TreeWatcher extends EventEmitter {
  #root;
  #watches = new SafeMap(); // folder -> Watch
  #isIgnored;
  #persistent;
  #isClosed = false;

  constructor(path, { persistent, recursive, signal, encoding, ignore, throwIfNoEntry = true }) {
    super();
    optionalBoolean(recursive, 'options.recursive');
    if (persistent != null) validateBoolean(persistent, 'options.persistent');
    if (signal != null) validateAbortSignal(signal, 'options.signal');
    if (throwIfNoEntry != null) validateBoolean(throwIfNoEntry, 'options.throwIfNoEntry');
    if (encoding != null && typeof encoding !== 'string') {
      throw new ERR_INVALID_ARG_VALUE('options.encoding', encoding);
    }
    this.#isIgnored = createIgnoreMatcher(ignore);
    this.#persistent = persistent ?? true;
    this.#root = resolve(path.toString());
    try {
      if (answerSync(questions.stat(this.#root)).isDirectory()) this.#watchFolder(this.#root, false);
      else this.#watchFile();
    } catch (error) {
      if (throwIfNoEntry || error.code !== 'ENOENT') throw ObjectAssign(error, { filename: this.#root });
    }
  }

  #tell(eventType, path) {
    const name = path === this.#root && eventType === 'change' ? basename(path) : relative(this.#root, path);
    if (!this.#isClosed && !this.#isIgnored(name)) this.emit('change', eventType, name);
  }

  #watchFile() {
    this.#watches.set(this.#root, new Watch(this.#root, this.#persistent, (eventType) => {
      if (eventType === 'rename') this.#forget(this.#root);
      this.#tell(eventType, this.#root);
    }));
  }

  #watchFolder(folder, isNew) {
    if (this.#isClosed || this.#watches.has(folder)) return;
    this.#watches.set(folder, new Watch(folder, this.#persistent, (eventType, name, isNewFolder) => {
      this.#onEvent(folder, eventType, name, isNewFolder);
    }));
    for (const entry of itemsOf(runSync(readdirSteps(folder, { __proto__: null, withFileTypes: true })))) {
      const path = join(folder, entry.name);
      if (this.#isIgnored(relative(this.#root, path))) continue;
      if (isNew) this.#tell('rename', path);
      if (entry.isDirectory()) this.#tryFolder(path, isNew);
    }
  }

  // The folder may have been removed already.
  #tryFolder(path, isNew) {
    try {
      this.#watchFolder(path, isNew);
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') this.emit('error', error);
    }
  }

  #onEvent(folder, eventType, name, isNewFolder) {
    if (name.length === 0) { // an event of the folder itself, which its parent reports too, unless it is the root
      if (eventType === 'rename') this.#forget(folder);
      if (eventType === 'rename' && folder === this.#root) this.#tell(eventType, folder);
      return;
    }
    const path = join(folder, name.toString());
    this.#tell(eventType, path);
    if (isNewFolder && !this.#isIgnored(relative(this.#root, path))) this.#tryFolder(path, true);
  }

  // A folder was moved or removed, together with all folders below it.
  #forget(folder) {
    for (const { 0: path, 1: watch } of itemsOf(this.#watches)) {
      if (path === folder || StringPrototypeStartsWith(path, `${folder}/`)) {
        this.#watches.delete(path);
        watch.close();
      }
    }
  }

  close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const watch of itemsOf(this.#watches.values())) watch.close();
    this.#watches.clear();
    process.nextTick(() => this.emit('close'));
  }

  ref() {
    for (const watch of itemsOf(this.#watches.values())) watch.setRef(true);
    return this;
  }

  unref() {
    for (const watch of itemsOf(this.#watches.values())) watch.setRef(false);
    return this;
  }
}

module.exports = { TreeWatcher };
