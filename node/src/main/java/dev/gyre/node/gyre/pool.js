'use strict';

// gyre:pool: workers made ahead, and tasks that wait for them.
//
//   run(value) ──> TaskQueue ──> Members ──> executor ──> done, failed ──> the promise of run
//                 priorities,   a free one,  a thread,   └─ gone: the worker ended; its task is rejected
//                 then in order or started   or another machine
//
// A task is in one of three places: the queue, a member, or settled. Everything that ends a task goes through #settle, which
// counts it; stats() checks the sum. What happens to workers goes through #add and #gone. Both tell listeners last, when the
// state is whole, because a listener may throw or call the pool.
//
// The executor knows nothing of queues, priorities or limits. It starts runners, which run one task at a time and tell what
// became of it: docs/pool.md describes the interface.

const {
  ArrayPrototypePush, ArrayPrototypeShift, PromisePrototypeThen, PromiseReject, PromiseResolve,
  PromiseWithResolvers, SymbolAsyncDispose,
} = require('internal/primordials');
const EventEmitter = require('events');
const {
  AbortError,
  codes: { ERR_GYRE_POOL_CLOSED, ERR_GYRE_POOL_FULL, ERR_GYRE_POOL_START_FAILED, ERR_GYRE_POOL_WORKER_DIED },
} = require('internal/errors');
const { validateAbortSignal, validateArray, validateFiniteNumber, validateFunction, validateInteger, validateObject } = require('internal/validators');
const { kEmptyObject } = require('internal/util');
const timers = require('timers');
const { Figures } = require('internal/gyre/figures');
const { Reader, mapped } = require('internal/gyre/map');
const { BUSY, IDLE, Member, Members, STARTING, STOPPING } = require('internal/gyre/members');
const { optionsFrom, retriesFrom } = require('internal/gyre/pool_options');
const { Task } = require('internal/gyre/task');
const { TaskQueue } = require('internal/gyre/task_queue');
const { targetOf } = require('internal/gyre/target');
const { transfer } = require('internal/gyre/transfer');

const OPEN = 0;
const CLOSING = 1; // tasks that were submitted still run
const CLOSED = 2; // nothing runs any more; workers may still be ending

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const noop = () => {};

class Pool extends EventEmitter {
  #options;
  #job;
  #queue = new TaskQueue();
  #members = new Members();
  #figures = new Figures();
  #state = OPEN;
  #taskIds = 0;
  #memberIds = 0;
  #keeper = undefined; // a timer that keeps the process alive while there are tasks
  #idleTimer = undefined;
  #closed = undefined; // { promise, resolve }
  #waitingForRoom = [];
  #isTellingOfRoom = false; // somebody has seen the pool full

  constructor(target, options = undefined) {
    super();
    this.#options = optionsFrom(options);
    this.#job = { target: targetOf(target), ...this.#options.job };
    for (let i = 0; i < this.#options.size; i++) this.#add();
  }

  get name() { return this.#options.name; }
  get size() { return this.#options.size; }

  // Whether run() would refuse a task, or have it wait beyond maxQueue.
  get isFull() {
    return this.#queue.size + this.#figures.running >= this.#options.size + this.#options.maxQueue;
  }

  get isClosed() { return this.#state !== OPEN; }

  // ---- tasks

  run(value, options = kEmptyObject) {
    try {
      validateObject(options, 'options');
      const { transferList = [], signal, priority = 0, retry } = options;
      validateArray(transferList, 'options.transferList');
      validateFiniteNumber(priority, 'options.priority');
      if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
      if (this.#state !== OPEN) throw new ERR_GYRE_POOL_CLOSED(this.name);
      if (this.#options.whenFull === 'reject' && this.isFull) {
        this.#figures.refused++;
        this.#isTellingOfRoom = true;
        throw new ERR_GYRE_POOL_FULL(this.name, this.#queue.size, this.#options.maxQueue);
      }
      return this.#submit(value, transferList, priority, signal, retriesFrom(retry, this.#options.retries)).promise;
    } catch (error) {
      return PromiseReject(error);
    }
  }

  map(source, options = kEmptyObject) {
    validateObject(options, 'options');
    const { concurrency = this.size, signal, priority = 0, transferList, retry } = options;
    validateInteger(concurrency, 'options.concurrency', 1);
    validateFiniteNumber(priority, 'options.priority');
    if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
    if (transferList !== undefined) validateFunction(transferList, 'options.transferList');
    const retries = retriesFrom(retry, this.#options.retries);
    const submit = (value) => {
      if (this.#state !== OPEN) throw new ERR_GYRE_POOL_CLOSED(this.name);
      const task = this.#submit(value, transferList === undefined ? [] : transferList(value), priority, signal, retries);
      PromisePrototypeThen(task.promise, undefined, noop); // the consumer may have left when it fails
      return task;
    };
    return mapped(new Reader(source, submit, () => this.room()), concurrency, (task) => this.#withdraw(task));
  }

  // Resolves when the pool is not full; callers are served in turn, one for each task that ends.
  room() {
    if (!this.isFull || this.#state !== OPEN) return PromiseResolve();
    const { promise, resolve } = PromiseWithResolvers();
    ArrayPrototypePush(this.#waitingForRoom, resolve);
    return promise;
  }

  #submit(value, transferList, priority, signal, retries) {
    const task = new Task(++this.#taskIds, value, transferList, priority, retries, this.#figures.now());
    this.#figures.submitted++;
    if (signal?.aborted) {
      this.#figures.cancelled++;
      task.reject(abortErrorOf(signal));
      return task;
    }
    if (signal !== undefined) task.listen(signal, () => this.#abort(task));
    this.#queue.enqueue(task);
    this.#keepAlive();
    this.#dispatch();
    return task;
  }

  #abort(task) {
    // Nothing but the worker's end stops a function that runs.
    if (task.member !== undefined) this.#end(task.member, 'aborted');
    this.#settle(task, 'cancelled', abortErrorOf(task.signal));
  }

  // Takes back a task that has not begun. One that has goes on, and its result is dropped.
  #withdraw(task) {
    if (this.#queue.holds(task)) this.#settle(task, 'cancelled', new AbortError());
  }

  #dispatch() {
    while (this.#queue.size > 0) {
      const member = this.#members.takeIdle();
      if (member === undefined) break;
      this.#start(this.#queue.take(), member);
    }
    if (this.#state === CLOSED) return;
    while (this.#queue.size > this.#members.starting && this.#members.size < this.#options.size) {
      try {
        this.#add();
      } catch (error) {
        this.#noWorker(undefined, error);
        return;
      }
    }
  }

  #start(task, member) {
    const now = this.#figures.now();
    task.member = member;
    task.startedAt = now;
    member.task = task;
    this.#members.change(member, BUSY);
    this.#figures.taskStarted(task.submittedAt, now);
    try {
      member.runner.run(task.id, task.value, task.transferList, task);
      task.value = undefined;
      task.transferList = undefined;
    } catch (error) {
      // The loop of #dispatch goes on with the next task; a call of it from here would nest for every such task.
      this.#settle(task, 'failed', error);
      if (member.state === BUSY) this.#rest(member);
    }
  }

  // The only way in which a task ends. `outcome` is the name of its count.
  #settle(task, outcome, result) {
    const { member } = task;
    if (member === undefined) {
      this.#queue.remove(task);
      this.#figures[outcome]++;
    } else {
      task.member = undefined;
      member.task = undefined;
      this.#figures.taskEnded(task.startedAt, outcome);
    }
    task.stopListening();
    if (outcome === 'completed') task.resolve(result);
    else task.reject(result);
    this.#afterTask();
  }

  #afterTask() {
    const isDone = this.#queue.size + this.#figures.running === 0;
    if (isDone) this.#keeper?.unref();
    while (this.#waitingForRoom.length > 0) {
      ArrayPrototypeShift(this.#waitingForRoom)();
      if (!isDone && this.#state === OPEN) break;
    }
    if (isDone && this.#state === CLOSING) this.#endAll();
    if (this.#isTellingOfRoom && !this.isFull) {
      this.#isTellingOfRoom = false;
      timers.setImmediate(() => { if (!this.isFull) this.emit('drain'); });
    }
  }

  #keepAlive() {
    if (this.#keeper === undefined) this.#keeper = timers.setInterval(noop, LONGEST_TIMER_MS);
    else if (this.#queue.size + this.#figures.running === 1) this.#keeper.ref();
    if (this.isFull) this.#isTellingOfRoom = true;
  }

  // ---- workers

  #add() {
    const member = new Member(`${this.name}-${++this.#memberIds}`);
    this.#members.enter(member);
    try {
      member.runner = this.#options.executor.start({ ...this.#job, pool: this.name, name: member.name }, {
        ready: () => this.#ready(member),
        done: (id, value) => this.#finish(member, id, 'completed', value),
        failed: (id, error) => this.#finish(member, id, 'failed', error),
        message: (value) => this.emit('message', value, member.describe()),
        gone: (end) => this.#gone(member, end),
      });
    } catch (error) {
      this.#members.leave(member);
      throw error;
    }
    this.#figures.started++;
  }

  #ready(member) {
    if (member.state !== STARTING) return;
    this.#rest(member);
    this.#dispatch();
    this.emit('workerStart', member.describe());
  }

  #finish(member, id, outcome, result) {
    const { task } = member;
    if (task === undefined || (id !== undefined && task.id !== id)) return; // it was aborted meanwhile
    member.tasksDone++;
    this.#settle(task, outcome, result);
    if (member.state !== BUSY) return; // it is ending
    if (member.tasksDone >= this.#options.recycleAfter) {
      this.#figures.recycled++;
      this.#end(member, 'recycled');
    } else {
      this.#rest(member);
      this.#dispatch();
    }
  }

  #rest(member) {
    member.idleSince = this.#figures.now();
    this.#members.change(member, IDLE);
    this.#armIdleTimer();
  }

  #armIdleTimer() {
    if (this.#options.idleTimeoutMs === Infinity || this.#idleTimer !== undefined || this.#members.usable <= this.#options.minSize) return;
    const oldest = this.#members.longestIdle();
    if (oldest === undefined) return;
    const leftMs = oldest.idleSince + this.#options.idleTimeoutMs - this.#figures.now();
    this.#idleTimer = timers.setTimeout(() => {
      this.#idleTimer = undefined;
      const member = this.#members.longestIdle();
      const limit = this.#figures.now() - this.#options.idleTimeoutMs;
      if (member !== undefined && member.idleSince <= limit) this.#end(member, 'idle');
      this.#armIdleTimer();
    }, leftMs > 1 ? leftMs : 1);
    this.#idleTimer.unref();
  }

  // Has a worker end: after what it is doing, or at once.
  #end(member, reason) {
    if (member.state === STOPPING && reason !== 'destroyed') return;
    const isGentle = reason !== 'aborted' && reason !== 'destroyed' && member.state !== STARTING;
    this.#members.change(member, STOPPING);
    member.reason = reason;
    if (isGentle) member.runner.stop();
    else member.runner.kill();
  }

  #gone(member, { error, exitCode }) {
    const { state, task } = member;
    const wasReady = state !== STARTING;
    const isExpected = state === STOPPING;
    const seen = member.describe();
    this.#members.leave(member);
    if (!isExpected) this.#figures.died++;
    if (task !== undefined) {
      // A lost node says itself what happened.
      this.#settle(task, 'failed', error?.code === 'ERR_GYRE_NODE_LOST' ? error : new ERR_GYRE_POOL_WORKER_DIED(seen, exitCode, error));
    }
    if (this.#state === CLOSED) {
      this.#finishClosing();
    } else if (!wasReady) {
      this.#noWorker(seen, error, exitCode);
    } else {
      // Those that ended by order of the pool, but for idleness, and those that had done something are replaced.
      const isReplaced = isExpected ? member.reason !== 'idle' : member.tasksDone > 0 || task !== undefined;
      this.#dispatch();
      if (isReplaced && this.#state === OPEN && this.#members.size < this.#options.size) this.#addQuietly();
    }
    this.emit('workerExit', { ...seen, exitCode, error, reason: isExpected ? member.reason : 'died' });
  }

  #addQuietly() {
    try {
      this.#add();
    } catch (error) {
      this.#noWorker(undefined, error);
    }
  }

  // A worker could not be started. If no other is there, nobody would run the tasks that wait.
  #noWorker(seen, error, exitCode) {
    if (this.#members.usable > 0) return;
    const tasks = this.#queue;
    for (let task = tasks.peek(); task !== undefined; task = tasks.peek()) {
      this.#settle(task, 'failed', new ERR_GYRE_POOL_START_FAILED(this.name, seen, exitCode, error));
    }
  }

  // ---- the end

  // Resolves when the tasks submitted so far have ended and the workers are gone.
  close() {
    if (this.#closed === undefined) {
      this.#closed = PromiseWithResolvers();
      this.#state = CLOSING;
      this.#releaseWaiters();
      if (this.#queue.size + this.#figures.running === 0) this.#endAll();
    }
    return this.#closed.promise;
  }

  // Rejects all tasks, also those that run, and ends the workers at once.
  destroy(reason = undefined) {
    const { promise } = this.#closed ??= PromiseWithResolvers();
    const wasClosed = this.#state === CLOSED;
    this.#state = CLOSED;
    this.#releaseWaiters();
    const error = () => reason ?? new ERR_GYRE_POOL_CLOSED(this.name, 'destroyed');
    for (let task = this.#queue.peek(); task !== undefined; task = this.#queue.peek()) this.#settle(task, 'cancelled', error());
    for (let i = 0, list = this.#members.list(); i < list.length; i++) {
      const { task } = list[i];
      if (task !== undefined) this.#settle(task, 'cancelled', error());
      this.#end(list[i], 'destroyed');
    }
    if (!wasClosed) this.#finishClosing();
    return promise;
  }

  #releaseWaiters() {
    while (this.#waitingForRoom.length > 0) ArrayPrototypeShift(this.#waitingForRoom)();
  }

  #endAll() {
    this.#state = CLOSED;
    for (let i = 0, list = this.#members.list(); i < list.length; i++) this.#end(list[i], 'closed');
    this.#finishClosing();
  }

  // While workers are ending, the process stays.
  #finishClosing() {
    timers.clearTimeout(this.#idleTimer);
    if (this.#members.size > 0) {
      (this.#keeper ??= timers.setInterval(noop, LONGEST_TIMER_MS)).ref();
      return;
    }
    timers.clearInterval(this.#keeper);
    this.#closed.resolve();
    timers.setImmediate(() => this.emit('close'));
  }

  async [SymbolAsyncDispose]() {
    await this.close();
  }

  stats() {
    const { idle, busy, starting, stopping } = this.#members;
    const report = this.#figures.report(this.#queue.size, { starting, idle, busy, stopping });
    const { executor } = this.#options;
    if (typeof executor.nodes === 'function') report.nodes = executor.nodes();
    return report;
  }
}

const abortErrorOf = (signal) => new AbortError(undefined, { cause: signal.reason });

module.exports = { Pool, transfer };
