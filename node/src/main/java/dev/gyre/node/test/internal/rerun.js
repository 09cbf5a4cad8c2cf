'use strict';

// --test-rerun-failures: a file remembers the tests that passed, so that the next run repeats only the others. It is a list of
// runs; each maps the place of a test to what it did:
//
//   [{ "a.test.js:3:1": { "name": "adds", "children": [], "passed_on_attempt": 0, "duration_ms": 1.2 } }, ...]
//
// Several tests of one place (a loop) are counted: "a.test.js:3:1:(1)".

const { ArrayPrototypeMap, ArrayPrototypePush, JSONParse, JSONStringify, SafeMap } = require('internal/primordials');

const placeOf = (cwd, { file, line, column }) => `${require('path').relative(cwd, file)}:${line}:${column}`;

// Names for places that tell tests of the same place apart.
class Places {
  #counts = new SafeMap();
  #cwd;

  constructor(cwd) {
    this.#cwd = cwd;
  }

  name(location) {
    const place = placeOf(this.#cwd, location);
    const count = this.#counts.get(place);
    this.#counts.set(place, (count ?? 0) + 1);
    return count === undefined ? place : `${place}:(${count})`;
  }
}

function readRuns(path) {
  try {
    return JSONParse(require('fs').readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

class PreviousRuns {
  #runs;
  #places;

  constructor(config) {
    this.#runs = readRuns(config.rerunFailuresFilePath);
    this.#places = new Places(config.cwd);
    this.isValid = this.#runs !== null;
  }

  get attempt() { return this.#runs.length; }

  /** What the test did in the last run if it passed. */
  passed(location) {
    return this.#runs[this.#runs.length - 1]?.[this.#places.name(location)];
  }

  /** A reporter that adds this run to the file. */
  recorder(config) {
    return async (source) => {
      const results = await collect(source, new Places(config.cwd));
      ArrayPrototypePush(this.#runs, results);
      require('fs').writeFileSync(config.rerunFailuresFilePath, JSONStringify(this.#runs, null, 2), 'utf8');
    };
  }
}

async function collect(source, places) {
  const results = { __proto__: null };
  let current = null;
  const begin = (data) => {
    const begun = { data, parent: current, children: [] };
    if (current !== null) ArrayPrototypePush(current.children, begun);
    current = begun;
  };
  for await (const { type, data } of source) {
    if (type === 'test:start') {
      begin(data);
    } else if (type === 'test:pass' || type === 'test:fail') {
      if (current === null || current.data.name !== data.name || current.data.nesting !== data.nesting) begin(data);
      const { children, parent } = current;
      current = parent;
      const place = places.name(data);
      if (type === 'test:fail') continue;
      results[place] = {
        __proto__: null,
        name: data.name,
        children: ArrayPrototypeMap(children, (child) => child.data),
        passed_on_attempt: data.details.passed_on_attempt ?? data.details.attempt,
        duration_ms: data.details.duration_ms,
      };
    }
  }
  return results;
}

module.exports = { PreviousRuns };
