'use strict';

// cluster.Worker: in the primary one for each worker, whose `process` is a ChildProcess; in a worker the one that is
// cluster.worker, whose `process` is the process object. disconnect() and destroy() are added by internal/cluster/primary and
// internal/cluster/child.

const { FunctionPrototypeCall, ObjectSetPrototypeOf, ReflectApply } = require('internal/primordials');
const EventEmitter = require('events');
const { kEmptyObject } = require('internal/util');

function Worker(options) {
  if (!(this instanceof Worker)) return new Worker(options);
  FunctionPrototypeCall(EventEmitter, this);
  const { state, id, process } = options !== null && typeof options === 'object' ? options : kEmptyObject;
  this.exitedAfterDisconnect = undefined;
  this.state = state || 'none';
  this.id = id | 0;
  if (!process) return;
  this.process = process;
  process.on('error', (code, signal) => this.emit('error', code, signal));
  process.on('message', (message, handle) => this.emit('message', message, handle));
}
ObjectSetPrototypeOf(Worker.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(Worker, EventEmitter);

Worker.prototype.kill = function kill(...args) {
  ReflectApply(this.destroy, this, args);
};

Worker.prototype.send = function send(...args) {
  return ReflectApply(this.process.send, this.process, args);
};

Worker.prototype.isDead = function isDead() {
  return this.process.exitCode != null || this.process.signalCode != null;
};

Worker.prototype.isConnected = function isConnected() {
  return this.process.connected;
};

module.exports = { Worker };
