'use strict';

// What the posix and win32 variants of `path` share. Both describe a path as
//
//     root | segment sep segment sep ... last segment | trailing seps
//
// and differ only in what counts as a separator and in how a root is found. So everything after the root is here and takes
// `isSep` as an argument.

const {
  Array, ArrayPrototypeFill, ArrayPrototypeJoin, ArrayPrototypePush, MathMin, StringPrototypeCharCodeAt,
  StringPrototypeEndsWith, StringPrototypeLastIndexOf, StringPrototypeSlice,
} = require('internal/primordials');
const { validateObject } = require('internal/validators');

const DOT = 46;
const SLASH = 47;

// Removes '.' and 'a/..' from a rootless path and collapses runs of separators. With `allowAbove`, leading '..' are kept;
// otherwise they stop at the root. Consecutive segments that stay unchanged are copied together: mostly the whole path is
// one such run.
function normalizeSegments(path, allowAbove, sep, isSep) {
  const length = path.length;
  const sepCode = StringPrototypeCharCodeAt(sep, 0);
  let kept = '';
  let runStart = -1; // follows `kept`: path[runStart, runEnd), unless -1
  let runEnd = 0;
  let depth = 0; // number of names in both that a '..' may still remove
  let start = 0;
  const flush = () => {
    if (runStart !== -1) kept = kept === '' ? StringPrototypeSlice(path, runStart, runEnd) : kept + sep + StringPrototypeSlice(path, runStart, runEnd);
    runStart = -1;
  };
  for (let i = 0; i <= length; i++) {
    if (i < length && !isSep(StringPrototypeCharCodeAt(path, i))) continue;
    const size = i - start;
    const first = size > 0 ? StringPrototypeCharCodeAt(path, start) : 0;
    if (size === 0 || (size === 1 && first === DOT)) {
      // Nothing between two separators, or the same directory again.
    } else if (size === 2 && first === DOT && StringPrototypeCharCodeAt(path, start + 1) === DOT) {
      if (depth > 0) {
        depth--;
        const cut = runStart === -1 ? StringPrototypeLastIndexOf(kept, sep) : StringPrototypeLastIndexOf(path, sep, runEnd - 1);
        if (runStart === -1) kept = cut === -1 ? '' : StringPrototypeSlice(kept, 0, cut);
        else if (cut < runStart) runStart = -1;
        else runEnd = cut;
      } else if (allowAbove) {
        flush();
        kept = kept === '' ? '..' : `${kept}${sep}..`;
      }
    } else {
      if (runStart === -1 || start !== runEnd + 1 || StringPrototypeCharCodeAt(path, runEnd) !== sepCode) {
        flush();
        runStart = start;
      }
      runEnd = i;
      depth++;
    }
    start = i + 1;
  }
  flush();
  return kept;
}

// Index after the last segment, without trailing separators; -1 if there is no segment after `from`.
function endOfLastSegment(path, from, isSep) {
  let end = path.length;
  while (end > from && isSep(StringPrototypeCharCodeAt(path, end - 1))) end--;
  return end > from ? end : -1;
}

function startOfSegment(path, from, end, isSep) {
  let start = end;
  while (start > from && !isSep(StringPrototypeCharCodeAt(path, start - 1))) start--;
  return start;
}

// Index of the dot that begins the extension of path[start, end), or -1.
// A leading dot alone ('.bashrc') and the name '..' have no extension.
function extensionIndex(path, start, end) {
  let dot = end - 1;
  while (dot > start && StringPrototypeCharCodeAt(path, dot) !== DOT) dot--;
  if (dot <= start) return -1;
  if (dot === start + 1 && dot === end - 1 && StringPrototypeCharCodeAt(path, start) === DOT) return -1;
  return dot;
}

function basename(path, suffix, from, isSep) {
  const bounded = suffix !== undefined && suffix.length > 0 && suffix.length <= path.length;
  if (bounded && suffix === path) return '';
  const end = endOfLastSegment(path, from, isSep);
  if (end === -1) return bounded ? StringPrototypeSlice(path, from) : '';
  const start = startOfSegment(path, from, end, isSep);
  const base = StringPrototypeSlice(path, start, end);
  if (!bounded || suffix === base) return base;
  if (StringPrototypeEndsWith(base, suffix)) return StringPrototypeSlice(base, 0, -suffix.length);
  // If the suffix is longer than the name, Node keeps the trailing separators.
  return StringPrototypeEndsWith(suffix, base) ? StringPrototypeSlice(path, start) : base;
}

function extname(path, from, isSep) {
  const end = endOfLastSegment(path, from, isSep);
  if (end === -1) return '';
  const dot = extensionIndex(path, startOfSegment(path, from, end, isSep), end);
  return dot === -1 ? '' : StringPrototypeSlice(path, dot, end);
}

// Fills base, name, ext of a parsed path; returns where the last segment starts.
function parseLast(parsed, path, rootEnd, isSep) {
  const end = endOfLastSegment(path, rootEnd, isSep);
  if (end === -1) return rootEnd;
  const start = startOfSegment(path, rootEnd, end, isSep);
  const dot = extensionIndex(path, start, end);
  parsed.base = StringPrototypeSlice(path, start, end);
  if (dot === -1) {
    parsed.name = parsed.base;
  } else {
    parsed.name = StringPrototypeSlice(path, start, dot);
    parsed.ext = StringPrototypeSlice(path, dot, end);
  }
  return start;
}

function format(sep, pathObject) {
  validateObject(pathObject, 'pathObject');
  const dir = pathObject.dir || pathObject.root;
  let base = pathObject.base;
  if (!base) {
    const ext = pathObject.ext;
    base = `${pathObject.name || ''}${ext ? (ext[0] === '.' ? ext : `.${ext}`) : ''}`;
  }
  if (!dir) return base;
  return dir === pathObject.root ? `${dir}${base}` : `${dir}${sep}${base}`;
}

// The relative path from one list of names to another: '..' for names that are not shared, then the rest.
function relativeSegments(from, to, sep, same) {
  const limit = MathMin(from.length, to.length);
  let shared = 0;
  while (shared < limit && same(from[shared], to[shared])) shared++;
  const steps = ArrayPrototypeFill(new Array(from.length - shared), '..');
  for (let i = shared; i < to.length; i++) ArrayPrototypePush(steps, to[i]);
  return { shared, path: ArrayPrototypeJoin(steps, sep) };
}

module.exports = {
  DOT,
  SLASH,
  basename,
  endOfLastSegment,
  extname,
  format,
  normalizeSegments,
  parseLast,
  relativeSegments,
  startOfSegment,
};
