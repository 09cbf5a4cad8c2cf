'use strict';

// realpath: one call of the system's function. If it fails, the path is walked part by part, only to report the same error
// as Node: for which part, and whether lstat, stat or readlink failed.

const {
  ArrayPrototypeFilter, ArrayPrototypeJoin, ArrayPrototypeSlice, Boolean, SafeMap, SafeSet, StringPrototypeSplit,
  safeGenerators,
} = require('internal/primordials');
const { resolve } = require('path');
const { Buffer } = require('buffer');
const { askValue } = require('internal/fs/call_styles');
const { isElsewhere } = require('internal/fs/elsewhere');
const questions = require('internal/fs/questions');
const { isDenial } = require('internal/permission/model');
const { getOptions, validatePath } = require('internal/fs/arguments');

function toText(path) {
  const { toPathIfFileURL } = require('internal/url/file');
  path = toPathIfFileURL(path);
  if (typeof path !== 'string') path += '';
  validatePath(path);
  return resolve(path);
}

function encode(path, encoding) {
  if (!encoding || encoding === 'utf8') return path;
  const bytes = Buffer.from(path);
  return encoding === 'buffer' ? bytes : bytes.toString(encoding);
}

// Throws if the path does not exist.
function* walk(path) {
  const seen = new SafeMap(); // link by device and inode -> target
  const hard = new SafeSet(); // parts that are no links
  let at = '/';
  let rest = ArrayPrototypeFilter(StringPrototypeSplit(path, '/'), Boolean);
  while (rest.length > 0) {
    const base = at === '/' ? `/${rest[0]}` : `${at}/${rest[0]}`;
    rest = ArrayPrototypeSlice(rest, 1);
    const stats = hard.has(base) ? undefined : yield questions.lstat(base, { bigint: true });
    if (!stats?.isSymbolicLink()) {
      hard.add(base);
      at = base;
      continue;
    }
    const id = `${stats.dev}:${stats.ino}`;
    let isPipe = false;
    if (!seen.has(id)) {
      const target = yield questions.stat(base);
      isPipe = target.isFIFO() || target.isSocket();
      seen.set(id, yield questions.readlink(base));
    }
    const resolved = resolve(at, seen.get(id), ArrayPrototypeJoin(rest, '/'));
    if (isPipe) return resolved; // "/proc/1/fd/pipe:[2]", a name without a target
    rest = ArrayPrototypeFilter(StringPrototypeSplit(resolved, '/'), Boolean);
    at = '/';
  }
  return at;
}

// As realpath.native, but a path without links is no secret of the permission model.
const canonicalPath = (path) => askValue(isElsewhere(path) ? 'realpath' : 'canonicalPath', [path, false]);

function* realpathSteps(path, options) {
  const { encoding } = getOptions(options);
  path = toText(path);
  let real;
  try {
    real = yield canonicalPath(path);
  } catch (error) {
    if (isElsewhere(path) || isDenial(error)) throw error;
    try {
      real = yield* walk(path);
    } catch (detailed) {
      throw isDenial(detailed) ? error : detailed;
    }
  }
  return encode(real, encoding);
}

safeGenerators(walk, realpathSteps);

module.exports = { canonicalPath, realpathSteps };
