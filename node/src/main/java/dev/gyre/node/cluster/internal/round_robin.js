'use strict';

// An address on which the primary accepts the connections and gives them to the workers in turn.
//
//   accepted ─> #connections ─┐
//                             ├─> 'newconn' with the connection ─> worker
//   ready ───> #free workers ─┘                                      │
//                  ^                     reply { accepted }          │
//                  └─────────────────────────────────────────────────┘
//
// A worker gets one connection at a time, and the next one after its reply. The primary closes its own descriptor of a
// connection when the worker has accepted it. A worker that is closing its server refuses: the connection goes to another one.

const {
  ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeShift, Boolean, SafeMap, copyList, removeAt,
} = require('internal/primordials');
const { forget, send } = require('internal/cluster/messages');

const nobody = { __proto__: null, closed() {} };

const inFlight = new SafeMap(); // connections that were sent and not replied to: { worker, seq }

// The worker has ended without a reply, also to connections of addresses that it had left. Nobody knows whether it has read
// from them, so no other worker gets them.
function dropInFlight(worker) {
  for (let i = 0, all = copyList(inFlight.keys()); i < all.length; i++) {
    const { worker: receiver, seq } = inFlight.get(all[i]);
    if (receiver === worker) {
      inFlight.delete(all[i]);
      forget(seq);
      all[i].close();
    }
  }
}

// The options of the primary's listen().
function listenOptions(address, { port, fd, flags, backlog, readableAll, writableAll }) {
  if (fd >= 0) return { fd, backlog };
  if (!(port >= 0)) return { path: address, backlog, readableAll, writableAll };
  const { IPV6_ONLY } = require('internal/layout').BindFlags;
  return { port, host: address, ipv6Only: Boolean(flags & IPV6_ONLY), backlog };
}

class RoundRobin {
  data = undefined; // of the program's servers, for example keys of TLS tickets
  #workers = new SafeMap(); // by id
  #free = []; // workers that have replied to all they got, longest free first
  #connections = []; // accepted, waiting for a free worker
  #server; // while it is binding
  #handle = null;
  #isClosed = false;

  constructor(key, address, query) {
    this.key = key;
    const server = require('net').createServer();
    this.#server = server;
    server.listen(listenOptions(address, query));
    server.once('listening', () => this.#takeHandle(server));
  }

  #takeHandle(server) {
    const handle = server._handle;
    server._handle = null;
    this.#server = null;
    handle.owner = this;
    handle.listener = {
      __proto__: null,
      // A failed accept is of no worker's concern.
      connection: (_owner, connection) => { if (connection !== undefined) this.#distribute(connection); },
      closed() {},
    };
    this.#handle = handle;
    if (this.#isClosed) this.#close();
  }

  // done(errno, fields of the reply)
  addWorker(worker, done) {
    this.#workers.set(worker.id, worker);
    const ready = () => {
      if (this.#handle === null) return; // the worker has gone meanwhile
      done(null, this.#handle.kind === 'TCPSERVER' ? { sockname: this.#handle.ownName() } : undefined);
      this.#serve(worker);
    };
    if (this.#server === null) {
      ready();
      return;
    }
    this.#server.once('listening', ready);
    this.#server.once('error', ({ errno }) => done(errno));
  }

  hasWorker(worker) { return this.#workers.has(worker.id); }

  // Whether it was the last worker, and the address is free again.
  removeWorker(worker) {
    if (!this.#workers.delete(worker.id)) return false;
    const at = ArrayPrototypeIndexOf(this.#free, worker);
    if (at >= 0) removeAt(this.#free, at);
    if (this.#workers.size > 0) return false;
    this.#close();
    return true;
  }

  #close() {
    this.#isClosed = true;
    for (let i = 0, all = this.#connections; i < all.length; i++) all[i].close();
    this.#connections = [];
    if (this.#handle === null) return;
    this.#handle.close();
    this.#handle = null;
  }

  #distribute(handle) {
    handle.listener = nobody;
    if (this.#isClosed) {
      handle.close();
      return;
    }
    ArrayPrototypePush(this.#connections, handle);
    this.#match();
  }

  // The worker has replied to all connections that it got.
  #serve(worker) {
    if (!this.#workers.has(worker.id)) return; // it closes the server
    ArrayPrototypePush(this.#free, worker);
    this.#match();
  }

  // Gives connections that wait to free workers.
  #match() {
    while (this.#connections.length > 0 && this.#free.length > 0) {
      if (this.#give(ArrayPrototypeShift(this.#free), this.#connections[0])) ArrayPrototypeShift(this.#connections);
    }
  }

  // Returns false if the worker is not connected: it is about to be removed.
  #give(worker, handle) {
    const seq = send(worker.process, { act: 'newconn', key: this.key }, handle, ({ accepted }) => {
      inFlight.delete(handle);
      if (accepted) handle.close();
      else this.#distribute(handle);
      this.#serve(worker);
    });
    if (seq >= 0) inFlight.set(handle, { worker, seq });
    return seq >= 0;
  }
}

module.exports = { RoundRobin, dropInFlight };
