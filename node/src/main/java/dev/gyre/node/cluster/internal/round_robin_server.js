'use strict';

// What a server of a worker has as its handle when the primary accepts the connections: there is no socket, connections come
// as messages. A timer keeps the loop running instead.

const { clearInterval, setInterval } = require('timers');

const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

class RoundRobinServer {
  #name;
  #onClose;
  #timer;

  owner = undefined;
  listener = undefined;
  isClosed = false;

  // name: the address of a TCP server, undefined for a path
  constructor(name, onClose) {
    this.kind = name === undefined ? 'PIPESERVER' : 'TCPSERVER';
    this.#name = name;
    this.#onClose = onClose;
    this.ref();
  }

  get fd() { return -1; }

  // The primary listens. Its backlog is that of the first worker which asked.
  listen() { return 0; }

  ownName() { return { ...this.#name }; }

  onconnection(errno, handle) { this.listener.connection(this.owner, handle, errno); }

  close() {
    if (this.isClosed) return 0;
    this.isClosed = true;
    this.unref();
    this.#onClose();
    return 0;
  }

  ref() {
    if (!this.isClosed) this.#timer ??= setInterval(() => {}, LONGEST_TIMEOUT_MS);
  }

  unref() {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  hasRef() { return this.#timer !== undefined; }

  getAsyncId() { return 0; }
}

module.exports = { RoundRobinServer };
