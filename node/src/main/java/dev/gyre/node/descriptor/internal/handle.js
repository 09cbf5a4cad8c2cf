'use strict';

// A descriptor in the loop: reads one chunk when asked, writes one chunk at a time. Under every stream on a pipe or
// terminal; the streams see it as their `_handle`, with the names Node's own handles have.

const { Float64Array } = require('internal/primordials');
const { openChannel, closeChannel } = require('internal/bridge');
const { AsyncScope } = require('internal/async_scope');
const { lend } = require('internal/memory');

const native = binding('descriptor');
const LAST_STANDARD = 2;
const EBADF = -9;
const ECANCELED = -125;

class DescriptorHandle {
  #channel;
  #scope;
  #onWritten = undefined;
  #writeScope = undefined; // of the write that waits
  #unwritten = undefined; // loan of what is being written
  #referenced = true;

  reading = false;

  // onRead(bytes, undefined), onRead(null, undefined) at the end, onRead(undefined, errno), in the async context that
  // the handle was made in. type: its name in async_hooks.
  constructor(fd, onRead, type = 'PIPEWRAP') {
    this.fd = fd;
    this.#scope = new AsyncScope(this, type);
    const receiveRead = this.#scope.receiver((message) => {
      this.reading = false;
      if (message === undefined) onRead(null, undefined);
      else if (typeof message === 'number') onRead(undefined, message);
      else onRead(message, undefined);
    });
    this.#channel = openChannel((message) => {
      if (message instanceof Float64Array) this.#written(message[0]);
      else receiveRead(message);
    });
    native.open(this.#channel, fd);
  }

  getAsyncId() { return this.#scope.asyncId; }

  // A write that had to wait is done in the async context of that write.
  #written(status) {
    this.#endLoan();
    const done = this.#onWritten;
    const scope = this.#writeScope;
    this.#onWritten = undefined;
    this.#writeScope = undefined;
    scope.enter();
    done(status);
    scope.leave();
    scope.destroy();
  }

  // One chunk.
  readStart() {
    if (this.reading || this.fd < 0) return;
    this.reading = true;
    native.read(this.#channel);
  }

  readStop() {
    if (!this.reading || this.fd < 0) return;
    this.reading = false;
    native.stopReading(this.#channel);
  }

  // done(status) is called once, later where the descriptor is full: 0 or a negative errno.
  write(bytes, done) {
    if (this.fd < 0) {
      done(EBADF);
      return;
    }
    const loan = lend(bytes); // what the descriptor does not take at once is written later, from the same memory
    const result = native.write(this.#channel, loan.part(0, loan.length));
    if (result === 1) {
      this.#unwritten = loan;
      this.#onWritten = done;
      this.#writeScope = new AsyncScope(done, 'WRITEWRAP');
    } else {
      loan.end();
      done(result);
    }
  }

  #endLoan() {
    this.#unwritten?.end();
    this.#unwritten = undefined;
  }

  shutdown() { return native.shutdown(this.#channel); }

  // The standard streams' descriptors themselves stay open.
  close() {
    const { fd } = this;
    if (fd < 0) return;
    this.fd = -1;
    this.reading = false;
    if (fd <= LAST_STANDARD) native.release(this.#channel);
    else native.close(this.#channel);
    closeChannel(this.#channel);
    this.#scope.destroy();
    this.#endLoan();
    const done = this.#onWritten;
    if (done === undefined) return;
    this.#onWritten = undefined;
    this.#writeScope.soon(done, ECANCELED);
    this.#writeScope.destroy();
  }

  // Calls back when the loop has closed the handle: what is ready in this turn of the loop comes first.
  afterClose(callback) {
    this.#scope.soon(callback);
  }

  ref() { this.#setReferenced(true); }

  unref() { this.#setReferenced(false); }

  hasRef() { return this.#referenced && this.fd >= 0; }

  #setReferenced(referenced) {
    this.#referenced = referenced;
    if (this.fd >= 0) native.setReferenced(this.#channel, referenced);
  }
}

module.exports = { DescriptorHandle };
