'use strict';

// The native half of a Worker in its parent: a thread by its number, and the channel on which Java reports its end.

const { ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypeSlice, ObjectDefineProperty, Symbol } = require('internal/primordials');
const { AsyncScope } = require('internal/async_scope');
const { closeChannel, openChannel } = require('internal/bridge');
const { Kind } = require('internal/layout');

const native = binding('worker');

const kScope = Symbol('kScope');
const kReferenced = Symbol('kReferenced');
const kLimits = Symbol('kLimits');
const kIsStarted = Symbol('kIsStarted');

// Programs see this object in async hooks and when they inspect a Worker, under Node's names.
const WorkerHandle = class Worker {
  constructor({ name, variables, execArgv, nodeOptions, limits, tracksDescriptors, url }) {
    this.messagePort = undefined;
    const created = native.create(name, packed(variables), execArgv, nodeOptions, limits, tracksDescriptors, url);
    this.threadId = created[0];
    this.threadName = name;
    this.onexit = null;
    hide(this, kLimits, ArrayPrototypeSlice(created, 1));
    hide(this, kScope, new AsyncScope(this, 'WORKER'));
    hide(this, kReferenced, true);
    hide(this, kIsStarted, false);
  }

  // `port` is the number of the worker's end of the channel.
  startThread(port) {
    const channel = openChannel(this[kScope].receiver(({ 0: code, 1: error, 2: reason }) => {
      closeChannel(channel);
      this[kIsStarted] = false;
      this[kScope].destroy();
      this.onexit?.(code, error, reason);
      this[kReferenced] = undefined; // as a handle of Node's that is gone
    }), Kind.CHILD);
    native.start(this.threadId, port, channel);
    this[kIsStarted] = true;
  }

  stopThread() {
    if (this[kIsStarted]) native.terminate(this.threadId);
  }

  ref() { this.#reference(true); }

  unref() { this.#reference(false); }

  hasRef() { return this[kReferenced]; }

  #reference(wanted) {
    if (!this[kIsStarted] || this[kReferenced] === wanted) return;
    this[kReferenced] = wanted;
    native.reference(this.threadId, wanted);
  }

  // As in resourceLimits: young, old, code, stack.
  limits() { return this[kLimits]; }

  // Has Java answer through the channel. False if the worker does not run.
  ask(question, channel) { return this[kIsStarted] && native.ask(this.threadId, question, channel); }

  // How long its loop was idle and active, in milliseconds; undefined if it does not run.
  loopTimes() { return this[kIsStarted] ? native.loopTimes(this.threadId) : undefined; }
};

// One text of many, which is cheaper to hand over: the lengths of all, a line end, and all of them.
function packed(texts) {
  if (texts === undefined) return undefined;
  return `${ArrayPrototypeJoin(ArrayPrototypeMap(texts, (text) => text.length), ' ')}\n${ArrayPrototypeJoin(texts, '')}`;
}

function hide(object, key, value) {
  ObjectDefineProperty(object, key, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

module.exports = { WorkerHandle };
