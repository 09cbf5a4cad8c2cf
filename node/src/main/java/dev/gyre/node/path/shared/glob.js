'use strict';

// Glob patterns, for path.matchesGlob() and fs.glob().
//
// The braces of a pattern are first expanded into alternatives. Each alternative is split at the slashes into segments, and
// a segment becomes one of
//
//   GLOBSTAR   '**': any number of directories, none of them hidden
//   a string   no magic in it: compared literally
//   a RegExp   everything else: * ? [class] and @( ?( *( +( !( groups
//
// Backslashes are separators here, never escapes (as in Node on every platform, so that a Windows path works as a pattern).
// A name that begins with a dot is matched only by a pattern with a literal dot.

const {
  ArrayPrototypeAt, ArrayPrototypeMap, ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeSome,
  ArrayPrototypeSplice, RegExpPrototypeExec, SafeMap, SafeSet, StringPrototypeCharCodeAt, StringPrototypeReplaceAll,
  StringPrototypeToLowerCase, Symbol, TypeError, copyList, joinLists, splitByPattern,
} = require('internal/primordials');
const { validateString } = require('internal/validators');
const { expandBraces } = require('internal/path/braces');
const { compileSegment } = require('internal/path/segment');

const GLOBSTAR = Symbol('globstar **');
const CACHE_LIMIT = 200;
const MAX_PATTERN_LENGTH = 65_536;

function splitPath(path, windows) {
  if (windows && RegExpPrototypeExec(/^\/\/[^/]+/, path) !== null) return joinLists([''], splitByPattern(/\/+/, path)); // keeps both slashes of a UNC root
  return splitByPattern(/\/+/, path);
}

// Drops segments without effect: '.' and empty segments inside, 'name/..'.
function simplify(segments) {
  const out = [];
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i];
    const inside = i > 0 && i < segments.length - 1;
    if (segment === '' && inside && !(i === 1 && segments[0] === '')) continue;
    if (segment === '.' && inside) continue;
    const before = ArrayPrototypeAt(out, -1);
    if (segment === '..' && before && before !== '.' && before !== '..' && before !== '**') {
      ArrayPrototypePop(out);
      if (out.length === 0 && i === segments.length - 1) ArrayPrototypePush(out, '');
      continue;
    }
    ArrayPrototypePush(out, segment);
  }
  if (out.length === 2 && out[0] === '.' && (out[1] === '' || out[1] === '.')) ArrayPrototypePop(out);
  return out.length === 0 ? [''] : out;
}

const isDevice = (segments) => segments[0] === '' && segments[1] === '' && segments[2] === '?';

function compile(segments, nocase, windows) {
  // The question mark of '//?/C:/a' belongs to the device namespace: it is not magic there.
  const out = windows && isDevice(segments) ? ArrayPrototypeSplice(segments, 0, 3) : [];
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i];
    if (segment !== '**') ArrayPrototypePush(out, compileSegment(segment, nocase));
    else if (ArrayPrototypeAt(out, -1) !== GLOBSTAR) ArrayPrototypePush(out, GLOBSTAR);
  }
  return out;
}

const isHidden = (name) => StringPrototypeCharCodeAt(name, 0) === 46;

function segmentMatches(name, segment) {
  if (typeof segment === 'string') return name === segment;
  return name !== '.' && name !== '..' && segment.test(name);
}

// Two indexes and one position to backtrack to: after a '**' only the latest one has to grow, so this is linear in names
// times segments and never exponential.
function matchSegments(names, segments) {
  let n = 0;
  let s = 0;
  let starSegment = -1;
  let starName = 0;
  while (true) {
    if (s < segments.length && segments[s] === GLOBSTAR) {
      if (s === segments.length - 1) return n < names.length && !ArrayPrototypeSome(ArrayPrototypeSlice(names, n), isHidden);
      starSegment = s++;
      starName = n;
      continue;
    }
    if (s < segments.length && n < names.length && segmentMatches(names[n], segments[s])) {
      n++;
      s++;
      continue;
    }
    if (s === segments.length && (n === names.length || (n === names.length - 1 && names[n] === ''))) return true;
    if (starSegment === -1 || starName >= names.length || isHidden(names[starName])) return false;
    s = starSegment + 1;
    n = ++starName;
  }
}

// The index of the drive in a Windows path: 0 in 'C:/a', 3 in '//?/C:/a'; -1 without a drive.
function driveIndex(segments) {
  const index = isDevice(segments) ? 3 : 0;
  return typeof segments[index] === 'string' && RegExpPrototypeExec(/^[A-Za-z]:$/, segments[index]) !== null ? index : -1;
}

// Drives match regardless of case, and with or without the device namespace before them.
function matchWindowsPath(names, segments) {
  const name = driveIndex(names);
  const segment = driveIndex(segments);
  if (name === -1 || segment === -1 || StringPrototypeToLowerCase(names[name]) !== StringPrototypeToLowerCase(segments[segment])) {
    return matchSegments(names, segments);
  }
  return matchSegments(ArrayPrototypeSlice(names, name + 1), ArrayPrototypeSlice(segments, segment + 1));
}

class Matcher {
  #windows;

  constructor(pattern, { windows = process.platform === 'win32', nocase = false } = {}) {
    if (pattern.length > MAX_PATTERN_LENGTH) throw new TypeError('pattern is too long');
    this.#windows = windows;
    this.pattern = StringPrototypeReplaceAll(pattern, '\\', '/');
    // One list of segments per alternative of the braces; fs.glob walks along them.
    this.set = ArrayPrototypeMap(copyList(new SafeSet(expandBraces(this.pattern))), (alternative) =>
      compile(simplify(splitPath(alternative, windows)), nocase, windows));
  }

  match(path) {
    if (this.pattern === '') return path === '';
    if (path === '/' && this.pattern === '/') return true;
    const names = simplify(splitPath(this.#windows ? StringPrototypeReplaceAll(path, '\\', '/') : path, this.#windows));
    const match = this.#windows ? matchWindowsPath : matchSegments;
    return this.set.some((segments) => match(names, segments));
  }
}

const createMatcher = (pattern, options) => new Matcher(pattern, options);

const cached = new SafeMap();

function matchesGlob(path, pattern, windows) {
  validateString(path, 'path');
  validateString(pattern, 'pattern');
  const key = `${windows ? 'w' : 'p'}${pattern}`;
  let matcher = cached.get(key);
  if (matcher === undefined) {
    const nocase = process.platform === 'win32' || process.platform === 'darwin';
    matcher = createMatcher(pattern, { windows, nocase });
    if (cached.size >= CACHE_LIMIT) cached.delete(cached.keys().next().value);
    cached.set(key, matcher);
  }
  return matcher.match(path);
}

module.exports = { GLOBSTAR, createMatcher, matchesGlob, segmentMatches };
