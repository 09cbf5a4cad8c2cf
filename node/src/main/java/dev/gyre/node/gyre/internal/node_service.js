'use strict';

// A node: runs tasks of programs in worker threads, as many at a time as it has workers.
//
//   TASK ──> Offer: pending, until its files are there ──> queue ──> Seat: a worker with that code ──> DONE, FAILED
//
// What belongs to a program ends with its session: when it leaves, or the cluster loses sight of it.

const {
  ArrayPrototypePop, ArrayPrototypePush, MathMax, NumberIsFinite, SafeMap, SafeSet, copyList, isolated, itemsOf, removeAt,
} = require('internal/primordials');
const { codes: { ERR_GYRE_POOL_START_FAILED, ERR_GYRE_POOL_WORKER_DIED } } = require('internal/errors');
const { toBytes } = require('internal/v8/serializer');
const { BadMessage, IS, KIND, decode, read } = require('internal/gyre/cluster_wire');
const { Link } = require('internal/gyre/cluster_link');
const { CodeStore } = require('internal/gyre/code_store');
const { toMessage, toMessageByText } = require('internal/gyre/errors_as_messages');
const { VERSION } = require('internal/gyre/node_executor');
const { Seat } = require('internal/gyre/seat');
const { SharedChannels, isOfChannels } = require('internal/gyre/shared_channels');
const { TaskQueue } = require('internal/gyre/task_queue');
const { WorkerExecutor } = require('internal/gyre/worker_executor');
const timers = require('timers');

const native = binding('process');

const IDLE_MS = 10_000;
const SWEEP_MS = 2000;
const UNKNOWN_US = 10_000; // until a task has been measured
const STUCK_MS = 5; // a worker that has answered nothing for so long loses what it was given ahead

const Entry = isolated(class Entry {
  bucket = undefined; // its place in the queue
  previous = undefined;
  next = undefined;
  seat = undefined;
  slot = 0;
  isCancelled = false;

  constructor(session, id, offer, priority, bytes, isOnce, now) {
    this.session = session;
    this.id = id;
    this.offer = offer;
    this.priority = priority;
    this.bytes = bytes;
    this.isOnce = isOnce;
    this.arrivedAt = now;
  }
});

class Session {
  offers = new SafeMap(); // number -> Offer
  tasks = new SafeMap(); // id -> Entry

  constructor(member, id) {
    this.member = member;
    this.id = id;
  }
}

class Offer {
  pending = [];
  idle = []; // seats
  seats = new SafeSet();
  code = undefined;
  refusal = undefined;
  runUs = UNKNOWN_US; // of a task, as a moving average

  constructor(session, number, job) {
    this.session = session;
    this.number = number;
    this.job = job;
  }
}

// The same clock in all threads, whose time is compared.
const nowMs = () => native.hrtime() / 1e6;

// A list, which stays as it is when the map changes.
function valuesOf(map) {
  const list = [];
  for (const { 1: value } of itemsOf(map)) ArrayPrototypePush(list, value);
  return list;
}

class NodeService {
  #link;
  #workers;
  #name;
  #address = '';
  #store = new CodeStore();
  #executor = new WorkerExecutor();
  #sessions = new SafeMap(); // member -> Session
  #shared = new SharedChannels((member, kind, x, body) => this.#link.post(member, kind, 0, 0, x, 0, body), true);
  #queue = new TaskQueue();
  #busy = new SafeSet(); // seats that have tasks
  #isPumping = false;
  #stuckTimer = undefined;
  #time = 0;
  #seats = 0;
  #completed = 0;
  #failed = 0;
  #cancelled = 0;
  #isLeaving = false;
  #onDrained = undefined;
  #farewells = new SafeSet(); // programs that have not said goodbye
  #hasSaidGoodbye = false;
  #sweepTimer;

  // settings: those of a Link, and workers; on: { joined(address), failed(reason), obstacle(reason), members(list) }
  constructor(settings, on) {
    this.#workers = settings.workers;
    this.#name = settings.name;
    this.#link = new Link(settings, {
      joined: (address) => {
        this.#address = address;
        on.joined(address);
      },
      failed: on.failed,
      obstacle: on.obstacle,
      members: (self, list) => {
        this.#see(self, list);
        on.members(self, list);
      },
      record: (from, kind, session, id, x, y, body) => this.#receive(from, kind, session, id, x, y, body),
      left: () => this.#left(),
    });
    this.#sweepTimer = timers.setInterval(() => this.#sweep(), SWEEP_MS);
    this.#sweepTimer.unref();
  }

  // ---- programs

  #see(self, list) {
    const seen = new SafeSet();
    for (let i = 0; i < list.length; i++) seen.add(list[i].number);
    seen.delete(self);
    this.#shared.see(copyList(seen));
    const all = valuesOf(this.#sessions);
    for (let i = 0; i < all.length; i++) {
      if (!seen.has(all[i].member)) this.#drop(all[i]);
    }
  }

  // Ends what a program has here; nobody waits for it.
  #drop(session) {
    this.#sessions.delete(session.member);
    this.#link.forget(session.member);
    for (let i = 0, all = valuesOf(session.tasks); i < all.length; i++) {
      if (all[i].seat === undefined) this.#withdraw(all[i]);
    }
    for (const { 1: offer } of itemsOf(session.offers)) {
      for (const seat of itemsOf(offer.seats)) {
        for (let slot = 0; slot < seat.entries.length; slot++) {
          if (seat.entries[slot] !== undefined) seat.entries[slot].isCancelled = true;
        }
        this.#kill(seat);
      }
    }
    for (const { 1: { code } } of itemsOf(session.offers)) {
      if (code !== undefined && !code.isReady && code.askedOf === session) this.#askAnother(code);
    }
    this.#farewell(session.member);
  }

  #receive(from, kind, session, id, x, y, body) {
    if (kind === KIND.HELLO) {
      this.#hello(from, session, x);
      return;
    }
    if (isOfChannels(kind)) {
      this.#shared.receive(from, kind, x, body);
      return;
    }
    if (kind === KIND.STATUS) {
      this.#post(from, KIND.FIGURES, session, 0, 0, 0, toBytes(this.figures()));
      return;
    }
    const known = this.#sessions.get(from);
    if (known === undefined || known.id !== session) {
      if (kind === KIND.TASK || kind === KIND.ONCE || kind === KIND.CHECK) this.#post(from, KIND.RESET, session);
      return;
    }
    switch (kind) {
      case KIND.OFFER: this.#offer(known, x, decode(body, IS.object)); break;
      case KIND.FILE: this.#file(known, x, id, body); break;
      case KIND.TASK: this.#task(known, id, x, y, body, false); break;
      case KIND.ONCE: this.#task(known, id, x, y, body, true); break;
      case KIND.BYE: this.#farewell(from); break;
      case KIND.CANCEL: this.#cancel(known, id); break;
      case KIND.CHECK: this.#check(known, decode(body, IS.numbers)); break;
    }
  }

  #post(to, kind, session, id, x, y, body) {
    this.#link.post(to, kind, session, id, x, y, body);
  }

  #hello(from, session, version) {
    const old = this.#sessions.get(from);
    if (old !== undefined) this.#drop(old);
    if (version !== VERSION) {
      this.#post(from, KIND.REFUSED, session, 0, 0, 0, toBytes(`it speaks version ${VERSION}, this program ${version}: use the same Gyre on both`));
      return;
    }
    this.#sessions.set(from, new Session(from, session));
    this.#post(from, KIND.WELCOME, session, 0, 0, 0, toBytes({
      workers: this.#isLeaving ? 0 : this.#workers, pid: process.pid, name: this.#name, address: this.#address,
    }));
  }

  // ---- code

  #offer(session, number, { id, text, job }) {
    if (typeof id !== 'string' || typeof text !== 'string' || !IS.object(job)) throw new BadMessage('an offer of code lacks a part');
    const offer = new Offer(session, number, job);
    session.offers.set(number, offer);
    try {
      offer.code = this.#store.open(id, text);
    } catch (error) {
      offer.refusal = error;
      return;
    }
    if (!offer.code.isReady) {
      ArrayPrototypePush(offer.code.waiting, () => this.#codeIsThere(offer));
      if (offer.code.askedOf === undefined) this.#ask(offer);
    }
  }

  #ask(offer) {
    offer.code.askedOf = offer.session;
    const wanted = copyList(offer.code.missing);
    this.#post(offer.session.member, KIND.NEED, offer.session.id, 0, offer.number, 0, toBytes(wanted));
  }

  // Who was asked for files is gone, or has sent others: those who have offered the same are asked.
  #askAnother(code) {
    code.askedOf = undefined;
    for (const { 1: session } of itemsOf(this.#sessions)) {
      for (const { 1: offer } of itemsOf(session.offers)) {
        if (offer.code !== code || offer.refusal !== undefined) continue;
        this.#ask(offer);
        return;
      }
    }
  }

  #file(session, number, index, bytes) {
    const offer = session.offers.get(number);
    if (offer?.code === undefined || offer.code.askedOf !== session) return; // nobody asked for it
    try {
      this.#store.put(offer.code, index, bytes);
    } catch (error) {
      offer.refusal = error;
      this.#askAnother(offer.code);
      this.#codeIsThere(offer);
    }
  }

  #codeIsThere(offer) {
    const { pending } = offer;
    offer.pending = [];
    for (let i = 0; i < pending.length; i++) {
      if (offer.refusal !== undefined) this.#fail(pending[i], offer.refusal);
      else this.#queue.enqueue(pending[i]);
    }
    this.#pump();
  }

  // ---- tasks

  #task(session, id, number, priority, bytes, isOnce) {
    const offer = session.offers.get(number);
    if (offer === undefined) return; // the check finds it
    if (!NumberIsFinite(priority)) throw new BadMessage('a priority is no number');
    const entry = new Entry(session, id, offer, priority, bytes, isOnce, this.#now());
    if (this.#isLeaving) {
      this.#post(session.member, KIND.RETURNED, session.id, id);
      return;
    }
    session.tasks.set(id, entry);
    if (offer.refusal !== undefined) this.#fail(entry, offer.refusal);
    else if (!offer.code.isReady) ArrayPrototypePush(offer.pending, entry);
    else this.#queue.enqueue(entry);
    this.#pumpLater();
  }

  // One time for all records of a turn of the loop.
  #now() {
    if (this.#time === 0) {
      this.#time = nowMs();
      process.nextTick(() => { this.#time = 0; });
    }
    return this.#time;
  }

  // Tasks that come together are given to the workers together.
  #pumpLater() {
    if (this.#isPumping) return;
    this.#isPumping = true;
    process.nextTick(() => {
      this.#isPumping = false;
      this.#pump();
    });
  }

  #pump() {
    const given = [];
    while (this.#queue.size > 0) {
      const entry = this.#queue.peek();
      const seat = this.#seatFor(entry);
      if (!this.#queue.holds(entry)) continue; // no worker could be started
      if (seat === undefined) break;
      this.#queue.remove(entry);
      seat.give(entry);
      if (seat.count === 1) seat.heardAt = this.#now();
      else this.#watchForStuck();
      ArrayPrototypePush(given, seat);
    }
    for (let i = 0; i < given.length; i++) given[i].flush(); // those that come twice have nothing the second time
    if (this.#isLeaving && this.#busy.size === 0) this.#drained();
  }

  // An idle worker with that code, a new one, or, for short tasks, one that has something to do already.
  #seatFor(entry) {
    const { offer } = entry;
    if (this.#busy.size < this.#workers) {
      const seat = ArrayPrototypePop(offer.idle) ?? this.#newSeat(entry);
      if (seat !== undefined) this.#busy.add(seat);
      return seat;
    }
    const depth = Seat.depthFor(offer.runUs);
    if (depth === 1) return undefined;
    let best;
    for (const seat of itemsOf(offer.seats)) {
      if (seat.isReady && !seat.isEnding && seat.count > 0 && seat.count < depth && seat.hasSlot && (best === undefined || seat.count < best.count)) best = seat;
    }
    return best;
  }

  #newSeat(entry) {
    const { offer } = entry;
    const seat = new Seat(offer, `${this.#name}-${++this.#seats}`);
    try {
      const { member, id: session } = offer.session;
      const target = { ...offer.code.target, states: seat.states, reply: { token: this.#link.token, member, session } };
      seat.runner = this.#executor.start({ ...offer.job, target, name: seat.name }, {
        ready: () => {
          seat.isReady = true;
          seat.flush();
        },
        done: (id, message) => this.#answered(seat, message),
        failed: (id, error) => this.#unreadable(seat, error),
        message: (value) => this.#message(offer, value),
        gone: (end) => this.#gone(seat, end),
      });
    } catch (error) {
      this.#queue.remove(entry);
      this.#fail(entry, new ERR_GYRE_POOL_START_FAILED(offer.job.pool, seat, undefined, error));
      return undefined;
    }
    offer.seats.add(seat);
    return seat;
  }

  // Results of a worker.
  #answered(seat, message) {
    const { offer } = seat;
    seat.heardAt = this.#now();
    read(message, 0, (kind, slot, id, isReported, runUs, body) => {
      const entry = seat.release(slot);
      if (entry === undefined) return; // it was taken back
      entry.session.tasks.delete(entry.id);
      if (entry.isCancelled) {
        this.#over(entry);
        return;
      }
      offer.runUs += (runUs - offer.runUs) / 8;
      if (kind === KIND.DONE) this.#completed++;
      else this.#failed++;
      if (isReported === 0) this.#report(entry, kind, runUs, body);
    });
    if (seat.count === 0) {
      this.#busy.delete(seat);
      seat.idleSince = seat.heardAt;
      if (!seat.isEnding) ArrayPrototypePush(offer.idle, seat);
    }
    this.#pump();
  }

  // A message of a worker's that can't be read: nothing is known of its tasks.
  #unreadable(seat, error) {
    process.emitWarning(`A worker's results can not be read: ${error.message}`, 'GyreNodesWarning');
    this.#kill(seat);
  }

  #kill(seat) {
    seat.isEnding = true;
    seat.runner.kill();
  }

  // Tasks behind one that takes unexpectedly long go to other workers.
  #watchForStuck() {
    this.#stuckTimer ??= timers.setTimeout(() => {
      this.#stuckTimer = undefined;
      const limit = nowMs() - STUCK_MS;
      for (const seat of itemsOf(this.#busy)) {
        if (seat.count < 2 || seat.isEnding) continue;
        if (seat.heardAt > limit) this.#watchForStuck();
        else this.#takeBackAll(seat);
      }
      this.#pump();
    }, STUCK_MS);
  }

  #takeBackAll(seat) {
    seat.offer.runUs = UNKNOWN_US;
    for (let slot = 0; slot < seat.entries.length; slot++) {
      const entry = seat.entries[slot];
      if (entry !== undefined && seat.takeBack(entry)) this.#queue.enqueue(entry);
    }
  }

  #report(entry, kind, runUs, body) {
    const { session } = entry;
    if (this.#sessions.get(session.member) !== session) return;
    const waitUs = MathMax(0, (this.#now() - entry.arrivedAt) * 1000 - runUs);
    this.#post(session.member, kind, session.id, entry.id, waitUs, runUs, body);
  }

  #fail(entry, error) {
    entry.session.tasks.delete(entry.id);
    this.#failed++;
    let body;
    try {
      body = toBytes(toMessage(error));
    } catch {
      body = toBytes(toMessageByText(error));
    }
    this.#report(entry, KIND.FAILED, 0, body);
  }

  #message(offer, value) {
    const { session } = offer;
    try {
      if (this.#sessions.get(session.member) === session) this.#post(session.member, KIND.MESSAGE, session.id, 0, offer.number, 0, toBytes(value));
    } catch (error) {
      process.emitWarning(`A worker's message can not leave this machine: ${error.message}`, 'GyreNodesWarning');
    }
  }

  #gone(seat, { exitCode, error }) {
    const { offer } = seat;
    offer.seats.delete(seat);
    this.#busy.delete(seat);
    seat.isEnding = true;
    for (let i = 0; i < offer.idle.length; i++) {
      if (offer.idle[i] === seat) removeAt(offer.idle, i);
    }
    for (let slot = 0; slot < seat.entries.length; slot++) {
      const entry = seat.entries[slot];
      if (entry === undefined) continue;
      const hasBegun = seat.hasBegun(entry);
      const isSent = seat.isSent(entry);
      seat.release(slot);
      if (entry.isCancelled) {
        this.#over(entry);
      } else if (isSent) {
        entry.session.tasks.delete(entry.id); // if it did not arrive, the program's check finds that out
      } else if (!seat.isReady) {
        this.#fail(entry, new ERR_GYRE_POOL_START_FAILED(offer.job.pool, seat, exitCode, error));
      } else if (hasBegun) {
        const seen = { name: seat.name, threadId: seat.runner.threadId };
        this.#fail(entry, new ERR_GYRE_POOL_WORKER_DIED(seen, exitCode, error));
      } else {
        this.#again(entry);
      }
    }
    this.#pump();
  }

  // A task whose worker has ended without having begun it.
  #again(entry) {
    const { session } = entry;
    if (!this.#isLeaving) {
      this.#queue.enqueue(entry);
      return;
    }
    session.tasks.delete(entry.id);
    this.#post(session.member, KIND.RETURNED, session.id, entry.id);
  }

  #cancel(session, id) {
    const entry = session.tasks.get(id);
    if (entry === undefined) return; // its result is on its way
    entry.isCancelled = true;
    const { seat } = entry;
    if (seat === undefined || seat.takeBack(entry)) this.#withdraw(entry);
    else if (seat.hasBegun(entry)) this.#kill(seat); // otherwise its result comes
  }

  // Takes back a task that has not begun.
  #withdraw(entry) {
    this.#unqueue(entry);
    this.#over(entry);
  }

  #unqueue(entry) {
    const { pending } = entry.offer;
    if (this.#queue.holds(entry)) this.#queue.remove(entry);
    for (let i = 0; i < pending.length; i++) {
      if (pending[i] === entry) removeAt(pending, i);
    }
  }

  #over(entry) {
    const { session } = entry;
    this.#cancelled++;
    session.tasks.delete(entry.id);
    if (this.#sessions.get(session.member) === session) this.#post(session.member, KIND.ENDED, session.id, entry.id);
  }

  #check(session, ids) {
    const missing = [];
    for (let i = 0; i < ids.length; i++) {
      if (!session.tasks.has(ids[i])) ArrayPrototypePush(missing, ids[i]);
    }
    if (missing.length > 0) this.#post(session.member, KIND.MISSING, session.id, 0, 0, 0, toBytes(missing));
  }

  // Workers that have had nothing to do for a while end, so that other code finds room.
  #sweep() {
    const limit = nowMs() - IDLE_MS;
    for (const { 1: session } of itemsOf(this.#sessions)) {
      for (const { 1: offer } of itemsOf(session.offers)) {
        while (offer.idle.length > 0 && offer.idle[0].idleSince < limit) {
          offer.idle[0].isEnding = true;
          offer.idle[0].runner.stop();
          removeAt(offer.idle, 0);
        }
      }
    }
  }

  // ---- the end

  // Gives back what has not begun, ends what has, then leaves.
  drain(onDrained) {
    this.#isLeaving = true;
    this.#onDrained = onDrained;
    for (const { 1: session } of itemsOf(this.#sessions)) {
      this.#post(session.member, KIND.LEAVING, session.id);
      for (let i = 0, all = valuesOf(session.tasks); i < all.length; i++) {
        const entry = all[i];
        if (entry.seat !== undefined && !entry.seat.takeBack(entry)) continue;
        this.#unqueue(entry);
        entry.session.tasks.delete(entry.id);
        this.#post(session.member, KIND.RETURNED, session.id, entry.id);
      }
    }
    this.#pump();
  }

  #drained() {
    if (this.#onDrained === undefined || this.#hasSaidGoodbye) return;
    timers.clearInterval(this.#sweepTimer);
    // Who has left is forgotten at once, so its last results have to be there before. Programs that are gone are not waited for.
    this.#hasSaidGoodbye = true;
    for (const { 1: session } of itemsOf(this.#sessions)) {
      this.#farewells.add(session.member);
      this.#post(session.member, KIND.BYE, session.id);
    }
    if (this.#farewells.size === 0) this.#link.leave();
  }

  #farewell(member) {
    this.#farewells.delete(member);
    if (this.#hasSaidGoodbye && this.#farewells.size === 0) this.#link.leave();
  }

  #left() {
    this.#store.close();
    this.#onDrained?.();
  }

  // At the process's end, however it comes.
  close() {
    this.#store.close();
  }

  figures() {
    return {
      role: 'node', name: this.#name, address: this.#address, pid: process.pid, workers: this.#workers, running: this.#busy.size, waiting: this.#queue.size,
      completed: this.#completed, failed: this.#failed, cancelled: this.#cancelled, programs: this.#sessions.size,
    };
  }
}

module.exports = { NodeService };
