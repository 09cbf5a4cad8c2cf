'use strict';

// localStorage and sessionStorage, as databases of SQLite: the first in the file of --localstorage-file, in Node's format, so
// that either can read what the other has written; the second in memory. Keys and values are UTF-16. What a program reads and
// writes as properties are items; those with names that Storage.prototype has are found by getItem() only.

const {
  ArrayPrototypeFilter, ObjectDefineProperties, Proxy, ReflectDefineProperty, ReflectDeleteProperty, ReflectGet,
  ReflectGetOwnPropertyDescriptor, ReflectHas, ReflectSet, SafeWeakMap, Symbol, TypeError,
  Uint8Array, lengthOf, trunc,
} = require('internal/primordials');
const { ucs2Slice, ucs2Write } = require('internal/buffer/codec');
const { QuotaExceededError } = require('internal/dom_exception');
const { asExotic } = require('internal/exotic_objects');
const { settle } = require('internal/sqlite/callbacks');
const { DatabaseState, readOptions } = require('internal/sqlite/database');
const { badState, illegalConstructor, withCode } = require('internal/sqlite/errors');
const { writeParameters } = require('internal/sqlite/values');

const native = binding('sqlite');
const SETTINGS = readOptions({ __proto__: null, returnArrays: true });

const kCreate = Symbol('kCreate');
const MEMORY = ':memory:';

// Tables, triggers and quota as Node makes them.
const SETUP = `
  PRAGMA encoding = 'UTF-16le';
  PRAGMA busy_timeout = 3000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA temp_store = memory;
  CREATE TABLE IF NOT EXISTS nodejs_webstorage(key BLOB NOT NULL, value BLOB NOT NULL, PRIMARY KEY(key)) STRICT;
  CREATE TABLE IF NOT EXISTS nodejs_webstorage_state(
    max_size INTEGER NOT NULL DEFAULT 10485760,
    total_size INTEGER NOT NULL,
    schema_version INTEGER NOT NULL DEFAULT 0,
    single_row_ INTEGER NOT NULL DEFAULT 1 CHECK(single_row_ = 1),
    PRIMARY KEY(single_row_)
  ) STRICT;
  CREATE TRIGGER IF NOT EXISTS nodejs_quota_insert AFTER INSERT ON nodejs_webstorage FOR EACH ROW BEGIN
    UPDATE nodejs_webstorage_state SET total_size = total_size + OCTET_LENGTH(NEW.key) + OCTET_LENGTH(NEW.value);
    SELECT RAISE(ABORT, 'QuotaExceeded') WHERE EXISTS (SELECT 1 FROM nodejs_webstorage_state WHERE total_size > max_size);
  END;
  CREATE TRIGGER IF NOT EXISTS nodejs_quota_update AFTER UPDATE ON nodejs_webstorage FOR EACH ROW BEGIN
    UPDATE nodejs_webstorage_state SET total_size = total_size + OCTET_LENGTH(NEW.key) + OCTET_LENGTH(NEW.value)
      - OCTET_LENGTH(OLD.key) - OCTET_LENGTH(OLD.value);
    SELECT RAISE(ABORT, 'QuotaExceeded') WHERE EXISTS (SELECT 1 FROM nodejs_webstorage_state WHERE total_size > max_size);
  END;
  CREATE TRIGGER IF NOT EXISTS nodejs_quota_delete AFTER DELETE ON nodejs_webstorage FOR EACH ROW BEGIN
    UPDATE nodejs_webstorage_state SET total_size = total_size - OCTET_LENGTH(OLD.key) - OCTET_LENGTH(OLD.value);
  END;
  INSERT OR IGNORE INTO nodejs_webstorage_state (total_size) VALUES (0);
`;

function encode(text) {
  const bytes = new Uint8Array(text.length * 2);
  ucs2Write(bytes, text, 0, bytes.length);
  return bytes;
}

const decode = (bytes) => ucs2Slice(bytes, 0, lengthOf(bytes));

// The items; the file is opened when the first is asked for.
class Items {
  #location;
  #database = null;

  constructor(location) {
    this.#location = location;
  }

  // Rows, or nothing, of a statement with these parameters.
  #run(sql, ...values) {
    if (this.#database === null) {
      const database = new DatabaseState(this.#location, SETTINGS);
      try {
        database.open();
      } catch (error) {
        throw badState(error.message);
      }
      settle(database, native.exec(database.id, SETUP));
      const version = database.prepare('SELECT schema_version FROM nodejs_webstorage_state', SETTINGS);
      if (version.getRow(writeParameters([], []))[0] > 0) {
        database.close();
        throw badState('localStorage was created with a newer version of Node.js');
      }
      this.#database = database;
    }
    const places = [];
    for (let i = 0; i < values.length; i++) places[i] = i + 1;
    return this.#database.prepare(sql, SETTINGS).all(writeParameters(places, values));
  }

  // Nothing was ever stored in memory. SQLite then need not be there to say so.
  get #isUnused() { return this.#database === null && this.#location === MEMORY; }

  get size() {
    if (this.#isUnused) return 0;
    return this.#run('SELECT count(*) FROM nodejs_webstorage')[0][0];
  }

  names() {
    const names = [];
    if (this.#isUnused) return names;
    const rows = this.#run('SELECT key FROM nodejs_webstorage');
    for (let i = 0; i < rows.length; i++) names[i] = decode(rows[i][0]);
    return names;
  }

  read(name) {
    if (this.#isUnused) return null;
    const rows = this.#run('SELECT value FROM nodejs_webstorage WHERE key = ?', encode(name));
    return rows.length === 0 ? null : decode(rows[0][0]);
  }

  write(name, value) {
    try {
      this.#run('INSERT INTO nodejs_webstorage (key, value) VALUES (?, ?) ' +
        'ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value', encode(name), encode(value));
    } catch (error) {
      if (error.message === 'QuotaExceeded') throw new QuotaExceededError('Setting the value exceeded the quota');
      throw error;
    }
  }

  remove(name) {
    if (!this.#isUnused) this.#run('DELETE FROM nodejs_webstorage WHERE key = ?', encode(name));
  }

  removeAll() {
    if (!this.#isUnused) this.#run('DELETE FROM nodejs_webstorage');
  }
}

const itemsOfStorage = new SafeWeakMap();

function itemsIn(storage) {
  const items = itemsOfStorage.get(storage);
  if (items === undefined) throw new TypeError('Illegal invocation');
  return items;
}

function checkCount(method, given, wanted) {
  if (given >= wanted) return;
  const message = `Failed to execute '${method}' on 'Storage': ${wanted} argument${wanted === 1 ? '' : 's'} required`;
  throw withCode(new TypeError(message), 'ERR_MISSING_ARGS');
}

class Storage {
  // Defaults make the functions' lengths 0, as Node's are.
  constructor(key = undefined, location = undefined) {
    if (key !== kCreate) throw illegalConstructor();
    const items = new Items(location);
    const proxy = asExotic(new Proxy(this, makeHandler(items)));
    itemsOfStorage.set(proxy, items);
    return proxy;
  }

  get length() {
    return itemsIn(this).size;
  }

  clear() {
    itemsIn(this).removeAll();
  }

  getItem(key = undefined) {
    const items = itemsIn(this);
    checkCount('getItem', arguments.length, 1);
    return items.read(`${key}`);
  }

  key(index = undefined) {
    const items = itemsIn(this);
    checkCount('key', arguments.length, 1);
    const place = trunc(+index) || 0;
    return items.names()[place] ?? null;
  }

  removeItem(key = undefined) {
    const items = itemsIn(this);
    checkCount('removeItem', arguments.length, 1);
    items.remove(`${key}`);
  }

  setItem(key = undefined, value = undefined) {
    const items = itemsIn(this);
    checkCount('setItem', arguments.length, 2);
    items.write(`${key}`, `${value}`);
  }
}
ObjectDefineProperties(Storage.prototype, {
  __proto__: null,
  length: { __proto__: null, enumerable: true },
  clear: { __proto__: null, enumerable: true },
  getItem: { __proto__: null, enumerable: true },
  key: { __proto__: null, enumerable: true },
  removeItem: { __proto__: null, enumerable: true },
  setItem: { __proto__: null, enumerable: true },
});

// An item can have the name of a method. It is stored, but only getItem() finds it.
const isItem = (target, name) => typeof name === 'string' && !ReflectHas(target, name);

function makeHandler(items) {
  return {
    __proto__: null,
    get: (target, name, receiver) =>
      (isItem(target, name) ? items.read(name) ?? undefined : ReflectGet(target, name, receiver)),
    set(target, name, value, receiver) {
      if (typeof name !== 'string') return ReflectSet(target, name, value, receiver);
      items.write(name, `${value}`);
      return true;
    },
    has: (target, name) => ReflectHas(target, name) || (typeof name === 'string' && items.read(name) !== null),
    deleteProperty(target, name) {
      if (typeof name !== 'string') return ReflectDeleteProperty(target, name);
      items.remove(name);
      return true;
    },
    defineProperty(target, name, descriptor) {
      if (typeof name !== 'string') return ReflectDefineProperty(target, name, descriptor);
      if (!('value' in descriptor)) return true; // an item is a text: an accessor is ignored
      items.write(name, `${descriptor.value}`);
      return true;
    },
    preventExtensions() {
      throw new TypeError('Cannot prevent extensions');
    },
    ownKeys: (target) => ArrayPrototypeFilter(items.names(), (name) => isItem(target, name)),
    getOwnPropertyDescriptor(target, name) {
      const value = isItem(target, name) ? items.read(name) : null;
      if (value === null) return ReflectGetOwnPropertyDescriptor(target, name);
      return { __proto__: null, value, writable: true, enumerable: true, configurable: true };
    },
  };
}

// ---- the globals

let localStorage;
let sessionStorage;
let hasWarned = false;

function getLocalStorage() {
  if (localStorage !== undefined) return localStorage;
  const file = require('internal/options').get('--localstorage-file');
  if (file === undefined || file === '') {
    if (!hasWarned) {
      hasWarned = true;
      process.emitWarning('localStorage is not available because --localstorage-file was not provided.', 'ExperimentalWarning');
    }
    return undefined;
  }
  return localStorage = new Storage(kCreate, require('path').resolve(file));
}

const getSessionStorage = () => sessionStorage ??= new Storage(kCreate, MEMORY);

module.exports = { Storage, getLocalStorage, getSessionStorage };
