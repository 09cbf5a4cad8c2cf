'use strict';

// process.stdin, stdout and stderr. Each is created at its first use; its class depends on the kind of descriptor.

const native = binding('descriptor');

// The descriptor stays open whatever happens to the stream, and the stream can be used after destroy().
function destroyOnlyInName(error, callback) {
  callback(error);
  this._undestroy();
  if (!this._writableState.emitClose) process.nextTick(() => this.emit('close'));
}

const TYPES = { __proto__: null, TTY: 'tty', FILE: 'fs', PIPE: 'pipe', TCP: 'pipe' };

function createOutput(fd, kind) {
  if (kind === 'TTY') return new (require('tty').WriteStream)(fd);
  const { SyncSocket, SyncWriteStream } = require('internal/descriptor/sync_writer');
  if (kind === 'FILE') return new SyncWriteStream(fd);
  if (TYPES[kind] !== undefined) return new SyncSocket(fd);
  const { Writable } = require('stream');
  return new Writable({ write(chunk, encoding, callback) { callback(); } });
}

function output(fd) {
  const kind = native.kindOf(fd);
  const stream = createOutput(fd, kind);
  if (TYPES[kind] !== undefined) stream._type = TYPES[kind];
  stream.fd = fd;
  stream._isStdio = true;
  stream.destroySoon = stream.destroy;
  stream._destroy = destroyOnlyInName;
  if (stream.isTTY) process.on('SIGWINCH', () => stream._refreshSize());
  return stream;
}

function createInput() {
  const kind = native.kindOf(0);
  switch (kind) {
    case 'TTY': return new (require('tty').ReadStream)(0);
    case 'FILE': return new (require('fs').ReadStream)(null, { fd: 0, autoClose: false });
    case 'PIPE':
    case 'TCP': {
      const { Socket } = require('internal/net/socket');
      const { StreamHandle } = require('internal/net/stream_handle');
      const handle = StreamHandle.adoptShared(kind, native.openInput());
      const stream = new Socket({ handle, readable: true, writable: false, manualStart: true });
      stream._writableState.ended = true; // so that it can't be ended again
      return stream;
    }
    default: {
      const { Readable } = require('stream');
      const stream = new Readable({ read() {} });
      stream.push(null);
      return stream;
    }
  }
}

function input() {
  const stream = createInput();
  stream.fd = 0;
  // After pause() nothing may be read from the descriptor, and nothing may keep the process alive. The stream itself is
  // paused one tick later.
  stream.on('pause', () => {
    process.nextTick(() => {
      if (!stream._handle?.reading || stream.readableFlowing) return;
      stream._readableState.reading = false;
      stream._handle.readStop();
    });
  });
  return stream;
}

module.exports = { stdin: input, stdout: () => output(1), stderr: () => output(2) };
