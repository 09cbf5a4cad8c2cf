'use strict';

// Files that are not the system's: those of a file system of node:vfs that is mounted.
//
// The functions of fs ask here, before they make a call of the system, whether its path or descriptor belongs to one. If so,
// the question is answered in JavaScript; so everything that fs makes from calls (streams, FileHandle, cp, rm) works on such
// files. Without a mounted file system this is one comparison.

const { ArrayPrototypeMap, PromisePrototypeThen } = require('internal/primordials');

// Set by internal/vfs/mounts while something is mounted: (operation, path or descriptor, arguments of the call) => Elsewhere
// or undefined.
const mounted = { __proto__: null, ask: null };

// A question to such a file system: `sync` returns the answer, `later` a promise of it.
class Elsewhere {
  #sync;
  #later;
  mayBeMissing = false; // a file that does not exist is undefined instead of an error

  constructor(sync, later) {
    this.#sync = sync;
    this.#later = later;
  }

  now() {
    try {
      return this.#sync();
    } catch (error) {
      return this.#missing(error);
    }
  }

  #missing(error) {
    if (this.mayBeMissing && (error?.code === 'ENOENT' || error?.code === 'ENOTDIR')) return undefined;
    throw error;
  }

  // By nextTick: an exception of the callback must not become a rejection.
  later(callback) {
    PromisePrototypeThen(PromisePrototypeThen(this.#later(), undefined, (error) => this.#missing(error)),
                         (value) => process.nextTick(callback, null, value),
                         (error) => process.nextTick(callback, error));
  }

  // The same question, with another answer.
  answeredBy(convert) {
    const converted = new Elsewhere(() => convert(this.#sync()), async () => convert(await this.#later()));
    converted.mayBeMissing = this.mayBeMissing;
    return converted;
  }
}

// The entries of a folder, in place of the system's records.
class FoundNames {
  constructor(names, types) {
    this.names = names;
    this.types = types;
  }

  encoded(encoding) {
    if (encoding === undefined) return this.names;
    const { Buffer } = require('buffer');
    return ArrayPrototypeMap(this.names, (name) => {
      const bytes = Buffer.from(name);
      return encoding === 'buffer' ? bytes : bytes.toString(encoding);
    });
  }
}

function elsewhere(operation, subject, a, b, c, d) {
  return mounted.ask === null ? undefined : mounted.ask(operation, subject, a, b, c, d);
}

const isElsewhere = (subject) => mounted.ask !== null && mounted.ask('is', subject) !== undefined;

module.exports = { Elsewhere, FoundNames, elsewhere, isElsewhere, mounted };
