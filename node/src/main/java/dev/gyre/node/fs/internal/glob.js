'use strict';

// fs.glob: walks folders along the segments of patterns (see internal/path/glob). A *state* is a pattern and the index of
// its next segment. A folder is visited once with each state that leads to it, so patterns with several '**' cost at most
// folders times segments.
//
// '**' descends into folders but does not follow links, unless `followSymlinks` is set; cycles are then detected.

const {
  Array, ArrayIsArray, ArrayPrototypeFlat, ArrayPrototypeFlatMap, ArrayPrototypeIncludes, ArrayPrototypeMap,
  ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeSome, PromisePrototypeThen, SafeMap, SafeSet, itemsOf, joinLists,
} = require('internal/primordials');
const { basename, dirname, isAbsolute, join, resolve } = require('path');
const { kEmptyObject } = require('internal/util');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const {
  validateBoolean, validateFunction, validateObject, validateString, validateStringArray,
} = require('internal/validators');
const { answerPromise, answerSync, askValue } = require('internal/fs/call_styles');
const { Dirent, typeOfStats } = require('internal/fs/dirent');
const { readdirSteps } = require('internal/fs/readdir');
const { canonicalPath } = require('internal/fs/realpath');
const questions = require('internal/fs/questions');
const { GLOBSTAR, createMatcher, segmentMatches } = require('internal/path/glob');

// The possible beginnings of a pattern, and the folder in which its next segment is looked up.
const START = new SafeMap([['', '/'], ['.', '.'], ['..', '../']]);

const isHidden = (name) => name[0] === '.';

const never = () => false;

// How `exclude` is applied. A function gets the name of each entry that '**' finds, and the path of each folder before it is
// entered. Patterns are matched against folders and results.
function excluder(exclude, root, withFileTypes) {
  if (exclude == null) return { entry: never, folder: never, result: never };
  if (typeof exclude === 'function') {
    return {
      entry: (dirent) => exclude(withFileTypes ? dirent : dirent.name),
      folder: (path, dirent) => (withFileTypes ? dirent !== undefined && exclude(dirent) : exclude(path)),
      result: never,
    };
  }
  if (!ArrayIsArray(exclude)) throw new ERR_INVALID_ARG_TYPE('options.exclude', ['string[]', 'function'], exclude);
  validateStringArray(exclude, 'options.exclude');
  const matchers = ArrayPrototypeMap(exclude, (pattern) => createMatcher(resolve(root, pattern)));
  const matches = (path) => ArrayPrototypeSome(matchers, (matcher) => matcher.match(path));
  return {
    entry: never,
    folder: (path) => matches(resolve(root, path)) || matches(`${resolve(root, path)}/`),
    result: (path) => matches(resolve(root, path)),
  };
}

class Glob {
  #root;
  #isAsync;
  #withFileTypes;
  #follow;
  #excludes;
  #states;
  #found = new SafeSet();
  #visited = new SafeSet(); // folder and state
  #queue = [];

  constructor(pattern, options = kEmptyObject, isAsync = false) {
    validateObject(options, 'options');
    this.#isAsync = isAsync;
    const { cwd, exclude, followSymlinks, withFileTypes } = options;
    this.#root = cwd == null ? '.' : require('internal/url/file').toPathIfFileURL(cwd);
    if (followSymlinks != null) validateBoolean(followSymlinks, 'options.followSymlinks');
    this.#follow = followSymlinks === true;
    this.#withFileTypes = !!withFileTypes;
    this.#excludes = excluder(exclude, this.#root, this.#withFileTypes);
    if (typeof pattern === 'object') validateStringArray(pattern, 'patterns');
    else validateString(pattern, 'patterns');
    this.#states = ArrayPrototypeMap(ArrayPrototypeFlatMap(ArrayPrototypeFlat([pattern]), (text) => createMatcher(text).set), (segments) => ({ segments, index: 0, above: [] }));
  }

  // Yields questions, and { found } for each result.
  * steps() {
    validateString(this.#root, 'paths[0]');
    for (let i = 0, list = this.#states; i < list.length; i++) this.#add('.', list[i]);
    while (this.#queue.length > 0) {
      const { path, state } = ArrayPrototypePop(this.#queue);
      yield* this.#visit(path, state);
    }
  }

  // The asynchronous forms pass entries with absolute paths.
  #full(path) {
    if (this.#isAsync) return resolve(this.#root, path);
    return isAbsolute(path) ? path : join(this.#root, path);
  }

  #add(path, state) {
    const key = `${path}\0${this.#idOf(state.segments)}\0${state.index}`;
    if (this.#visited.has(key)) return;
    this.#visited.add(key);
    ArrayPrototypePush(this.#queue, { path, state });
  }

  #enter(path, state, dirent) {
    if (!this.#excludes.folder(path, dirent)) this.#add(path, state);
  }

  #ids = new SafeMap();
  #idOf(segments) {
    if (!this.#ids.has(segments)) this.#ids.set(segments, this.#ids.size);
    return this.#ids.get(segments);
  }

  * #tell(path, dirent) {
    if (this.#found.has(path) || this.#excludes.result(path)) return;
    this.#found.add(path);
    if (this.#withFileTypes) yield { found: dirent ?? (yield* this.#direntOf(path)) };
    else yield { found: path };
  }

  * #direntOf(path) {
    const full = this.#full(path);
    return new Dirent(basename(full), typeOfStats(yield questions.lstat(full)), dirname(full));
  }

  * #statusOf(path) {
    try {
      return yield questions.lstat(this.#full(path));
    } catch {
      return undefined;
    }
  }

  * #isFolder(path) {
    return yield askValue('isFolder', [this.#full(path)]);
  }

  * #entriesOf(path) {
    try {
      return yield* readdirSteps(this.#full(path), { __proto__: null, withFileTypes: true });
    } catch {
      return [];
    }
  }

  * #visit(path, state) {
    const { segments, index } = state;
    const segment = segments[index];
    if (index === 0 && START.has(segment)) {
      if (segments.length > 1) this.#add(START.get(segment), { ...state, index: 1 });
      return;
    }
    const isLast = index === segments.length - 1;
    const here = yield* this.#realpath(path);
    const isCircle = here !== undefined && ArrayPrototypeIncludes(state.above, here);
    // Continues below this folder.
    const next = { segments, index: index + 1, above: here === undefined ? state.above : joinLists(state.above, [here]) };
    if (segment === GLOBSTAR) yield* this.#visitAll(path, state, { ...next, index }, isLast, isCircle);
    else if (segment === '..') yield* this.#visitNamed(path, state, { ...next, above: [] }, isLast, isCircle);
    else if (typeof segment === 'string') yield* this.#visitNamed(path, state, next, isLast, isCircle);
    else if (!isCircle) yield* this.#visitMatching(path, state, next, isLast);
  }

  // Only needed to detect cycles if links are followed.
  * #realpath(path) {
    if (!this.#follow) return undefined;
    try {
      return yield canonicalPath(this.#full(path));
    } catch {
      return undefined;
    }
  }

  * #visitNamed(path, { segments, index }, next, isLast, isCircle) {
    const name = segments[index];
    if (name === '' && isLast) { // a final slash: folders only
      if (yield* this.#isFolder(path)) yield* this.#tell(join(path, name));
      return;
    }
    const child = join(path, name);
    const stats = yield* this.#statusOf(child);
    if (stats === undefined) return;
    const isFound = segments[index - 1] === GLOBSTAR;
    if (isFound && this.#excludes.entry(new Dirent(name, typeOfStats(stats), this.#full(path)))) return;
    if (isLast) yield* this.#tell(child);
    else if (!isCircle && (yield* this.#leadsOn(child, stats, !isFound))) this.#enter(child, next);
  }

  * #visitMatching(path, { segments, index }, next, isLast) {
    const isFound = segments[index - 1] === GLOBSTAR;
    for (const dirent of itemsOf(yield* this.#entriesOf(path))) {
      if (!segmentMatches(dirent.name, segments[index]) || (isFound && this.#excludes.entry(dirent))) continue;
      const child = join(path, dirent.name);
      if (isLast) yield* this.#tell(child, dirent);
      else if (yield* this.#leadsOn(child, dirent, false)) this.#enter(child, next, dirent);
    }
  }

  // Literal names follow links; matched names follow them only with followSymlinks.
  * #leadsOn(path, status, throughLinks) {
    if (status.isDirectory()) return true;
    return (throughLinks || this.#follow) && status.isSymbolicLink() && (yield* this.#isFolder(path));
  }

  * #visitAll(path, state, below, isLast, isCircle) {
    const { segments } = state;
    if (!isLast) this.#add(path, { ...state, index: state.index + 1 });
    else if (path !== '.' || segments[0] === '.' || segments.length === 1) yield* this.#tell(path);
    if (isCircle) return;
    for (const dirent of itemsOf(yield* this.#entriesOf(path))) {
      if (isHidden(dirent.name) || this.#excludes.entry(dirent)) continue;
      const child = join(path, dirent.name);
      if (yield* this.#leadsOn(child, dirent, false)) this.#enter(child, below, dirent);
      else if (isLast) yield* this.#tell(child, dirent);
    }
  }
}

// ---- forms

function globSync(pattern, options) {
  const results = [];
  const steps = new Glob(pattern, options).steps();
  for (let step = steps.next(); !step.done;) {
    const { found } = step.value;
    if (found !== undefined) {
      ArrayPrototypePush(results, found);
      step = steps.next();
      continue;
    }
    let value;
    try {
      value = answerSync(step.value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(value);
  }
  return results;
}

async function* iterate(glob) {
  const steps = glob.steps();
  for (let step = steps.next(); !step.done;) {
    const { found } = step.value;
    if (found !== undefined) {
      yield found;
      step = steps.next();
      continue;
    }
    let value;
    try {
      value = await answerPromise(step.value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(value);
  }
}

const glob = (pattern, options) => iterate(new Glob(pattern, options, true));

function globCallback(pattern, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'cb');
  PromisePrototypeThen(Array.fromAsync(glob(pattern, options)),
    (results) => process.nextTick(callback, null, results),
    (error) => process.nextTick(callback, error));
}

module.exports = { glob, globCallback, globSync };
