'use strict';

// Runs a pool's tasks on the nodes of a cluster.
//
//   pool ──> NodeRunner ──> Errand ──> Hub: waiting ──> RemoteNode: out ──> DONE, FAILED
//                                        ^                   │
//                                        └── the node is lost, or returns it
//
// A runner here is no place of its own, but the right to have one task out. There are as many that are ready as the nodes have
// places, so that the pool's queue keeps the rest, with its order and its bounds. Which node a task goes to is decided when it
// goes: to the one with the fewest tasks for each worker.
//
// A task has one errand, and an errand is in one place: waiting, or out at one node. A node that is lost gives its errands back.
// What it might still report belongs to a session that is over, and is dropped: a task is settled once.
//
// Short tasks go ahead of time, so that a node has the next one when a worker is free: `window` says how many.

const {
  ArrayIsArray, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeSlice, JSONStringify, MathFloor, MathMax, MathMin, MathRound, NumberIsInteger, ReflectApply,
  SafeMap, SafeSet, byteLengthOf, copyList, isolated, itemsOf, removeAt,
} = require('internal/primordials');
const { codes: { ERR_GYRE_NODE_LOST, ERR_GYRE_NODES_FAILED } } = require('internal/errors');
const { structuredClone } = require('internal/structured_clone');
const { toBytes } = require('internal/v8/serializer');
const { fromBytes } = require('internal/v8/deserializer');
const { BadMessage, IS, KIND, decode } = require('internal/gyre/cluster_wire');
const { Link } = require('internal/gyre/cluster_link');
const { manifestOf } = require('internal/gyre/code_manifest');
const { fromMessage } = require('internal/gyre/errors_as_messages');
const { SharedChannels, isOfChannels } = require('internal/gyre/shared_channels');
const { TaskQueue } = require('internal/gyre/task_queue');
const { createHistogram } = require('perf_hooks');
const timers = require('timers');

const VERSION = 3;
const AHEAD_US = 3000; // a node is given so much work ahead for each worker
const MAX_AHEAD = 64; // tasks, for each worker
const AHEAD_BYTES = 16 << 20;
const CHECK_MS = 1000;
const LINGER_MS = 50; // from the last runner's end to leaving
const LONELY_MS = 5000;
const MAX_CHECKED = 1000;
const NS_PER_MS = 1e6;

const Errand = isolated(class Errand {
  bucket = undefined; // its place in the queue
  previous = undefined;
  next = undefined;
  node = undefined; // where it is out
  sentAt = 0;
  isCancelled = false;

  constructor(id, taskId, runner, bytes, priority, retries) {
    this.id = id;
    this.taskId = taskId;
    this.runner = runner;
    this.bytes = bytes;
    this.priority = priority;
    this.retries = retries;
    this.isOnce = retries === 0;
  }
});

class RemoteNode {
  workers = 0;
  pid = 0;
  isLeaving = false;
  refusal = undefined;
  out = new SafeMap(); // id -> Errand
  outBytes = 0;
  offered = new SafeSet();
  runUs = AHEAD_US; // a task's time, as a moving average
  completed = 0;
  failed = 0;
  lost = 0;
  queueWait = createHistogram(); // in nanoseconds, as a pool's
  runTime = createHistogram();

  constructor({ number, name, address }, session) {
    this.number = number;
    this.name = name;
    this.address = address;
    this.session = session;
  }

  get window() {
    if (this.workers === 0 || this.isLeaving) return 0;
    return this.workers * MathMin(MAX_AHEAD, 1 + MathFloor(AHEAD_US / (this.runUs + 1)));
  }

  get hasRoom() {
    const { size } = this.out;
    return size < this.window && (size < this.workers || this.outBytes < AHEAD_BYTES);
  }

  get load() { return this.out.size / this.workers; }

  measured(waitUs, runUs) {
    this.queueWait.record(MathMax(1, MathRound(waitUs * 1000)));
    this.runTime.record(MathMax(1, MathRound(runUs * 1000)));
    this.runUs += (runUs - this.runUs) / 16;
  }

  describe() {
    const { name, address, workers, pid, completed, failed, lost, queueWait, runTime } = this;
    return { name, address, workers, pid, running: this.out.size, completed, failed, lost, queueWait, runTime };
  }
}

class NodeRunner {
  threadId = 0;
  errand = undefined;
  isReady = false;
  isEnding = false;

  constructor(hub, code, listener) {
    this.hub = hub;
    this.code = code;
    this.listener = listener;
  }

  run(taskId, value, transferList, { priority, retries }) {
    const bytes = toBytes(value);
    // Nothing moves to another machine, but the sender loses it as it would here; ports are refused.
    if (transferList.length > 0) structuredClone(transferList, { __proto__: null, transfer: transferList });
    this.hub.submit(this, taskId, bytes, priority, retries);
  }

  stop() { this.hub.end(this, false); }
  kill() { this.hub.end(this, true); }
}

// The nodes that one list of addresses leads to. All pools of the program that name the same ones share it.
class Hub {
  #link;
  #nodes = new SafeMap(); // number -> RemoteNode
  #codes = new SafeSet(); // those that have runners
  #runners = 0;
  #waiting = new TaskQueue();
  #lastId = 0;
  #lastSession = 0;
  #self = 0;
  #checkTimer = undefined;
  #leaveTimer = undefined;
  #lonelyTimer = undefined;
  #isFilling = false;
  #failure = undefined;
  #onLeft;
  #shared = new SharedChannels((member, kind, x, body) => this.#link.post(member, kind, 0, 0, x, 0, body), false);

  constructor({ nodes, tls }, onLeft) {
    this.#onLeft = onLeft;
    this.nodes = nodes;
    this.#link = new Link({ name: `program-${process.pid}`, join: nodes, tls }, {
      joined() {},
      failed: (reason) => this.#fail(reason),
      obstacle: (reason) => process.emitWarning(reason, 'GyreNodesWarning'),
      members: (self, list, isMerged) => this.#see(self, list, isMerged),
      record: (from, kind, session, id, x, y, body) => this.#receive(from, kind, session, id, x, y, body),
      left() {},
    });
    this.#checkTimer = timers.setInterval(() => this.#check(), CHECK_MS);
    this.#checkTimer.unref();
    this.#lonelyTimer = timers.setTimeout(() => {
      if (this.#capacity() === 0) {
        process.emitWarning(`No node of ${this.nodes} has answered yet; tasks wait for one`, 'GyreNodesWarning');
      }
    }, LONELY_MS);
    this.#lonelyTimer.unref();
  }

  share(names) {
    for (let i = 0; i < names.length; i++) this.#shared.share(names[i]);
  }

  // ---- runners

  enter(runner) {
    timers.clearTimeout(this.#leaveTimer);
    this.#runners++;
    runner.code.runners++;
    if (this.#failure !== undefined) this.#gone(runner, this.#failure);
    else ArrayPrototypePush(runner.code.starting, runner);
    this.#codes.add(runner.code);
    this.#fillLater();
  }

  #fillLater() {
    if (this.#isFilling) return;
    this.#isFilling = true;
    timers.setImmediate(() => {
      this.#isFilling = false;
      this.#fill();
    });
  }

  #capacity() {
    let places = 0;
    for (const { 1: node } of itemsOf(this.#nodes)) places += node.window;
    return places;
  }

  // Each pool may have as many tasks out as there are places; which of them are taken first, the priorities say.
  #fill() {
    for (const code of itemsOf(this.#codes)) this.#fillOne(code);
  }

  #fillOne(code) {
    if (code.starting.length === 0) return;
    for (let left = this.#capacity() - code.ready; left > 0 && code.starting.length > 0; left--) {
      const runner = ArrayPrototypeShift(code.starting);
      runner.isReady = true;
      code.ready++;
      runner.listener.ready();
    }
  }

  // A runner ends: at once if it does nothing; else with its task, which is cancelled or not.
  end(runner, isNow) {
    if (runner.isEnding) return;
    runner.isEnding = true;
    const { errand } = runner;
    if (errand === undefined) {
      this.#gone(runner, undefined);
    } else if (isNow) {
      errand.isCancelled = true;
      if (errand.node !== undefined) {
        this.#link.post(errand.node.number, KIND.CANCEL, errand.node.session, errand.id);
      } else {
        this.#waiting.remove(errand);
        this.#gone(runner, undefined);
      }
    }
  }

  #gone(runner, error) {
    runner.errand = undefined;
    timers.setImmediate(() => this.#goneNow(runner, error));
  }

  #goneNow(runner, error) {
    const { code } = runner;
    if (runner.isReady) {
      code.ready--;
    } else {
      for (let i = 0; i < code.starting.length; i++) {
        if (code.starting[i] === runner) removeAt(code.starting, i);
      }
    }
    if (--code.runners === 0) this.#codes.delete(code);
    this.#runners--;
    if (this.#runners === 0) {
      this.#leaveTimer = timers.setTimeout(() => this.#leave(), LINGER_MS);
      this.#leaveTimer.unref();
    }
    runner.listener.gone({ exitCode: error === undefined ? 0 : 1, error });
    this.#fillLater();
  }

  #leave() {
    timers.clearInterval(this.#checkTimer);
    timers.clearTimeout(this.#lonelyTimer);
    this.#onLeft();
    tellFigures();
    this.#shared.close();
    this.#link.leave();
  }

  #fail(reason) {
    this.#failure = new ERR_GYRE_NODES_FAILED(reason);
    timers.clearTimeout(this.#lonelyTimer);
    for (const { starting } of itemsOf(this.#codes)) {
      for (let i = 0; i < starting.length; i++) this.#gone(starting[i], this.#failure);
    }
    this.#onLeft(); // another pool tries again
  }

  // ---- errands

  submit(runner, taskId, bytes, priority, retries) {
    this.#lastId = (this.#lastId + 1) >>> 0;
    runner.errand = new Errand(this.#lastId, taskId, runner, bytes, priority, retries);
    this.#waiting.enqueue(runner.errand);
    this.#dispatch();
  }

  #dispatch() {
    while (this.#waiting.size > 0) {
      const node = this.#freest();
      if (node === undefined) return;
      this.#send(this.#waiting.take(), node);
    }
  }

  #freest() {
    let best;
    for (const { 1: node } of itemsOf(this.#nodes)) {
      if (node.hasRoom && (best === undefined || node.load < best.load)) best = node;
    }
    return best;
  }

  #send(errand, node) {
    const { code } = errand.runner;
    if (!node.offered.has(code)) {
      node.offered.add(code);
      this.#link.post(node.number, KIND.OFFER, node.session, 0, code.number, 0, code.offer());
    }
    errand.node = node;
    errand.sentAt = process.uptime();
    node.out.set(errand.id, errand);
    node.outBytes += byteLengthOf(errand.bytes);
    this.#link.post(node.number, errand.isOnce ? KIND.ONCE : KIND.TASK, node.session, errand.id, code.number, errand.priority, errand.bytes);
  }

  #takeBack(node, id) {
    const errand = node.out.get(id);
    if (errand === undefined) return undefined;
    node.out.delete(id);
    node.outBytes -= byteLengthOf(errand.bytes);
    errand.node = undefined;
    return errand;
  }

  #settle(errand, settle) {
    const { runner } = errand;
    runner.errand = undefined;
    if (runner.isEnding) this.#gone(runner, undefined);
    else settle(runner.listener, errand.taskId);
    this.#dispatch();
  }

  // An errand comes back without a result.
  #again(errand, node, isLost) {
    if (errand.isCancelled || (errand.runner.isEnding)) {
      this.#gone(errand.runner, undefined);
    } else if (!isLost || errand.retries > 0) {
      if (isLost) errand.retries--;
      this.#waiting.enqueue(errand);
    } else {
      this.#gone(errand.runner, new ERR_GYRE_NODE_LOST(node.name, node.address));
    }
  }

  // ---- nodes

  #see(self, list, isMerged) {
    this.#self = self;
    const seen = new SafeSet();
    for (let i = 0; i < list.length; i++) {
      const peer = list[i];
      seen.add(peer.number);
      if (peer.number === self) continue;
      if (!this.#nodes.has(peer.number)) this.#greet(peer);
      else if (isMerged) this.#checkNode(this.#nodes.get(peer.number), true);
    }
    for (const { 1: node } of itemsOf(this.#nodes)) {
      if (!seen.has(node.number)) this.#lose(node);
    }
    seen.delete(self);
    this.#shared.see(copyList(seen));
  }

  #greet(peer) {
    const node = new RemoteNode(peer, ++this.#lastSession);
    this.#nodes.set(peer.number, node);
    this.#link.post(peer.number, KIND.HELLO, node.session, 0, VERSION);
  }

  #lose(node) {
    this.#nodes.delete(node.number);
    this.#link.forget(node.number);
    const { out } = node;
    node.out = new SafeMap();
    for (const { 1: errand } of itemsOf(out)) {
      errand.node = undefined;
      node.lost++;
      this.#again(errand, node, true);
    }
    this.#dispatch();
  }

  // Whatever went wrong between two members, a task that a node does not know runs again.
  #check() {
    for (const { 1: node } of itemsOf(this.#nodes)) this.#checkNode(node, false);
    tellFigures();
  }

  #checkNode(node, isAll) {
    const limit = process.uptime() - CHECK_MS / 1000;
    const ids = [];
    for (const { 1: errand } of itemsOf(node.out)) {
      if (ids.length < MAX_CHECKED && (isAll || errand.sentAt < limit)) ArrayPrototypePush(ids, errand.id);
    }
    if (ids.length > 0 || isAll) this.#link.post(node.number, KIND.CHECK, node.session, 0, 0, 0, toBytes(ids));
  }

  #receive(from, kind, session, id, x, y, body) {
    const node = this.#nodes.get(from);
    if (isOfChannels(kind)) {
      this.#shared.receive(from, kind, x, body);
      return;
    }
    if (kind === KIND.STATUS) {
      this.#link.post(from, KIND.FIGURES, session, 0, 0, 0, toBytes({ role: 'program', pid: process.pid }));
      return;
    }
    if (kind === KIND.HELLO) { // another program, which looks for nodes
      this.#link.post(from, KIND.WELCOME, session, 0, 0, 0, toBytes({ workers: 0, pid: process.pid, name: `program-${process.pid}`, address: '' }));
      return;
    }
    if (node === undefined || node.session !== session) return;
    switch (kind) {
      case KIND.WELCOME: this.#welcome(node, decode(body, IS.object)); break;
      case KIND.REFUSED: process.emitWarning(`The node ${node.name} (${node.address}) refuses: ${decode(body, IS.text)}`, 'GyreNodesWarning'); break;
      case KIND.NEED: this.#giveFiles(node, x, decode(body, IS.numbers)); break;
      case KIND.DONE: this.#done(node, id, x, y, body); break;
      case KIND.FAILED: this.#failed(node, id, x, y, body); break;
      case KIND.ENDED: this.#ended(node, id); break;
      case KIND.RETURNED: this.#return(node, [id], false); break;
      case KIND.MISSING: this.#return(node, decode(body, IS.numbers), true); break;
      case KIND.LEAVING: node.isLeaving = true; break;
      case KIND.MESSAGE: this.#message(node, x, decode(body, IS.anything)); break;
      case KIND.BYE: this.#link.post(from, KIND.BYE, session); break;
      case KIND.RESET:
        this.#lose(node);
        this.#greet(node);
        break;
    }
  }

  #welcome(node, { workers, pid, name, address }) {
    if (!NumberIsInteger(workers) || workers < 0 || !IS.text(name) || !IS.text(address)) throw new BadMessage('a welcome lacks a part');
    node.workers = workers;
    node.pid = pid;
    node.name = name;
    node.address = address;
    this.#dispatch();
    this.#fill();
  }

  #giveFiles(node, number, wanted) {
    for (const code of itemsOf(node.offered)) {
      if (code.number !== number) continue;
      for (let i = 0; i < wanted.length; i++) {
        const file = code.manifest.files[wanted[i]];
        if (file !== undefined) this.#link.post(node.number, KIND.FILE, node.session, wanted[i], number, 0, file);
      }
    }
  }

  #done(node, id, waitUs, runUs, body) {
    const errand = this.#takeBack(node, id);
    if (errand === undefined) return;
    node.measured(waitUs, runUs);
    node.completed++;
    let value;
    try {
      value = fromBytes(body);
    } catch (error) {
      this.#settle(errand, (listener, taskId) => listener.failed(taskId, error));
      return;
    }
    this.#settle(errand, (listener, taskId) => listener.done(taskId, value));
    this.#fillOne(errand.runner.code);
  }

  #failed(node, id, waitUs, runUs, body) {
    const error = errorFrom(decode(body, ArrayIsArray));
    const errand = this.#takeBack(node, id);
    if (errand === undefined) return;
    node.measured(waitUs, runUs);
    node.failed++;
    this.#settle(errand, (listener, taskId) => listener.failed(taskId, error));
  }

  #ended(node, id) {
    const errand = this.#takeBack(node, id);
    if (errand !== undefined) this.#gone(errand.runner, undefined);
    this.#dispatch();
  }

  #return(node, ids, isLost) {
    for (let i = 0; i < ids.length; i++) {
      const errand = this.#takeBack(node, ids[i]);
      if (errand !== undefined) this.#again(errand, node, isLost);
    }
    this.#dispatch();
  }

  #message(node, number, value) {
    for (const code of itemsOf(node.offered)) {
      if (code.number === number) code.tell?.(value);
    }
  }

  describe() {
    const list = [];
    for (const { 1: node } of itemsOf(this.#nodes)) {
      if (node.workers > 0) ArrayPrototypePush(list, node.describe());
    }
    return list;
  }
}

function errorFrom(parts) {
  try {
    return fromMessage(parts);
  } catch (error) {
    throw new BadMessage(`an error can not be read: ${error.message}`);
  }
}

// What a pool's nodes run.
class Code {
  manifest;
  tell = undefined;
  starting = []; // runners that are not ready
  ready = 0;
  runners = 0;
  #job;
  #offer = undefined;

  constructor(number, { target, pool, workerData, env, argv, execArgv, resourceLimits }) {
    this.number = number;
    this.manifest = manifestOf(target);
    this.#job = { pool, workerData, env, argv, execArgv, resourceLimits };
  }

  offer() {
    const { id, text } = this.manifest;
    return this.#offer ??= toBytes({ id, text, job: this.#job });
  }
}

const hubs = new SafeMap();
let lastCode = 0;

// By address: several lists of nodes can lead to the same one.
function allNodes() {
  const all = new SafeMap();
  for (const { 1: hub } of itemsOf(hubs)) {
    for (let i = 0, list = hub.describe(); i < list.length; i++) {
      const node = list[i];
      const known = all.get(node.address);
      all.set(node.address, known === undefined ? node : bothOf(known, node));
    }
  }
  return all;
}

function bothOf(one, other) {
  const sumOf = (a, b) => {
    const sum = createHistogram();
    ReflectApply(sum.add, sum, [a]);
    ReflectApply(sum.add, sum, [b]);
    return sum;
  };
  return {
    ...one,
    running: one.running + other.running,
    completed: one.completed + other.completed,
    failed: one.failed + other.failed,
    lost: one.lost + other.lost,
    queueWait: sumOf(one.queueWait, other.queueWait),
    runTime: sumOf(one.runTime, other.runTime),
  };
}

// For the dashboard, if there is one: see NodeFigures.
function tellFigures() {
  const native = binding('nodes');
  if (!native.isAskedForFigures()) return;
  const values = [];
  const tell = (value) => ArrayPrototypePush(values, value);
  const tellTimes = (histogram) => {
    tell(histogram.count);
    const isEmpty = histogram.count === 0;
    tell(isEmpty ? 0 : histogram.mean / NS_PER_MS);
    tell(isEmpty ? 0 : histogram.percentile(50) / NS_PER_MS);
    tell(isEmpty ? 0 : histogram.percentile(99) / NS_PER_MS);
    tell(isEmpty ? 0 : histogram.max / NS_PER_MS);
  };
  for (const { 1: { name, address, workers, running, completed, failed, lost, queueWait, runTime } } of itemsOf(allNodes())) {
    tell(name);
    tell(address);
    tell(workers);
    tell(running);
    tell(completed);
    tell(failed);
    tell(lost);
    tellTimes(queueWait);
    tellTimes(runTime);
  }
  native.tellFigures(values);
}

class NodeExecutor {
  #hub = undefined;
  #settings;
  #code = undefined;
  #channels;

  constructor({ nodes, tls, channels }) {
    this.#settings = { nodes: ArrayPrototypeSlice(nodes), tls };
    this.#channels = channels;
  }

  start(job, listener) {
    this.#code ??= new Code(++lastCode, job);
    const key = JSONStringify(this.#settings);
    this.#hub = hubs.get(key);
    if (this.#hub === undefined) {
      const hub = this.#hub = new Hub(this.#settings, () => { if (hubs.get(key) === hub) hubs.delete(key); });
      hubs.set(key, hub);
    }
    this.#hub.share(this.#channels);
    const runner = new NodeRunner(this.#hub, this.#code, listener);
    this.#code.tell = (value) => listener.message(value);
    this.#hub.enter(runner);
    return runner;
  }

  // What the nodes have done for this program.
  nodes() {
    return this.#hub?.describe() ?? [];
  }
}

module.exports = { NodeExecutor, VERSION };
