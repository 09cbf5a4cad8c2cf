'use strict';

const {
  FunctionPrototypeBind, MathMin, StringPrototypeCharCodeAt, StringPrototypeIndexOf, StringPrototypeReplaceAll,
  StringPrototypeSlice,
} = require('internal/primordials');
const { validateString } = require('internal/validators');
const {
  SLASH,
  basename,
  endOfLastSegment,
  extname,
  format,
  normalizeSegments,
  parseLast,
  startOfSegment,
} = require('internal/path/common');

const isSep = (code) => code === SLASH;

// On Windows the current directory is a Windows path: removes its drive and converts its separators.
function cwd() {
  const dir = process.cwd();
  if (process.platform !== 'win32') return dir;
  const forward = StringPrototypeReplaceAll(dir, '\\', '/');
  return StringPrototypeSlice(forward, StringPrototypeIndexOf(forward, '/'));
}

const posix = {
  resolve(...args) {
    if (args.length === 0 || (args.length === 1 && (args[0] === '' || args[0] === '.'))) {
      const dir = cwd();
      if (StringPrototypeCharCodeAt(dir, 0) === SLASH) return dir;
    }
    let resolved = '';
    let absolute = false;
    for (let i = args.length - 1; i >= 0 && !absolute; i--) {
      const path = args[i];
      validateString(path, `paths[${i}]`);
      if (path.length === 0) continue;
      resolved = `${path}/${resolved}`;
      absolute = StringPrototypeCharCodeAt(path, 0) === SLASH;
    }
    if (!absolute) {
      const dir = cwd();
      resolved = `${dir}/${resolved}`;
      absolute = StringPrototypeCharCodeAt(dir, 0) === SLASH;
    }
    resolved = normalizeSegments(resolved, !absolute, '/', isSep);
    return absolute ? `/${resolved}` : resolved || '.';
  },

  normalize(path) {
    validateString(path, 'path');
    if (path.length === 0) return '.';
    const absolute = StringPrototypeCharCodeAt(path, 0) === SLASH;
    const trailing = StringPrototypeCharCodeAt(path, path.length - 1) === SLASH;
    const segments = normalizeSegments(path, !absolute, '/', isSep);
    if (segments.length === 0) {
      if (absolute) return '/';
      return trailing ? './' : '.';
    }
    return `${absolute ? '/' : ''}${segments}${trailing ? '/' : ''}`;
  },

  isAbsolute(path) {
    validateString(path, 'path');
    return path.length > 0 && StringPrototypeCharCodeAt(path, 0) === SLASH;
  },

  join(...args) {
    let joined = '';
    for (let i = 0; i < args.length; i++) {
      const part = args[i];
      validateString(part, 'path');
      if (part.length > 0) joined = joined === '' ? part : `${joined}/${part}`;
    }
    return joined === '' ? '.' : posix.normalize(joined);
  },

  relative(from, to) {
    validateString(from, 'from');
    validateString(to, 'to');
    if (from === to) return '';
    from = posix.resolve(from);
    to = posix.resolve(to);
    if (from === to) return '';
    return wayBetween(from === '/' ? '' : from, to === '/' ? '' : to);
  },

  toNamespacedPath(path) {
    return path; // only Windows has namespaces
  },

  dirname(path) {
    validateString(path, 'path');
    if (path.length === 0) return '.';
    const absolute = StringPrototypeCharCodeAt(path, 0) === SLASH;
    const end = endOfLastSegment(path, 1, isSep);
    const start = end === -1 ? 0 : startOfSegment(path, 1, end, isSep);
    if (start <= 1) return absolute ? '/' : '.';
    // Only one separator before the last segment is removed: 'a//b' is in 'a/', '//a' in '//'.
    return absolute && start === 2 ? '//' : StringPrototypeSlice(path, 0, start - 1);
  },

  basename(path, suffix) {
    if (suffix !== undefined) validateString(suffix, 'suffix');
    validateString(path, 'path');
    return basename(path, suffix, 0, isSep);
  },

  extname(path) {
    validateString(path, 'path');
    return extname(path, 0, isSep);
  },

  format: FunctionPrototypeBind(format, null, '/'),

  parse(path) {
    validateString(path, 'path');
    const parsed = { root: '', dir: '', base: '', ext: '', name: '' };
    if (path.length === 0) return parsed;
    const rootEnd = StringPrototypeCharCodeAt(path, 0) === SLASH ? 1 : 0;
    const start = parseLast(parsed, path, rootEnd, isSep);
    if (rootEnd === 1) parsed.root = '/';
    if (start > rootEnd) parsed.dir = StringPrototypeSlice(path, 0, start - 1);
    else if (rootEnd === 1) parsed.dir = '/';
    // Node parses '/..' as the name '.' with the extension '.'; programs may rely on it.
    if (rootEnd === 1 && start === 1 && parsed.base === '..') parsed.name = parsed.ext = '.';
    return parsed;
  },

  matchesGlob(path, pattern) {
    return require('internal/path/glob').matchesGlob(path, pattern, false);
  },

  sep: '/',
  delimiter: ':',
  win32: null,
  posix: null,
};

// The relative path from one folder to another. Both are '' or begin with '/', and have no trailing '/'.
function wayBetween(from, to) {
  const limit = MathMin(from.length, to.length);
  let shared = 0; // up to the '/' there
  let i = 0;
  for (; i < limit && StringPrototypeCharCodeAt(from, i) === StringPrototypeCharCodeAt(to, i); i++) {
    if (StringPrototypeCharCodeAt(from, i) === SLASH) shared = i;
  }
  if (i === limit && (from.length === to.length || StringPrototypeCharCodeAt(from.length > i ? from : to, i) === SLASH)) shared = i;
  let out = '';
  for (i = shared; i < from.length; i++) {
    if (StringPrototypeCharCodeAt(from, i) === SLASH) out += out === '' ? '..' : '/..';
  }
  if (shared === to.length) return out;
  return out === '' ? StringPrototypeSlice(to, shared + 1) : out + StringPrototypeSlice(to, shared);
}

module.exports = posix;
