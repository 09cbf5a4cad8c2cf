'use strict';

// Utf8Stream: appends strings (or buffers) to a file with as few writes as possible, and can flush on demand. Small pieces
// are joined up to maxWrite. One write runs at a time; its unwritten rest is in #current.

const {
  ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeUnshift, MathMax, ReflectApply, StringPrototypeSlice, SymbolDispose,
  joinLists,
} = require('internal/primordials');
const { clearInterval, setInterval, setTimeout } = require('timers');
const fs = require('fs');
const EventEmitter = require('events');
const path = require('path');
const { Buffer } = require('buffer');
const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE, ERR_OPERATION_FAILED },
} = require('internal/errors');
const { kEmptyObject, sleep } = require('internal/util');
const {
  validateBoolean, validateFunction, validateObject, validateOneOf, validateString, validateUint32,
} = require('internal/validators');

const MAX_WRITE = 16 * 1024;
const HIGH_WATER_MARK = 16387;
const BUSY_MS = 100; // before a write is tried again
const NONE = Buffer.alloc(0);
const NEEDED_OF_FS = ['write', 'writeSync', 'fsync', 'fsyncSync', 'close', 'open', 'mkdir', 'mkdirSync'];

const isBusy = ({ code }) => code === 'EAGAIN' || code === 'EBUSY';

// ---- the queue of pieces

class TextPieces {
  #pieces = [];

  constructor(maxWrite) { this.maxWrite = maxWrite; }

  static check(data) { validateString(data, 'data'); }

  get none() { return ''; }
  get isEmpty() { return this.#pieces.length === 0; }

  add(text) {
    const last = this.#pieces.length - 1;
    if (last >= 0 && this.#pieces[last].length + text.length <= this.maxWrite) this.#pieces[last] += text;
    else ArrayPrototypePush(this.#pieces, text);
  }

  take() { return ArrayPrototypeShift(this.#pieces) ?? ''; }
  putBack(text) { ArrayPrototypeUnshift(this.#pieces, text); }
  clear() { this.#pieces = []; }

  // The rest of a string of which some bytes were written. A character that was written in part is written again.
  static rest(text, written) {
    if (Buffer.byteLength(text) === written) return '';
    const bytes = Buffer.from(text);
    let end = written;
    while (end > 0 && (bytes[end] & 0xc0) === 0x80) end--;
    return StringPrototypeSlice(text, bytes.toString('utf8', 0, end).length);
  }

  static writeArguments(fd, text) { return [fd, text, 'utf8']; }
}

class BytePieces {
  #pieces = []; // lists of buffers
  #lengths = [];

  constructor(maxWrite) { this.maxWrite = maxWrite; }

  static check(data) {
    if (!Buffer.isBuffer(data)) throw new ERR_INVALID_ARG_TYPE('data', 'Buffer', data);
  }

  get none() { return NONE; }
  get isEmpty() { return this.#pieces.length === 0; }

  add(bytes) {
    const last = this.#pieces.length - 1;
    if (last >= 0 && this.#lengths[last] + bytes.length <= this.maxWrite) {
      ArrayPrototypePush(this.#pieces[last], bytes);
      this.#lengths[last] += bytes.length;
    } else {
      ArrayPrototypePush(this.#pieces, [bytes]);
      ArrayPrototypePush(this.#lengths, bytes.length);
    }
  }

  take() {
    const piece = ArrayPrototypeShift(this.#pieces) ?? [];
    const length = ArrayPrototypeShift(this.#lengths);
    return piece.length === 1 ? piece[0] : Buffer.concat(piece, length);
  }

  putBack(bytes) {
    ArrayPrototypeUnshift(this.#pieces, [bytes]);
    ArrayPrototypeUnshift(this.#lengths, bytes.length);
  }

  clear() {
    this.#pieces = [];
    this.#lengths = [];
  }

  static rest(bytes, written) { return bytes.subarray(written); }
  static writeArguments(fd, bytes) { return [fd, bytes]; }
}

class Utf8Stream extends EventEmitter {
  #fs;
  #kind; // TextPieces or BytePieces
  #pieces;
  #current; // being written
  #length = 0; // of everything that waits, including #current: characters or bytes
  #fd = -1;
  #file = null;
  #settings;
  #isOpening = false;
  #isReopening = false;
  #isWriting = false;
  #isEnding = false;
  #isDestroyed = false;
  #isDrainTold = false; // 'drain' was emitted, or will be in this tick
  #hasFlush = false; // a flush waits for the drain
  #flushTimer = undefined;

  constructor(options = kEmptyObject) {
    validateObject(options, 'options');
    super();
    const { dest, fd = dest, contentMode = 'utf8', fs: given = kEmptyObject } = options;
    validateObject(given, 'options.fs');
    this.#fs = { ...fs, ...given };
    for (let i = 0; i < NEEDED_OF_FS.length; i++) {
      const name = NEEDED_OF_FS[i];
      validateFunction(this.#fs[name], `options.fs.${name}`);
    }
    this.#settings = settingsOf(options);
    validateOneOf(contentMode, 'options.contentMode', ['buffer', 'utf8']);
    const { maxWrite, minLength, periodicFlush } = this.#settings;
    this.#kind = contentMode === 'buffer' ? BytePieces : TextPieces;
    this.#pieces = new this.#kind(maxWrite);
    this.#current = this.#pieces.none;
    if (typeof fd === 'number') {
      this.#fd = fd;
      process.nextTick(() => this.emit('ready'));
    } else if (typeof fd === 'string') {
      this.#open(fd);
    } else {
      throw new ERR_INVALID_ARG_TYPE('fd', ['number', 'string'], fd);
    }
    if (minLength >= maxWrite) {
      throw new ERR_INVALID_ARG_VALUE.RangeError('minLength', minLength, `should be smaller than maxWrite (${maxWrite})`);
    }
    this.on('newListener', (name) => { if (name === 'drain') this.#isDrainTold = false; });
    if (periodicFlush !== 0) this.#flushTimer = setInterval(() => this.#flush(), periodicFlush).unref();
  }

  get append() { return this.#settings.append; }
  get contentMode() { return this.#kind === BytePieces ? 'buffer' : 'utf8'; }
  get fd() { return this.#fd; }
  get file() { return this.#file; }
  get fsync() { return this.#settings.fsync; }
  get maxLength() { return this.#settings.maxLength; }
  get minLength() { return this.#settings.minLength; }
  get mkdir() { return this.#settings.mkdir; }
  get mode() { return this.#settings.mode; }
  get periodicFlush() { return this.#settings.periodicFlush; }
  get sync() { return this.#settings.sync; }
  get writing() { return this.#isWriting; }

  #checkAlive() {
    if (this.#isDestroyed) throw new ERR_INVALID_STATE('Utf8Stream is destroyed');
  }

  // ---- opening

  #open(file) {
    this.#isOpening = true;
    this.#isWriting = true;
    this.#isDrainTold = false;
    const { append, mkdir, mode, sync } = this.#settings;
    const flags = append ? 'a' : 'w';
    const folder = path.dirname(file);
    if (sync) {
      let fd;
      try {
        if (mkdir) this.#fs.mkdirSync(folder, { recursive: true });
        fd = this.#fs.openSync(file, flags, mode);
      } catch (error) {
        this.#opened(error);
        throw error;
      }
      this.#opened(null, fd, file);
      return;
    }
    const open = () => this.#fs.open(file, flags, mode, (error, fd) => this.#opened(error, fd, file));
    if (!mkdir) open();
    else this.#fs.mkdir(folder, { recursive: true }, (error) => (error ? this.#opened(error) : open()));
  }

  #opened(error, fd, file) {
    const { minLength, sync } = this.#settings;
    const wasReopening = this.#isReopening;
    this.#isOpening = false;
    this.#isReopening = false;
    this.#isWriting = false;
    if (error) {
      if (!sync) this.emit('error', error);
      else process.nextTick(() => this.listenerCount('error') > 0 && this.emit('error', error));
      return;
    }
    this.#fd = fd;
    this.#file = file;
    if (sync) process.nextTick(() => this.emit('ready'));
    else this.emit('ready');
    if (this.#isDestroyed) return;
    if ((!this.#isWriting && this.#length > minLength) || this.#hasFlush) this.#writeNext();
    else if (wasReopening) process.nextTick(() => this.emit('drain'));
  }

  reopen(file) {
    this.#checkAlive();
    if (this.#isOpening) {
      this.once('ready', () => this.reopen(file));
      return;
    }
    if (this.#isEnding) return;
    if (!this.#file) {
      throw new ERR_OPERATION_FAILED('Unable to reopen a file descriptor, you must pass a file to SonicBoom');
    }
    if (file) this.#file = file;
    this.#isReopening = true;
    if (this.#isWriting) return; // it continues after the write
    const before = this.#fd;
    this.once('ready', () => {
      if (before !== this.#fd) this.#fs.close(before, (error) => { if (error) this.emit('error', error); });
    });
    this.#open(this.#file);
  }

  // ---- writing

  write(data) {
    this.#checkAlive();
    this.#kind.check(data);
    const { maxLength, minLength, highWaterMark } = this.#settings;
    if (maxLength && this.#length + data.length > maxLength) {
      this.emit('drop', data);
      return this.#length < highWaterMark;
    }
    this.#pieces.add(data);
    this.#length += data.length;
    if (!this.#isWriting && this.#length >= minLength) this.#writeNext();
    return this.#length < highWaterMark;
  }

  #writeNext() {
    this.#isWriting = true;
    if (this.#current.length === 0) this.#current = this.#pieces.take();
    this.#writeCurrent();
  }

  #writeCurrent() {
    const args = this.#kind.writeArguments(this.#fd, this.#current);
    if (!this.#settings.sync) {
      ReflectApply(this.#fs.write, this.#fs, joinLists(args, [(error, written) => this.#written(error, written)]));
      return;
    }
    let written;
    try {
      written = ReflectApply(this.#fs.writeSync, this.#fs, args);
    } catch (error) {
      this.#written(error);
      return;
    }
    this.#written(null, written);
  }

  #take(piece, written) {
    const rest = this.#kind.rest(piece, written);
    this.#length = MathMax(this.#length - (piece.length - rest.length), 0);
    return rest;
  }

  #written(error, written) {
    if (error) {
      this.#failed(error);
      return;
    }
    this.emit('write', written);
    this.#current = this.#take(this.#current, written);
    if (this.#current.length > 0) {
      this.#writeCurrent();
      return;
    }
    if (this.#settings.fsync) this.#fs.fsyncSync(this.#fd);
    if (this.#isReopening) {
      this.#isWriting = false;
      this.#isReopening = false;
      this.reopen();
    } else if (this.#length > (this.#isEnding ? 0 : this.#settings.minLength)) {
      this.#writeNext();
    } else {
      this.#isWriting = false;
      if (this.#isEnding) this.#close();
      else this.#drained();
    }
  }

  #failed(error) {
    const mayRetry = isBusy(error) &&
      this.#settings.retryEAGAIN(error, this.#current.length, this.#length - this.#current.length);
    if (!mayRetry) {
      this.#isWriting = false;
      this.emit('error', error);
    } else if (this.#settings.sync) {
      sleep(BUSY_MS);
      this.#written(null, 0);
    } else {
      setTimeout(() => this.#writeCurrent(), BUSY_MS);
    }
  }

  #drained() {
    if (!this.#settings.sync) {
      this.emit('drain');
    } else if (!this.#isDrainTold) {
      this.#isDrainTold = true;
      process.nextTick(() => {
        if (this.listenerCount('drain') === 0) return;
        this.#isDrainTold = false;
        this.emit('drain');
      });
    }
  }

  // ---- flushing

  flush(callback = () => {}) {
    validateFunction(callback, 'cb');
    this.#flush(callback);
  }

  #flush(callback) {
    if (this.#isDestroyed) {
      callback?.(new ERR_INVALID_STATE('Utf8Stream is destroyed'));
      return;
    }
    if (this.#settings.minLength <= 0) {
      callback?.();
      return;
    }
    if (callback !== undefined) this.#afterDrain(callback);
    if (!this.#isWriting) this.#writeNext();
  }

  #afterDrain(callback) {
    this.#hasFlush = true;
    const done = (error) => {
      this.#hasFlush = false;
      callback(error);
    };
    const onDrain = () => {
      this.off('error', onError);
      if (this.#settings.fsync || this.#isDestroyed) {
        done();
        return;
      }
      try {
        this.#fs.fsync(this.#fd, (error) => (error?.code === 'EBADF' ? done() : done(error))); // closed meanwhile
      } catch (error) {
        done(error);
      }
    };
    const onError = (error) => {
      this.off('drain', onDrain);
      done(error);
    };
    this.once('drain', onDrain);
    this.once('error', onError);
  }

  flushSync() {
    this.#checkAlive();
    if (this.#fd < 0) throw new ERR_INVALID_STATE('Invalid file descriptor');
    if (!this.#isWriting && this.#current.length > 0) {
      this.#pieces.putBack(this.#current);
      this.#current = this.#pieces.none;
    }
    while (!this.#pieces.isEmpty) {
      let piece = this.#pieces.take();
      while (piece.length > 0) piece = this.#take(piece, this.#writePatiently(piece));
    }
    if (this.#kind === BytePieces) return;
    try {
      this.#fs.fsyncSync(this.#fd);
    } catch {
      // not every descriptor supports it
    }
  }

  // Returns the number of bytes written. What can't be written waits for the next flush.
  #writePatiently(piece) {
    for (;;) {
      try {
        return ReflectApply(this.#fs.writeSync, this.#fs, this.#kind.writeArguments(this.#fd, piece));
      } catch (error) {
        if (!isBusy(error) || !this.#settings.retryEAGAIN(error, piece.length, this.#length - piece.length)) {
          this.#pieces.putBack(piece);
          throw error;
        }
        sleep(BUSY_MS);
      }
    }
  }

  // ---- the end

  end() {
    this.#checkAlive();
    if (this.#isOpening) {
      this.once('ready', () => this.end());
      return;
    }
    if (this.#isEnding) return;
    this.#isEnding = true;
    if (this.#isWriting) return;
    if (this.#length > 0 && this.#fd >= 0) this.#writeNext();
    else this.#close();
  }

  destroy() {
    if (!this.#isDestroyed) this.#close();
  }

  [SymbolDispose]() { this.destroy(); }

  #close() {
    if (this.#fd === -1) {
      this.once('ready', () => this.#close());
      return;
    }
    clearInterval(this.#flushTimer);
    this.#isDestroyed = true;
    this.#pieces.clear();
    const closed = (error) => {
      if (error) {
        this.emit('error', error);
        return;
      }
      if (this.#isEnding && !this.#isWriting) this.emit('finish');
      this.emit('close');
    };
    const isStandard = this.#fd === 1 || this.#fd === 2;
    try {
      this.#fs.fsync(this.#fd, () => (isStandard ? closed() : this.#fs.close(this.#fd, closed)));
    } catch {
      // a descriptor that can't be synchronized stays open
    }
  }
}

function settingsOf(options) {
  const settings = {
    minLength: options.minLength || 0,
    maxLength: options.maxLength || 0,
    maxWrite: options.maxWrite || MAX_WRITE,
    periodicFlush: options.periodicFlush || 0,
    sync: options.sync || false,
    fsync: options.fsync || false,
    append: (options.append ?? true) || false,
    mkdir: options.mkdir || false,
    retryEAGAIN: options.retryEAGAIN || (() => true),
  };
  for (let i = 0, list = ['minLength', 'maxLength', 'maxWrite', 'periodicFlush']; i < list.length; i++) {
    const name = list[i];
    validateUint32(settings[name], `options.${name}`);
  }
  for (let j = 0, items = ['sync', 'fsync', 'append', 'mkdir']; j < items.length; j++) {
    const name = items[j];
    validateBoolean(settings[name], `options.${name}`);
  }
  validateFunction(settings.retryEAGAIN, 'options.retryEAGAIN');
  settings.mode = options.mode;
  settings.highWaterMark = MathMax(settings.minLength, HIGH_WATER_MARK);
  return settings;
}

module.exports = { Utf8Stream };
