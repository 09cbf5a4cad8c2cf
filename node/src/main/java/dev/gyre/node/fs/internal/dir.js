'use strict';

// fs.Dir: an open folder, read entry by entry in the order of the file system. Java returns `bufferSize` entries at a time.
// Asynchronous calls are queued; a synchronous call while some are pending is an error.

const {
  ArrayPrototypePush, ArrayPrototypeShift, ObjectDefineProperty, Promise, PromiseReject, SymbolAsyncDispose,
  SymbolAsyncIterator, SymbolDispose,
} = require('internal/primordials');
const {
  codes: { ERR_DIR_CLOSED, ERR_DIR_CONCURRENT_OPERATION, ERR_INVALID_THIS, ERR_MISSING_ARGS },
} = require('internal/errors');
const { UVException } = require('internal/system_errors');
const { validateFunction, validateUint32 } = require('internal/validators');
const { answer, answerSync, ask, askValue, run, runSync } = require('internal/fs/call_styles');
const { getOptions, optionalBoolean, toPath, wantsBytes } = require('internal/fs/arguments');
const { elsewhere } = require('internal/fs/elsewhere');
const { Dirent, joinName, typeOfStats } = require('internal/fs/dirent');
const { unpackTyped } = require('internal/fs/records');
const questions = require('internal/fs/questions');
const { UV_DIRENT_DIR, UV_DIRENT_UNKNOWN } = require('internal/fs/constants');
const { isDenial } = require('internal/permission/model');

class Dir {
  #id; // number of Java's open folder, null once closed
  #path;
  #options;
  #entries = []; // read but not yet returned
  #folders = []; // with `recursive`: found but not yet read
  #queue = null; // waiting asynchronous calls, null if none is running

  constructor(id, path, options) {
    if (id === undefined) throw new ERR_MISSING_ARGS('handle');
    this.#id = id;
    this.#path = path;
    this.#options = options;
  }

  get path() {
    if (!(#path in this)) throw new ERR_INVALID_THIS('Dir');
    return this.#path;
  }

  // ---- steps of one call each

  * #next() {
    while (this.#entries.length === 0) {
      const records = yield askValue('nextEntries', [this.#id]);
      if (records !== undefined) yield* this.#take(records);
      else if (this.#folders.length > 0) yield* this.#enter(ArrayPrototypeShift(this.#folders));
      else return null;
    }
    return ArrayPrototypeShift(this.#entries);
  }

  * #take(records) {
    const folder = this.#options.current;
    const { names, types } = unpackTyped(records, this.#options.encoding, false);
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      const known = types[i] === UV_DIRENT_UNKNOWN ? typeOfStats(yield questions.lstat(joinName(folder, name))) : types[i];
      ArrayPrototypePush(this.#entries, new Dirent(name, known, folder));
      if (this.#options.recursive && known === UV_DIRENT_DIR) ArrayPrototypePush(this.#folders, joinName(folder, name));
    }
  }

  * #enter(folder) {
    const before = this.#id;
    this.#id = yield askValue('opendir', [folder]); // if this fails, the previous one still has to be closed
    this.#options.current = folder;
    yield ask('closedir', [before]);
  }

  * #end() {
    const id = this.#id;
    this.#id = null;
    yield ask('closedir', [id]);
  }

  // ---- the queue

  #start(steps, callback) {
    this.#queue = [];
    run(steps, (error, result) => {
      const waiting = this.#queue;
      this.#queue = null;
      try {
        if (error) callback(error);
        else callback(null, result);
      } finally {
        for (let i = 0; i < waiting.length; i++) waiting[i]();
      }
    });
  }

  read(callback) {
    if (callback === undefined) return this.#promised((done) => this.read(done));
    validateFunction(callback, 'callback');
    if (this.#id === null) throw new ERR_DIR_CLOSED();
    if (this.#queue !== null) ArrayPrototypePush(this.#queue, () => this.read(callback));
    else if (this.#entries.length > 0) process.nextTick(callback, null, ArrayPrototypeShift(this.#entries));
    else this.#start(this.#next(), callback);
  }

  readSync() {
    this.#checkIdle();
    return runSync(this.#next());
  }

  close(callback) {
    if (callback === undefined) {
      if (this.#id === null) return PromiseReject(new ERR_DIR_CLOSED());
      return this.#promised((done) => this.close(done));
    }
    validateFunction(callback, 'callback');
    if (this.#id === null) process.nextTick(callback, new ERR_DIR_CLOSED());
    else if (this.#queue !== null) ArrayPrototypePush(this.#queue, () => this.close(callback));
    else this.#start(this.#end(), (error) => callback(error));
  }

  closeSync() {
    this.#checkIdle();
    runSync(this.#end());
  }

  #checkIdle() {
    if (this.#id === null) throw new ERR_DIR_CLOSED();
    if (this.#queue !== null) throw new ERR_DIR_CONCURRENT_OPERATION();
  }

  #promised(start) {
    return new Promise((resolve, reject) => {
      start((error, result) => (error ? reject(error) : resolve(result)));
    });
  }

  async* entries() {
    try {
      while (true) {
        const entry = await this.read();
        if (entry === null) break;
        yield entry;
      }
    } finally {
      await this.close();
    }
  }

  [SymbolDispose]() {
    if (this.#id !== null) this.closeSync();
  }

  async [SymbolAsyncDispose]() {
    if (this.#id !== null) await this.close();
  }
}

ObjectDefineProperty(Dir.prototype, SymbolAsyncIterator, {
  __proto__: null, value: Dir.prototype.entries, enumerable: false, writable: true, configurable: true,
});

// ---- opendir

function dirOptions(options) {
  const { encoding, bufferSize = 32, recursive } = getOptions(options, { __proto__: null, encoding: 'utf8' });
  validateUint32(bufferSize, 'options.bufferSize', true); // checked, but the kernel decides how many entries it returns
  return {
    encoding: wantsBytes(encoding) ? encoding : undefined,
    recursive: optionalBoolean(recursive, 'options.recursive'),
  };
}

function opendirQuestion(path, options) {
  path = toPath(path);
  options = dirOptions(options);
  const other = elsewhere('openFolder', path, options);
  if (other !== undefined) return other;
  return ask('opendir', [path], (id) => new Dir(id, path, { ...options, current: path }));
}

function opendir(path, options, callback) {
  callback = typeof options === 'function' ? options : callback;
  validateFunction(callback, 'callback');
  answer(opendirQuestion(path, options), (error, dir) => (error ? callback(error) : callback(null, dir)));
}

function opendirSync(path, options) {
  const question = opendirQuestion(path, options);
  try {
    return answerSync(question);
  } catch (error) {
    if (isDenial(error)) throw error;
    const { errno, code, syscall } = error;
    throw new UVException({ errno, code, syscall }); // the error of this one form has no path
  }
}

module.exports = { Dir, opendir, opendirQuestion, opendirSync };
