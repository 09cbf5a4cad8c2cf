'use strict';

// Terminals: a stream to read keys or lines from, and one to write to that has a size and colors.

const {
  FunctionPrototypeCall, NumberIsInteger, ObjectAssign, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf, ObjectSetPrototypeOf, ReflectConstruct,
} = require('internal/primordials');
const { codes: { ERR_INVALID_FD, ERR_TTY_INIT_FAILED } } = require('internal/errors');
const { atStart } = require('internal/start');
const { Socket } = require('internal/net/socket');
const { StreamHandle } = require('internal/net/stream_handle');
const { SyncSocket } = require('internal/descriptor/sync_writer');
const { getColorDepth, hasColors } = require('internal/tty/colors');
const cursor = require('internal/readline/cursor');

const native = binding('descriptor');
const MAX_FD = 2 ** 31 - 1;
const EINVAL = -22;

const plain = (value) => ({ __proto__: null, value, writable: true, enumerable: true, configurable: true });

function isatty(fd) {
  return NumberIsInteger(fd) && fd >= 0 && fd <= MAX_FD && native.kindOf(fd) === 'TTY';
}

function checkTerminal(fd) {
  if (fd >> 0 !== fd || fd < 0) throw new ERR_INVALID_FD(fd);
  if (!isatty(fd)) {
    throw new ERR_TTY_INIT_FAILED({
      errno: EINVAL, code: 'EINVAL', message: 'invalid argument', syscall: 'uv_tty_init',
    });
  }
}

function ReadStream(fd, options) {
  if (!(this instanceof ReadStream)) return new ReadStream(fd, options);
  checkTerminal(fd);
  const handle = StreamHandle.adoptShared('TTY', fd);
  FunctionPrototypeCall(Socket, this, { __proto__: null, readableHighWaterMark: 0, handle, manualStart: true, ...options });
  this.isRaw = false;
  this.isTTY = true;
}
ObjectSetPrototypeOf(ReadStream.prototype, Socket.prototype);
// Not in the snapshot: V8 can't read a heap back that has this chain of functions in it (see CONTRIBUTING.md).
atStart(() => ObjectSetPrototypeOf(ReadStream, Socket));

ReadStream.prototype.setRawMode = function setRawMode(flag) {
  if (!this._handle) return this;
  try {
    native.setRawMode(this._handle.fd, !!flag);
    this.isRaw = !!flag;
  } catch (error) {
    this.emit('error', error);
  }
  return this;
};

class Output extends SyncSocket {
  constructor(fd) {
    checkTerminal(fd);
    super(fd);
    // Reading the size takes a system call, and most programs don't need it.
    for (let i = 0, names = ['columns', 'rows']; i < names.length; i++) {
      const name = names[i];
      ObjectDefineProperty(this, name, {
        __proto__: null,
        configurable: true,
        enumerable: true,
        get() { return setSize(this)[i]; },
        set(value) { ObjectDefineProperty(this, name, plain(value)); },
      });
    }
  }

  _refreshSize() {
    const known = ObjectGetOwnPropertyDescriptor(this, 'columns').get === undefined;
    const before = known ? [this.columns, this.rows] : [];
    let now;
    try {
      now = setSize(this);
    } catch (error) {
      this.emit('error', error);
      return;
    }
    if (before[0] !== now[0] || before[1] !== now[1]) this.emit('resize');
  }

  getWindowSize() { return [this.columns, this.rows]; }

  cursorTo(x, y, callback) { return cursor.cursorTo(this, x, y, callback); }

  moveCursor(dx, dy, callback) { return cursor.moveCursor(this, dx, dy, callback); }

  clearLine(dir, callback) { return cursor.clearLine(this, dir, callback); }

  clearScreenDown(callback) { return cursor.clearScreenDown(this, callback); }
}

function setSize(stream) {
  const size = native.windowSize(stream.fd);
  ({ 0: stream.columns, 1: stream.rows } = size);
  return size;
}

// Callable without `new`.
function WriteStream(fd) {
  return ReflectConstruct(Output, [fd], new.target ?? WriteStream);
}

function becomes(Public, Class) {
  ObjectSetPrototypeOf(Public, ObjectGetPrototypeOf(Class));
  Public.prototype = Class.prototype;
  ObjectDefineProperty(Class.prototype, 'constructor', { __proto__: null, value: Public, writable: true, configurable: true });
}

becomes(WriteStream, Output);
ObjectAssign(WriteStream.prototype, { getColorDepth, hasColors });
ObjectDefineProperty(WriteStream.prototype, 'isTTY', plain(true));

module.exports = { isatty, ReadStream, WriteStream };
