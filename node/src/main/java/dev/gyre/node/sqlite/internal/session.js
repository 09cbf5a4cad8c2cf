'use strict';

// What has changed since a session began, as bytes that another database can apply.

const { Symbol, SymbolDispose } = require('internal/primordials');
const { settle } = require('internal/sqlite/callbacks');
const { badState, illegalConstructor } = require('internal/sqlite/errors');

const native = binding('sqlite');
const kCreate = Symbol('kCreate');

class Session {
  #database;
  #number;
  #opening;

  constructor(key, database, number) {
    if (key !== kCreate) throw illegalConstructor();
    this.#database = database;
    this.#number = number;
    this.#opening = database.id;
  }

  static create(database, number) {
    return new Session(kCreate, database, number);
  }

  #check() {
    this.#database.checkOpen();
    if (this.#number === 0 || this.#database.id !== this.#opening) throw badState('session is not open');
  }

  changeset() {
    this.#check();
    return settle(this.#database, native.changes(this.#opening, this.#number, false));
  }

  patchset() {
    this.#check();
    return settle(this.#database, native.changes(this.#opening, this.#number, true));
  }

  close() {
    this.#check();
    native.deleteSession(this.#opening, this.#number);
    this.#number = 0;
  }

  [SymbolDispose]() {
    if (this.#number !== 0 && this.#database.id === this.#opening) this.close();
  }
}

module.exports = { Session };
