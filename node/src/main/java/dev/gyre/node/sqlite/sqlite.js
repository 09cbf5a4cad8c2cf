'use strict';

// SQLite, by its C library: see docs/decisions/sqlite.md.

const {
  ObjectDefineProperty, ObjectGetOwnPropertyNames, ReflectConstruct, TypeError,
} = require('internal/primordials');
const { backup } = require('internal/sqlite/backup');
const { DatabaseSync: Database } = require('internal/sqlite/database');
const { withCode } = require('internal/sqlite/errors');
const { Session } = require('internal/sqlite/session');
const { StatementSync } = require('internal/sqlite/statement');

const constants = {
  SQLITE_CHANGESET_OMIT: 0, SQLITE_CHANGESET_REPLACE: 1, SQLITE_CHANGESET_ABORT: 2, SQLITE_CHANGESET_DATA: 1,
  SQLITE_CHANGESET_NOTFOUND: 2, SQLITE_CHANGESET_CONFLICT: 3, SQLITE_CHANGESET_CONSTRAINT: 4,
  SQLITE_CHANGESET_FOREIGN_KEY: 5, SQLITE_OK: 0, SQLITE_DENY: 1, SQLITE_IGNORE: 2, SQLITE_CREATE_INDEX: 1,
  SQLITE_CREATE_TABLE: 2, SQLITE_CREATE_TEMP_INDEX: 3, SQLITE_CREATE_TEMP_TABLE: 4, SQLITE_CREATE_TEMP_TRIGGER: 5,
  SQLITE_CREATE_TEMP_VIEW: 6, SQLITE_CREATE_TRIGGER: 7, SQLITE_CREATE_VIEW: 8, SQLITE_DELETE: 9,
  SQLITE_DROP_INDEX: 10, SQLITE_DROP_TABLE: 11, SQLITE_DROP_TEMP_INDEX: 12, SQLITE_DROP_TEMP_TABLE: 13,
  SQLITE_DROP_TEMP_TRIGGER: 14, SQLITE_DROP_TEMP_VIEW: 15, SQLITE_DROP_TRIGGER: 16, SQLITE_DROP_VIEW: 17,
  SQLITE_INSERT: 18, SQLITE_PRAGMA: 19, SQLITE_READ: 20, SQLITE_SELECT: 21, SQLITE_TRANSACTION: 22,
  SQLITE_UPDATE: 23, SQLITE_ATTACH: 24, SQLITE_DETACH: 25, SQLITE_ALTER_TABLE: 26, SQLITE_REINDEX: 27,
  SQLITE_ANALYZE: 28, SQLITE_CREATE_VTABLE: 29, SQLITE_DROP_VTABLE: 30, SQLITE_FUNCTION: 31, SQLITE_SAVEPOINT: 32,
  SQLITE_COPY: 0, SQLITE_RECURSIVE: 33,
};

function DatabaseSync(...args) {
  if (new.target === undefined) {
    throw withCode(new TypeError('Cannot call constructor without `new`'), 'ERR_CONSTRUCT_CALL_REQUIRED');
  }
  return ReflectConstruct(Database, args, new.target);
}
DatabaseSync.prototype = Database.prototype;
ObjectDefineProperty(DatabaseSync.prototype, 'constructor', {
  __proto__: null, value: DatabaseSync, enumerable: false, writable: true, configurable: true,
});

function copyDatabase(sourceDb, path, options = undefined) {
  return backup(Database.stateOf, sourceDb, path, options);
}
ObjectDefineProperty(copyDatabase, 'name', { __proto__: null, value: 'backup', configurable: true });

// Methods of Node's native classes can be enumerated.
const prototypes = [DatabaseSync.prototype, StatementSync.prototype, Session.prototype];
for (let n = 0; n < prototypes.length; n++) {
  const prototype = prototypes[n];
  const names = ObjectGetOwnPropertyNames(prototype);
  for (let i = 0; i < names.length; i++) {
    if (names[i] !== 'constructor') ObjectDefineProperty(prototype, names[i], { __proto__: null, enumerable: true });
  }
}

module.exports = {
  DatabaseSync,
  StatementSync,
  Session,
  constants,
  backup: copyDatabase,
};
