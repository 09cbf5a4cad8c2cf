'use strict';

// An address whose socket all workers have: the primary binds it, and every worker listens or receives on a copy. The system
// decides which worker gets a connection or datagram.

const { SafeSet } = require('internal/primordials');

class SharedHandle {
  data = undefined; // of the program's servers, for example keys of TLS tickets
  #workers = new SafeSet(); // their ids
  #handle = null;
  #errno = 0;

  constructor(key, address, { port, addressType, fd, flags }) {
    this.key = key;
    const isDatagram = addressType === 'udp4' || addressType === 'udp6';
    const result = isDatagram ?
      require('internal/dgram/bound_handle').createBoundHandle(address, port, addressType, fd, flags) :
      require('net')._createServerHandle(address, port, addressType, fd, flags);
    if (typeof result === 'number') {
      this.#errno = result;
      return;
    }
    this.#handle = result;
    if (!isDatagram) result.listener = { closed() {} };
  }

  // done(errno, fields of the reply, handle to send)
  addWorker(worker, done) {
    this.#workers.add(worker.id);
    done(this.#errno, undefined, this.#handle);
  }

  hasWorker(worker) { return this.#workers.has(worker.id); }

  // Whether it was the last worker, and the address is free again.
  removeWorker(worker) {
    if (!this.#workers.delete(worker.id) || this.#workers.size > 0) return false;
    this.#handle?.close();
    this.#handle = null;
    return true;
  }
}

module.exports = { SharedHandle };
