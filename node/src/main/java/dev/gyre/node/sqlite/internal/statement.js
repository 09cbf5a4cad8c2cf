'use strict';

// Prepared statements and their iterators. A statement's number belongs to its connection, which forgets all of them when it
// closes; one that is collected is finalized.

const {
  FinalizationRegistry, IteratorPrototype, ObjectCreate, ObjectDefineProperty, ObjectKeys, ObjectSetPrototypeOf, SafeMap,
  StringPrototypeSlice, Symbol, SymbolDispose, isView, registerFinalizer,
} = require('internal/primordials');
const { Reader, readRows, writeParameters } = require('internal/sqlite/values');
const { settle } = require('internal/sqlite/callbacks');
const { argType, argValue, badState, illegalConstructor, sqliteError } = require('internal/sqlite/errors');
const { isObject } = require('internal/sqlite/options');
const { isAnyArrayBuffer } = require('util/types');

const native = binding('sqlite');

const RUN = 0;
const GET = 1;
const ALL = 2;
const ITERATE = 3;

const COUNTERS = {
  __proto__: null,
  fullscanStep: 1, sort: 2, autoindex: 3, vmStep: 4, reprepare: 5, run: 6, filterMiss: 7, filterHit: 8, memused: 99,
};

let forgotten;

// An operation that waits for JavaScript can't be of this statement, whose object would be in use.
function freeForgotten({ database, opening, number }) {
  if (database.id === opening) settle(database, native.finalize(opening, number));
}

const kCreate = Symbol('kCreate');

// What a statement is made of; the object that the program has refers to it, and not the other way round.
class StatementState {
  constructor(database, number, settings) {
    this.database = database;
    this.number = number;
    this.opening = database.id; // a connection that is opened again has another number
    this.readsBigInts = settings.readBigInts;
    this.returnsArrays = settings.returnArrays;
    this.allowsBareNames = settings.allowBareNamedParameters;
    this.allowsUnknownNames = settings.allowUnknownNamedParameters;
    this.names = null; // of columns
    this.parameters = null;
    this.bareNames = new SafeMap();
    this.hasBareNames = false;
    this.generation = 0; // each execution ends the iterators before
    this.generationOfDatabase = database.generation;
    this.isFreed = false;
    this.isExecuting = false; // it may wait for a function of the program
    forgotten ??= new FinalizationRegistry(freeForgotten);
    registerFinalizer(forgotten, this, { database, opening: database.id, number });
  }

  get isFinalized() {
    return this.isFreed || this.database.id !== this.opening || this.generationOfDatabase !== this.database.generation;
  }

  check() {
    if (this.isFinalized) throw badState('statement has been finalized');
  }

  checkIdle() {
    this.check();
    if (this.isExecuting) throw badState('statement is being executed');
  }

  free() {
    this.isFreed = true;
    return native.finalize(this.opening, this.number);
  }

  // ---- parameters

  parameterList() {
    return this.parameters ??= native.parameterNames(this.opening, this.number);
  }

  // Where a name is, 0 for one that is none.
  placeOf(name) {
    const list = this.parameterList();
    for (let i = 0; i < list.length; i++) if (list[i] === name) return i + 1;
    const full = this.allowsBareNames ? this.bareNames.get(name) : undefined;
    return full === undefined ? 0 : this.placeOf(full);
  }

  findBareNames() {
    if (!this.allowsBareNames || this.hasBareNames) return;
    this.hasBareNames = true;
    const list = this.parameterList();
    for (let i = 0; i < list.length; i++) {
      const full = list[i];
      if (full === null || full === undefined) continue;
      const bare = StringPrototypeSlice(full, 1);
      const known = this.bareNames.get(bare);
      if (known === undefined) this.bareNames.set(bare, full);
      else if (known !== full) {
        throw badState(`Cannot create bare named parameter '${bare}' because of conflicting names '${known}' and '${full}'.`);
      }
    }
  }

  // Named and anonymous parameters as the binding takes them.
  parametersOf(args) {
    const places = [];
    const values = [];
    const { 0: first } = args;
    let next = 0;
    if (isObject(first) && !isView(first) && !isAnyArrayBuffer(first)) {
      next = 1;
      this.findBareNames();
      const keys = ObjectKeys(first);
      for (let i = 0; i < keys.length; i++) {
        const place = this.placeOf(keys[i]);
        if (place === 0) {
          if (this.allowsUnknownNames) continue;
          throw badState(`Unknown named parameter '${keys[i]}'`);
        }
        places[places.length] = place;
        values[values.length] = first[keys[i]];
      }
    }
    if (next === args.length) return writeParameters(places, values);
    const list = this.parameterList();
    let place = 1;
    for (; next < args.length; next++) {
      while (typeof list[place - 1] === 'string' && list[place - 1][0] !== '?') place++;
      places[places.length] = place++;
      values[values.length] = args[next];
    }
    return writeParameters(places, values);
  }

  // ---- execution

  execute(mode, parameters, keepsBindings = false) {
    this.checkIdle(); // a getter of the parameters may have changed that
    this.generation++;
    this.isExecuting = true;
    try {
      return settle(this.database, native.execute(this.opening, this.number, mode, parameters, keepsBindings));
    } finally {
      this.isExecuting = false;
    }
  }

  nextRow() {
    this.checkIdle();
    this.isExecuting = true;
    try {
      return settle(this.database, native.next(this.opening, this.number));
    } finally {
      this.isExecuting = false;
    }
  }

  run(parameters, keepsBindings) {
    const reader = new Reader(this.execute(RUN, parameters, keepsBindings));
    return { changes: reader.integer(this.readsBigInts), lastInsertRowid: reader.integer(this.readsBigInts) };
  }

  getRow(parameters, keepsBindings) {
    const rows = readRows(this.execute(GET, parameters, keepsBindings), this, 1);
    return rows[0];
  }

  all(parameters, keepsBindings) {
    return readRows(this.execute(ALL, parameters, keepsBindings), this, Infinity);
  }

  iterate(parameters, keepsBindings) {
    this.execute(ITERATE, parameters, keepsBindings);
    return new StatementSyncIterator(kCreate, this);
  }
}

function item(done, value) {
  const made = ObjectCreate(null);
  made.done = done;
  made.value = value;
  return made;
}

class StatementSyncIterator {
  #state;
  #generation;
  #isDone = false;

  constructor(key, state) {
    if (key !== kCreate) throw illegalConstructor();
    this.#state = state;
    this.#generation = state.generation;
  }

  next() {
    const state = this.#state;
    state.check();
    if (this.#isDone) return item(true, null);
    if (this.#generation !== state.generation) throw badState('iterator was invalidated');
    const rows = readRows(state.nextRow(), state, 1);
    if (rows.length === 0) {
      this.#isDone = true;
      return item(true, null);
    }
    return item(false, rows[0]);
  }

  return() {
    const state = this.#state;
    state.checkIdle();
    settle(state.database, native.reset(state.opening, state.number));
    this.#isDone = true;
    return item(true, null);
  }
}
ObjectSetPrototypeOf(StatementSyncIterator.prototype, IteratorPrototype);

class StatementSync {
  #state;

  constructor(key, state) {
    if (key !== kCreate) throw illegalConstructor();
    this.#state = state;
    ObjectDefineProperty(this, 'sourceSQL', {
      __proto__: null, enumerable: true, configurable: false,
      get: () => {
        state.check();
        return native.sql(state.opening, state.number);
      },
    });
    ObjectDefineProperty(this, 'expandedSQL', {
      __proto__: null, enumerable: true, configurable: false,
      get: () => {
        state.checkIdle();
        const text = native.expandedSql(state.opening, state.number);
        if (typeof text !== 'string') throw sqliteError('Expanded SQL text would exceed configured limits');
        return text;
      },
    });
  }

  static create(state) {
    return new StatementSync(kCreate, state);
  }

  iterate(...args) {
    this.#state.checkIdle();
    return this.#state.iterate(this.#state.parametersOf(args));
  }

  all(...args) {
    this.#state.checkIdle();
    return this.#state.all(this.#state.parametersOf(args));
  }

  get(...args) {
    this.#state.checkIdle();
    return this.#state.getRow(this.#state.parametersOf(args));
  }

  run(...args) {
    this.#state.checkIdle();
    return this.#state.run(this.#state.parametersOf(args));
  }

  columns() {
    const state = this.#state;
    state.checkIdle();
    const columns = native.columns(state.opening, state.number);
    const described = [];
    for (let i = 0; i < columns.length; i++) {
      const { 0: column = null, 1: database = null, 2: name = null, 3: table = null, 4: type = null } = columns[i];
      described[i] = { __proto__: null, column, database, name, table, type };
    }
    return described;
  }

  stat(counter) {
    const state = this.#state;
    state.checkIdle();
    if (typeof counter !== 'string') throw argType('The "counter" argument must be a string.');
    const which = COUNTERS[counter];
    if (which === undefined) throw argValue('The "counter" argument is not a valid statistic name.');
    return native.status(state.opening, state.number, which, false);
  }

  resetStats() {
    const state = this.#state;
    state.checkIdle();
    for (let which = 1; which <= 8; which++) native.status(state.opening, state.number, which, true);
  }

  setAllowBareNamedParameters(enabled) {
    this.#state.check();
    if (typeof enabled !== 'boolean') throw argType('The "allowBareNamedParameters" argument must be a boolean.');
    this.#state.allowsBareNames = enabled;
  }

  setAllowUnknownNamedParameters(enabled) {
    this.#state.check();
    if (typeof enabled !== 'boolean') throw argType('The "enabled" argument must be a boolean.');
    this.#state.allowsUnknownNames = enabled;
  }

  setReadBigInts(enabled) {
    this.#state.check();
    if (typeof enabled !== 'boolean') throw argType('The "readBigInts" argument must be a boolean.');
    this.#state.readsBigInts = enabled;
  }

  setReturnArrays(enabled) {
    this.#state.check();
    if (typeof enabled !== 'boolean') throw argType('The "returnArrays" argument must be a boolean.');
    this.#state.returnsArrays = enabled;
  }

  close() {
    this.#state.checkIdle();
    settle(this.#state.database, this.#state.free());
  }

  [SymbolDispose]() {
    if (!this.#state.isFinalized) this.close();
  }
}

module.exports = { StatementState, StatementSync };
