'use strict';

// The workers of a pool and what each of them is doing.
//
//   STARTING ──ready──> IDLE <──────> BUSY        any of them ──> STOPPING ──gone
//
// A worker that died is replaced at once if it had done a task before; otherwise when a task needs it, because a worker that
// dies by itself after every start would else be started without end.

const { ArrayPrototypePop, ArrayPrototypePush, SafeSet, copyList, isolated, removeAt } = require('internal/primordials');

const STARTING = 0;
const IDLE = 1;
const BUSY = 2;
const STOPPING = 3;

const Member = isolated(class Member {
  state = STARTING;
  runner = undefined;
  task = undefined; // what it runs
  tasksDone = 0;
  idleSince = 0;
  reason = undefined; // why it was told to end

  constructor(name) {
    this.name = name;
  }

  // What programs see of it.
  describe() {
    return { name: this.name, threadId: this.runner?.threadId };
  }
});

const Members = isolated(class Members {
  #all = new SafeSet();
  #idle = []; // the one that was busy last is used first, so that others can be let go
  #counts = [0, 0, 0, 0];

  get size() { return this.#all.size; }
  get starting() { return this.#counts[STARTING]; }
  get idle() { return this.#counts[IDLE]; }
  get busy() { return this.#counts[BUSY]; }
  get stopping() { return this.#counts[STOPPING]; }

  // How many run tasks or soon can.
  get usable() { return this.#all.size - this.#counts[STOPPING]; }

  enter(member) {
    this.#all.add(member);
    this.#counts[member.state]++;
  }

  leave(member) {
    this.#leaveIdle(member);
    this.#counts[member.state]--;
    this.#all.delete(member);
  }

  change(member, state) {
    if (member.state === state) return;
    if (state !== BUSY) this.#leaveIdle(member); // takeIdle has done it otherwise
    this.#counts[member.state]--;
    this.#counts[state]++;
    member.state = state;
    if (state === IDLE) ArrayPrototypePush(this.#idle, member);
  }

  takeIdle() {
    return ArrayPrototypePop(this.#idle);
  }

  // The one that has been idle the longest, or undefined.
  longestIdle() {
    return this.#idle[0];
  }

  list() {
    return copyList(this.#all);
  }

  #leaveIdle(member) {
    if (member.state !== IDLE) return;
    for (let i = 0; i < this.#idle.length; i++) {
      if (this.#idle[i] === member) {
        removeAt(this.#idle, i);
        return;
      }
    }
  }
});

module.exports = { Member, Members, STARTING, IDLE, BUSY, STOPPING };
