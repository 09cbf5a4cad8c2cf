'use strict';

// Statements by their text, the latest used last; a template's values are their parameters.

const { ArrayIsArray, ObjectDefineProperty, SafeMap, SafeMapIterator } = require('internal/primordials');
const { codes: { ERR_ILLEGAL_CONSTRUCTOR } } = require('internal/errors');
const { writeParameters } = require('internal/sqlite/values');
const { argType } = require('internal/sqlite/errors');

const kCreate = Symbol('kCreate');

class SQLTagStore {
  #database;
  #capacity;
  #prepare;
  #statements = new SafeMap();

  constructor(key, owner, database, prepare, capacity) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#database = database;
    this.#prepare = prepare;
    this.#capacity = capacity;
    const show = (name, get) => ObjectDefineProperty(this, name, { __proto__: null, enumerable: true, configurable: false, get });
    show('capacity', () => this.#capacity);
    show('db', () => owner);
    show('size', () => this.#statements.size);
  }

  static create(owner, database, prepare, capacity) {
    return new SQLTagStore(kCreate, owner, database, prepare, capacity);
  }

  #statement(args) {
    this.#database.checkOpen();
    const { 0: strings } = args;
    if (!ArrayIsArray(strings)) throw argType('First argument must be an array of strings (template literal).');
    let sql = '';
    for (let i = 0; i < strings.length; i++) {
      if (typeof strings[i] !== 'string') throw argType('Template literal parts must be strings.');
      sql += strings[i];
      if (i < args.length - 1) sql += '?';
    }
    let state = this.#statements.get(sql);
    if (state !== undefined) this.#statements.delete(sql);
    if (state === undefined || state.isFinalized) state = this.#prepare(sql);
    this.#statements.set(sql, state);
    if (this.#statements.size > this.#capacity) {
      const { value: oldest } = this.#statements.keys().next();
      this.#statements.delete(oldest);
    }
    return state;
  }

  #bind(state, args) {
    state.checkIdle();
    const count = state.parameterList().length;
    const places = [];
    const values = [];
    for (let i = 1; i < args.length && i <= count; i++) {
      places[i - 1] = i;
      values[i - 1] = args[i];
    }
    return writeParameters(places, values);
  }

  get(...args) {
    const state = this.#statement(args);
    return state.get(this.#bind(state, args), true);
  }

  all(...args) {
    const state = this.#statement(args);
    return state.all(this.#bind(state, args), true);
  }

  iterate(...args) {
    const state = this.#statement(args);
    return state.iterate(this.#bind(state, args), true);
  }

  run(...args) {
    const state = this.#statement(args);
    return state.run(this.#bind(state, args), true);
  }

  clear() {
    this.#statements.clear();
  }
}

module.exports = { SQLTagStore };
