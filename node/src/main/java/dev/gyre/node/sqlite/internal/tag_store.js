'use strict';

// Statements by their text, the latest used last; a template's values are their parameters.

const { ArrayIsArray, ArrayPrototypeIndexOf, ObjectDefineProperty, SafeMap, Symbol, removeAt } = require('internal/primordials');
const { writeParameters } = require('internal/sqlite/values');
const { argType, illegalConstructor } = require('internal/sqlite/errors');

const kCreate = Symbol('kCreate');

class SQLTagStore {
  #database;
  #capacity;
  #prepare;
  #statements = new SafeMap();
  #texts = []; // the keys, the latest used last

  constructor(key, owner, database, prepare, capacity) {
    if (key !== kCreate) throw illegalConstructor();
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
    if (state !== undefined) {
      this.#statements.delete(sql);
      removeAt(this.#texts, ArrayPrototypeIndexOf(this.#texts, sql));
    }
    if (state === undefined || state.isFinalized) state = this.#prepare(sql);
    this.#statements.set(sql, state);
    this.#texts[this.#texts.length] = sql;
    if (this.#texts.length > this.#capacity) {
      this.#statements.delete(this.#texts[0]);
      removeAt(this.#texts, 0);
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
    return state.getRow(this.#bind(state, args), true);
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
    this.#texts = [];
  }
}

module.exports = { SQLTagStore };
