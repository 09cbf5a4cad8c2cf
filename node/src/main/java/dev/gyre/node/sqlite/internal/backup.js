'use strict';

// A copy of a database, some pages at a time, on the pool.

const { Promise, apply } = require('internal/primordials');
const { settle } = require('internal/sqlite/callbacks');
const { argType } = require('internal/sqlite/errors');
const { checkOptions, databasePath, functionOf, integerOf, isObject, stringOf } = require('internal/sqlite/options');

const native = binding('sqlite');

const SQLITE_OK = 0;
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_DONE = 101;
const CLOSED = -1; // with its source

function backup(databaseOf, sourceDb, path, options) {
  if (!isObject(sourceDb)) throw argType('The "sourceDb" argument must be an object.');
  const database = databaseOf(sourceDb);
  database.checkOpen();
  const target = databasePath(path, 'path');
  if (options !== undefined) checkOptions(options);
  const rate = integerOf(options ?? {}, 'rate', 100);
  const source = stringOf(options ?? {}, 'source', 'main');
  const name = stringOf(options ?? {}, 'target', 'main');
  const progress = functionOf(options ?? {}, 'progress');
  return new Promise((resolve, reject) => {
    const id = settle(database, native.startBackup(database.id, target, source, name));
    const end = (how, value) => {
      native.finishBackup(id);
      how(value);
    };
    // The source is not collected, and so not closed, while a step is under way.
    const step = () => native.stepBackupAsync(id, rate, (error, code) => stepped(error, code, sourceDb));
    const stepped = (error, code) => {
      try {
        if (error) throw error;
        if (code !== SQLITE_OK && code !== SQLITE_DONE && code !== SQLITE_BUSY && code !== SQLITE_LOCKED && code !== CLOSED) {
          settle(database, native.errorOf(code));
        }
        const { 0: totalPages, 1: remainingPages } = native.backupPages(id);
        if (remainingPages !== 0) {
          if (progress !== undefined) apply(progress, null, [{ totalPages, remainingPages }]);
          step();
          return;
        }
        end(resolve, totalPages);
      } catch (failure) {
        end(reject, failure);
      }
    };
    step();
  });
}

module.exports = { backup };
