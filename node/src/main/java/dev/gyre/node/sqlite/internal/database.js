'use strict';

// Connections. What a connection is made of is in `DatabaseState`; the object that the program has refers to it.

const {
  Error, FinalizationRegistry, MathMax, NumberIsInteger, ObjectDefineProperty, ObjectHasOwn, Proxy, ReflectGet, ReflectSet, SymbolDispose, SymbolFor,
  TypeError, registerFinalizer,
} = require('internal/primordials');
const { toNamespacedPath } = require('path');
const { isUint8Array } = require('util/types');
const { asExotic } = require('internal/exotic_objects');
const { byteLengthOf } = require('internal/memory');
const { Functions, settle } = require('internal/sqlite/callbacks');
const { argType, argValue, badState, outOfRange, sqliteError, withCode } = require('internal/sqlite/errors');
const {
  LIMITS, booleanOf, checkOptions, databasePath, functionOf, integerOf, limitValue, limitsOf, ownOf, stringOf,
} = require('internal/sqlite/options');
const { Session } = require('internal/sqlite/session');
const { StatementState, StatementSync } = require('internal/sqlite/statement');
const { SQLTagStore } = require('internal/sqlite/tag_store');

const permission = require('internal/permission/model');
const native = binding('sqlite');

// Switches of sqlite3_db_config.
const ENABLE_FOREIGN_KEYS = 1002;
const ENABLE_LOAD_EXTENSION = 1005;
const DEFENSIVE = 1010;
const DOUBLE_QUOTED_IN_DML = 1013;
const DOUBLE_QUOTED_IN_DDL = 1014;

// Flags of functions.
const DETERMINISTIC = 0x800;
const DIRECT_ONLY = 0x80000;

const DEFAULT_TAG_STORE_SIZE = 1000;
const MAX_TAG_STORE_SIZE = 2 ** 31 - 1;

let forgotten;

class DatabaseState {
  constructor(path, options) {
    this.path = path;
    this.options = options;
    this.id = 0; // of the connection, 0 while it is closed
    this.functions = new Functions();
    this.generation = 0; // rises when all statements end
    this.asking = 0; // how many operations wait for functions of the program
    this.mayLoadExtensions = options.allowExtension;
  }

  checkOpen() {
    if (this.id === 0) throw badState('database is not open');
  }

  open() {
    if (this.id !== 0) throw badState('database is already open');
    if (!native.isThere()) throw sqliteError('SQLite\'s library can\'t be loaded');
    const { options } = this;
    const id = settle(this, native.open(this.path, options.readOnly));
    try {
      settle(this, native.configure(id, DOUBLE_QUOTED_IN_DML, options.enableDoubleQuotedStringLiterals));
      settle(this, native.configure(id, DOUBLE_QUOTED_IN_DDL, options.enableDoubleQuotedStringLiterals));
      settle(this, native.configure(id, ENABLE_FOREIGN_KEYS, options.enableForeignKeyConstraints));
      settle(this, native.configure(id, DEFENSIVE, options.defensive));
      native.busyTimeout(id, options.timeout);
      const { limits } = options;
      for (let i = 0; limits !== null && i < limits.length; i++) native.limit(id, limits[i].which, limits[i].value);
      if (options.allowExtension) settle(this, native.configure(id, ENABLE_LOAD_EXTENSION, true));
    } catch (error) {
      native.close(id);
      throw error;
    }
    this.id = id;
  }

  close() {
    this.checkOpen();
    if (this.asking > 0) throw badState('database cannot be closed while in a callback');
    const { id } = this;
    this.id = 0;
    this.functions = new Functions();
    native.close(id);
  }

  prepare(sql, settings) {
    this.checkOpen();
    const id = settle(this, native.prepare(this.id, sql));
    if (id === 0) throw argValue('The SQL query contains no statements.');
    return new StatementState(this, id, settings);
  }
}

function readOptions(options) {
  const read = options === undefined ? {} : checkOptions(options);
  return {
    open: booleanOf(read, 'open', true),
    readOnly: booleanOf(read, 'readOnly', false),
    enableForeignKeyConstraints: booleanOf(read, 'enableForeignKeyConstraints', true),
    enableDoubleQuotedStringLiterals: booleanOf(read, 'enableDoubleQuotedStringLiterals', false),
    allowExtension: booleanOf(read, 'allowExtension', false),
    timeout: integerOf(read, 'timeout', 0),
    readBigInts: booleanOf(read, 'readBigInts', false),
    returnArrays: booleanOf(read, 'returnArrays', false),
    allowBareNamedParameters: booleanOf(read, 'allowBareNamedParameters', true),
    allowUnknownNamedParameters: booleanOf(read, 'allowUnknownNamedParameters', false),
    defensive: booleanOf(read, 'defensive', true),
    limits: limitsOf(read),
  };
}

function limitIndex(name) {
  for (let i = 0; i < LIMITS.length; i++) if (LIMITS[i] === name) return i;
  return -1;
}

// Its properties are SQLite's limits of the connection.
function makeLimits(state) {
  const target = {};
  for (let i = 0; i < LIMITS.length; i++) {
    ObjectDefineProperty(target, LIMITS[i], {
      __proto__: null, enumerable: true, configurable: true,
      get() {
        state.checkOpen();
        return native.limit(state.id, i, -1);
      },
      set(value) {
        state.checkOpen();
        native.limit(state.id, i, limitValue(value));
      },
    });
  }
  return asExotic(new Proxy(target, {
    __proto__: null,
    get: (object, name) => ReflectGet(object, name),
    set: (object, name, value) => ReflectSet(object, name, value),
    getOwnPropertyDescriptor(object, name) {
      if (limitIndex(name) < 0) return ObjectHasOwn(object, name) ? { __proto__: null, value: object[name], configurable: true, enumerable: true, writable: true } : undefined;
      return { __proto__: null, value: object[name], configurable: true, enumerable: true, writable: true };
    },
  }));
}

const dbNameOf = (name) => {
  if (name === undefined) return 'main';
  if (typeof name !== 'string') throw argType('The "dbName" argument must be a string.');
  return name;
};

function checkTagStoreSize(size) {
  const message = 'The "maxSize" argument must be a positive integer.';
  if (typeof size !== 'number') throw argType(message);
  if (!NumberIsInteger(size) || size < 1 || size > MAX_TAG_STORE_SIZE) throw outOfRange(message);
}

class DatabaseSync {
  #state;
  #limits;

  constructor(path, options) {
    const location = databasePath(path, 'path');
    const state = new DatabaseState(location, readOptions(options));
    if (state.options.allowExtension && permission.isEnabled() && !permission.isAudit()) {
      throw withCode(new Error('Cannot load SQLite extensions when the permission model is enabled.'), 'ERR_LOAD_SQLITE_EXTENSION');
    }
    this.#state = state;
    const show = (name, get) => ObjectDefineProperty(this, name, { __proto__: null, enumerable: true, configurable: false, get });
    show('isOpen', () => state.id !== 0);
    show('isTransaction', () => {
      state.checkOpen();
      return native.isInTransaction(state.id);
    });
    show('limits', () => this.#limits ??= makeLimits(state));
    this[SymbolFor('sqlite-type')] = 'node:sqlite';
    if (state.options.open) state.open();
    forgotten ??= new FinalizationRegistry((lost) => {
      if (lost.id !== 0 && lost.asking === 0) lost.close();
    });
    registerFinalizer(forgotten, this, state);
  }

  static stateOf(database) {
    if (!(#state in database)) throw new TypeError('Illegal invocation');
    return database.#state;
  }

  open() {
    this.#state.open();
  }

  close() {
    this.#state.close();
  }

  prepare(sql, options) {
    const state = this.#state;
    state.checkOpen();
    if (typeof sql !== 'string') throw argType('The "sql" argument must be a string.');
    let settings = state.options;
    if (options !== undefined) {
      checkOptions(options);
      settings = {
        returnArrays: booleanOf(options, 'returnArrays', settings.returnArrays),
        readBigInts: booleanOf(options, 'readBigInts', settings.readBigInts),
        allowBareNamedParameters: booleanOf(options, 'allowBareNamedParameters', settings.allowBareNamedParameters),
        allowUnknownNamedParameters: booleanOf(options, 'allowUnknownNamedParameters', settings.allowUnknownNamedParameters),
      };
    }
    return StatementSync.create(state.prepare(sql, settings));
  }

  exec(sql) {
    const state = this.#state;
    state.checkOpen();
    if (typeof sql !== 'string') throw argType('The "sql" argument must be a string.');
    settle(state, native.exec(state.id, sql));
  }

  function(name, options, callback) {
    const state = this.#state;
    state.checkOpen();
    if (typeof name !== 'string') throw argType('The "name" argument must be a string.');
    let read = {};
    if (arguments.length < 3) callback = options;
    else read = checkOptions(options);
    const useBigIntArguments = booleanOf(read, 'useBigIntArguments', false);
    const varargs = booleanOf(read, 'varargs', false);
    const deterministic = booleanOf(read, 'deterministic', false);
    const directOnly = booleanOf(read, 'directOnly', false);
    if (typeof callback !== 'function') throw argType('The "function" argument must be a function.');
    const count = varargs ? -1 : lengthOf(callback);
    const flags = (deterministic ? DETERMINISTIC : 0) | (directOnly ? DIRECT_ONLY : 0);
    const number = state.functions.register({ useBigIntArguments, callback });
    settle(state, native.createFunction(state.id, name, count, flags, number));
  }

  createTagStore(maxSize) {
    const state = this.#state;
    state.checkOpen();
    if (maxSize !== undefined) checkTagStoreSize(maxSize);
    return SQLTagStore.create(this, state, (sql) => state.prepare(sql, state.options), maxSize ?? DEFAULT_TAG_STORE_SIZE);
  }

  location(dbName) {
    this.#state.checkOpen();
    return native.location(this.#state.id, dbNameOf(dbName)) ?? null;
  }

  aggregate(name, options) {
    const state = this.#state;
    state.checkOpen();
    if (typeof name !== 'string') throw argType('The "name" argument must be a string.');
    checkOptions(options);
    const { start, step } = options;
    if (start === undefined) throw argType('The "options.start" argument must be a function or a primitive value.');
    if (typeof step !== 'function') throw argType('The "options.step" argument must be a function.');
    const { result } = options;
    const useBigIntArguments = booleanOf(options, 'useBigIntArguments', false);
    const varargs = booleanOf(options, 'varargs', false);
    const deterministic = booleanOf(options, 'deterministic', false);
    const directOnly = booleanOf(options, 'directOnly', false);
    const inverse = functionOf(options, 'inverse');
    let count = -1;
    if (!varargs) {
      count = lengthOf(step) - 1; // the first is the state
      if (inverse !== undefined) count = MathMax(count, lengthOf(inverse) - 1);
      count = MathMax(count, 0);
    }
    const number = state.functions.register({
      useBigIntArguments, start, step, inverse, result: typeof result === 'function' ? result : undefined,
    });
    const flags = (deterministic ? DETERMINISTIC : 0) | (directOnly ? DIRECT_ONLY : 0);
    settle(state, native.createAggregate(state.id, name, count, flags, number, inverse !== undefined));
  }

  createSession(options) {
    let table;
    let db = 'main';
    if (options !== undefined) {
      checkOptions(options);
      table = ownOf(options, 'table', stringOf, undefined);
      db = ownOf(options, 'db', stringOf, 'main');
    }
    const state = this.#state;
    state.checkOpen();
    needSessions();
    return Session.create(state, settle(state, native.createSession(state.id, db, table === '' ? undefined : table)));
  }

  applyChangeset(changeset, options) {
    const state = this.#state;
    state.checkOpen();
    if (!isUint8Array(changeset)) throw argType('The "changeset" argument must be a Uint8Array.');
    let onConflict;
    let filter;
    if (options !== undefined) {
      checkOptions(options);
      onConflict = functionOf(options, 'onConflict');
      if (ObjectHasOwn(options, 'filter')) {
        ({ filter } = options);
        if (typeof filter !== 'function') throw argType('The "options.filter" argument must be a function.');
      }
    }
    needSessions();
    const number = state.functions.register({ onConflict, filter });
    try {
      return settle(state, native.applyChanges(state.id, changeset, filter !== undefined, number)) === 0;
    } finally {
      state.functions.forget(number);
    }
  }

  enableLoadExtension(allow) {
    const state = this.#state;
    state.checkOpen();
    if (typeof allow !== 'boolean') throw argType('The "allow" argument must be a boolean.');
    if (allow && !state.options.allowExtension) {
      throw badState('Cannot enable extension loading because it was disabled at database creation.');
    }
    state.mayLoadExtensions = allow;
    settle(state, native.configure(state.id, ENABLE_LOAD_EXTENSION, allow));
  }

  enableDefensive(active) {
    const state = this.#state;
    state.checkOpen();
    if (typeof active !== 'boolean') throw argType('The "active" argument must be a boolean.');
    settle(state, native.configure(state.id, DEFENSIVE, active));
  }

  loadExtension(path, entryPoint) {
    const state = this.#state;
    state.checkOpen();
    if (!state.options.allowExtension || !state.mayLoadExtensions) throw badState('extension loading is not allowed');
    if (typeof path !== 'string') throw argType('The "path" argument must be a string.');
    const complaint = native.loadExtension(
      state.id, toNamespacedPath(path), typeof entryPoint === 'string' ? entryPoint : undefined);
    if (typeof complaint === 'string') throw withCode(new Error(complaint), 'ERR_LOAD_SQLITE_EXTENSION');
  }

  serialize(dbName) {
    const state = this.#state;
    state.checkOpen();
    return settle(state, native.serialize(state.id, dbNameOf(dbName)));
  }

  deserialize(buffer, options) {
    const state = this.#state;
    state.checkOpen();
    if (!isUint8Array(buffer)) throw argType('The "buffer" argument must be a Uint8Array.');
    if (byteLengthOf(buffer) === 0) throw argValue('The "buffer" argument must not be empty.');
    let name = 'main';
    if (options !== undefined) name = stringOf(checkOptions(options), 'dbName', 'main');
    if (state.asking > 0) throw badState('database cannot be replaced while in a callback');
    native.freeStatements(state.id);
    state.generation++;
    settle(state, native.deserialize(state.id, buffer, name));
  }

  setAuthorizer(callback) {
    const state = this.#state;
    state.checkOpen();
    if (callback === null) {
      settle(state, native.setAuthorizer(state.id, false, 0));
      return;
    }
    if (typeof callback !== 'function') throw argType('The "callback" argument must be a function or null.');
    settle(state, native.setAuthorizer(state.id, true, state.functions.register({ callback })));
  }

  [SymbolDispose]() {
    if (this.#state.id !== 0) this.#state.close();
  }
}

function needSessions() {
  if (native.hasSessions()) return;
  throw sqliteError('This build of SQLite has no sessions: name another library in GYRE_SQLITE ' +
    '(libsqlite3.so.0 of Debian and Ubuntu has them)');
}

// The number of parameters that a function declares; a program may have given it another length.
function lengthOf(callback) {
  const { length } = callback;
  return typeof length === 'number' ? length : 0;
}

module.exports = { DatabaseState, DatabaseSync, readOptions };
