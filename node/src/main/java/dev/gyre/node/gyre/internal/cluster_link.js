'use strict';

// Membership of a cluster: who else is there, messages to and from them. What is sent to one member in a turn of the loop is one
// message. The listener has
//
//   joined(address)                     or failed(reason), once
//   obstacle(reason)                    why another process is no member: a line to be shown
//   members(self, list, isMerged)       list of { number, name, address }; whenever it changes
//   record(from, kind, session, id, x, y, body)
//   left()

const { ArrayPrototypePush, ArrayPrototypeSlice, SafeMap } = require('internal/primordials');
const { closeChannel, openChannel } = require('internal/bridge');
const { codes: { ERR_GYRE_NODES_UNAVAILABLE } } = require('internal/errors');
const { BadMessage, Outboxes, read, u32 } = require('internal/gyre/cluster_wire');
const timers = require('timers');

const native = binding('nodes');

const SENDER_BYTES = 4;

class Link {
  #channel;
  #listener;
  #outboxes = new Outboxes();
  #isFlushing = false;
  #isOpen = true;
  #names = new SafeMap(); // number -> name

  // settings: { name, host, port, join, tls }; an empty host is the one from which the members to join are reached.
  constructor({ name, host = '', port = 0, join = [], tls = '' }, listener) {
    if (!native.isThere()) throw new ERR_GYRE_NODES_UNAVAILABLE();
    this.#listener = listener;
    this.#channel = openChannel((message) => this.#receive(message));
    native.join(this.#channel, name, host, port, join, tls);
  }

  #receive(message) {
    if (!this.#isOpen && message[0] !== 'left') return;
    if (typeof message[0] === 'number') {
      const from = u32(message, 0);
      try {
        read(message, SENDER_BYTES, (kind, session, id, x, y, body) => this.#listener.record(from, kind, session, id, x, y, body));
      } catch (error) {
        if (!(error instanceof BadMessage)) throw error;
        process.emitWarning(`A message of the member ${this.#names.get(from) ?? from} is dropped: ${error.message}`, 'GyreNodesWarning');
      }
      return;
    }
    switch (message[0]) {
      case 'joined': this.#listener.joined(message[1]); break;
      case 'failed': this.#listener.failed(message[1]); break;
      case 'obstacle': this.#listener.obstacle(message[1]); break;
      case 'members': this.#see(message[1], peersOf(ArrayPrototypeSlice(message, 3)), message[2]); break;
      case 'left':
        closeChannel(this.#channel);
        this.#listener.left();
        break;
    }
  }

  #see(self, peers, isMerged) {
    this.#names = new SafeMap();
    for (let i = 0; i < peers.length; i++) this.#names.set(peers[i].number, peers[i].name);
    this.#listener.members(self, peers, isMerged);
  }

  post(to, kind, session, id = 0, x = 0, y = 0, body = undefined) {
    this.#outboxes.of(to).write(kind, session, id, x, y, body);
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    timers.setImmediate(() => this.flush());
  }

  // By which other threads of this process send to members, without a turn of this loop.
  get token() { return native.tokenOf(this.#channel); }

  flush() {
    this.#isFlushing = false;
    if (this.#isOpen) this.#outboxes.empty((member, bytes) => native.send(this.#channel, member, bytes));
  }

  forget(member) {
    this.#outboxes.drop(member);
  }

  // What was posted is sent first.
  leave() {
    if (!this.#isOpen) return;
    this.flush();
    this.#isOpen = false;
    native.leave(this.#channel);
  }
}

function peersOf(list) {
  const peers = [];
  for (let i = 0; i < list.length; i += 3) {
    ArrayPrototypePush(peers, { __proto__: null, number: list[i], name: list[i + 1], address: list[i + 2] });
  }
  return peers;
}

module.exports = { Link };
