'use strict';

// BroadcastChannels that are one for all members of a cluster. Each member that shares a name has a channel of that name, which
// hears what is posted here and posts here what others send. It does not hear itself, so nothing goes in circles.
//
//   program: option channels ──SHARE──> all members      a node shares what a program shares, for its workers
//   a message here ──BROADCAST──> the members that share the name
//
// Messages of one sender arrive in order. Members that have lost sight of each other don't get each other's messages, then or later.

const { ArrayPrototypePush, SafeMap, SafeSet, itemsOf } = require('internal/primordials');
const { IS, KIND, decode } = require('internal/gyre/cluster_wire');
const { toBytes } = require('internal/v8/serializer');

const BY_PROGRAM = 1;

// The members that share a name.
class Sharers {
  members = new SafeMap(); // member -> whether it is a program

  enter(member, isProgram) { this.members.set(member, isProgram); }
  leave(member) { return this.members.delete(member); }

  get hasProgram() {
    for (const { 1: isProgram } of itemsOf(this.members)) if (isProgram) return true;
    return false;
  }
}

class SharedChannels {
  #post; // (member, kind, x, body)
  #isNode;
  #channels = new SafeMap(); // name -> BroadcastChannel
  #sharers = new SafeMap(); // name -> Sharers
  #members = new SafeSet();

  constructor(post, isNode) {
    this.#post = post;
    this.#isNode = isNode;
  }

  share(name) {
    if (this.#channels.has(name)) return;
    const { BroadcastChannel } = require('worker_threads');
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => this.#send(name, data);
    channel.unref();
    this.#channels.set(name, channel);
    for (const member of itemsOf(this.#members)) this.#announce(member, name);
  }

  #announce(member, name) {
    this.#post(member, KIND.SHARE, this.#isNode ? 0 : BY_PROGRAM, toBytes(name));
  }

  #send(name, value) {
    const sharers = this.#sharers.get(name);
    if (sharers === undefined) return;
    let body;
    try {
      body = toBytes({ name, value });
    } catch (error) {
      process.emitWarning(`A message of the BroadcastChannel ${name} can not leave this machine: ${error.message}`, 'GyreNodesWarning');
      return;
    }
    for (const { 0: member } of itemsOf(sharers.members)) this.#post(member, KIND.BROADCAST, 0, body);
  }

  // Those that are there, without this one.
  see(members) {
    const now = new SafeSet();
    for (let i = 0; i < members.length; i++) {
      now.add(members[i]);
      if (this.#members.has(members[i])) continue;
      for (const { 0: name } of itemsOf(this.#channels)) this.#announce(members[i], name);
    }
    const gone = [];
    for (const member of itemsOf(this.#members)) if (!now.has(member)) ArrayPrototypePush(gone, member);
    this.#members = now;
    for (let i = 0; i < gone.length; i++) this.#forget(gone[i]);
  }

  #forget(member) {
    for (const { 0: name, 1: sharers } of itemsOf(this.#sharers)) {
      if (sharers.leave(member)) this.#endUnlessAsked(name, sharers);
    }
  }

  // A node shares a name for as long as a program does.
  #endUnlessAsked(name, sharers) {
    if (!this.#isNode || sharers.hasProgram) return;
    this.#channels.get(name)?.close();
    this.#channels.delete(name);
    for (const member of itemsOf(this.#members)) this.#post(member, KIND.UNSHARE, 0, toBytes(name));
  }

  receive(from, kind, x, body) {
    const message = decode(body, kind === KIND.BROADCAST ? IS.object : IS.text);
    switch (kind) {
      case KIND.SHARE: {
        let sharers = this.#sharers.get(message);
        if (sharers === undefined) this.#sharers.set(message, sharers = new Sharers());
        sharers.enter(from, x === BY_PROGRAM);
        if (this.#isNode && x === BY_PROGRAM) this.share(message);
        break;
      }
      case KIND.UNSHARE: this.#sharers.get(message)?.leave(from); break;
      case KIND.BROADCAST: this.#channels.get(message.name)?.postMessage(message.value); break;
    }
  }

  close() {
    for (const { 1: channel } of itemsOf(this.#channels)) channel.close();
    this.#channels = new SafeMap();
  }
}

const isOfChannels = (kind) => kind === KIND.SHARE || kind === KIND.UNSHARE || kind === KIND.BROADCAST;

module.exports = { SharedChannels, isOfChannels };
