'use strict';

// Windows paths. A path begins with one of four kinds of root:
//
//   \            absolute on the current drive
//   C:  or C:\   a drive, relative to its own current directory or absolute
//   \\host\share a UNC share, always absolute
//   \\.\  \\?\   the device namespace
//
// A name such as CON: or LPT1: is a device in any position. So normalize() and join() must never turn a path that begins
// with one into a path that looks harmless.

const {
  ArrayPrototypeSlice, FunctionPrototypeBind, MathMin, RegExpPrototypeExec, SafeSet, StringPrototypeCharCodeAt,
  StringPrototypeIndexOf, StringPrototypeReplaceAll, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith,
  StringPrototypeToLowerCase, StringPrototypeToUpperCase, itemsOf, replacePattern,
} = require('internal/primordials');
const { validateString } = require('internal/validators');
const {
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
} = require('internal/path/common');

const BACKSLASH = 92;
const COLON = 58;
const QUESTION_MARK = 63;

const UNC = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)/;

const reservedNames = new SafeSet(['CON', 'PRN', 'AUX', 'NUL']);
for (let j = 0, list = ['COM', 'LPT']; j < list.length; j++) {
  const port = list[j];
  for (const digit of itemsOf('123456789\xb9\xb2\xb3')) reservedNames.add(port + digit);
}

const isSep = (code) => code === SLASH || code === BACKSLASH;

function isLetter(code) {
  code |= 0x20;
  return code >= 97 && code <= 122;
}

const hasDrive = (path) =>
  path.length >= 2 && StringPrototypeCharCodeAt(path, 1) === COLON && isLetter(StringPrototypeCharCodeAt(path, 0));

const isReservedName = (name) => reservedNames.has(StringPrototypeToUpperCase(name));

// Node cuts at indexOf(':') even when that is -1, which drops the last character.
const beginsWithReservedName = (path) => isReservedName(StringPrototypeSlice(path, 0, StringPrototypeIndexOf(path, ':')));

// The root of a path for dirname() and parse(): it includes the separator after a share.
function rootLength(path) {
  if (isSep(StringPrototypeCharCodeAt(path, 0))) {
    const unc = RegExpPrototypeExec(UNC, path);
    return unc === null ? 1 : MathMin(unc[0].length + 1, path.length);
  }
  if (hasDrive(path)) return path.length > 2 && isSep(StringPrototypeCharCodeAt(path, 2)) ? 3 : 2;
  return 0;
}

// The root of a path for resolve() and normalize().
function splitRoot(path) {
  if (path.length > 0 && isSep(StringPrototypeCharCodeAt(path, 0))) {
    const unc = RegExpPrototypeExec(UNC, path);
    if (unc === null) return { device: '', rootEnd: 1, absolute: true, unc: false };
    const host = unc[1];
    if (host === '.' || host === '?') return { device: `\\\\${host}`, rootEnd: 4, absolute: true, unc: false };
    return { device: `\\\\${host}\\${unc[2]}`, rootEnd: unc[0].length, absolute: true, unc: true };
  }
  if (hasDrive(path)) {
    const absolute = path.length > 2 && isSep(StringPrototypeCharCodeAt(path, 2));
    return { device: StringPrototypeSlice(path, 0, 2), rootEnd: absolute ? 3 : 2, absolute, unc: false };
  }
  return { device: '', rootEnd: 0, absolute: false, unc: false };
}

// Windows keeps a current directory per drive, in variables named '=C:'.
function driveCwd(device) {
  const path = process.env[`=${device}`] || process.cwd();
  const elsewhere = StringPrototypeToLowerCase(StringPrototypeSlice(path, 0, 2)) !== StringPrototypeToLowerCase(device);
  return elsewhere && StringPrototypeCharCodeAt(path, 2) === BACKSLASH ? `${device}\\` : path;
}

// A relative path with a colon must not become one that Windows interprets as a drive or a stream ('./C:' is a file, 'C:' a
// drive).
function needsDotPrefix(path, tail) {
  if (hasDrive(tail)) return true;
  for (let at = StringPrototypeIndexOf(path, ':'); at !== -1; at = StringPrototypeIndexOf(path, ':', at + 1)) {
    if (at === path.length - 1 || isSep(StringPrototypeCharCodeAt(path, at + 1))) return true;
  }
  return false;
}

function names(path) {
  const all = StringPrototypeSplit(path, '\\');
  let start = 0;
  let end = all.length;
  while (start < end && all[start] === '') start++;
  while (end > start && all[end - 1] === '') end--;
  return ArrayPrototypeSlice(all, start, end);
}

const win32 = {
  resolve(...args) {
    let device = '';
    let tail = '';
    let absolute = false;
    for (let i = args.length - 1; i >= -1; i--) {
      let path;
      if (i >= 0) {
        path = args[i];
        validateString(path, `paths[${i}]`);
        if (path.length === 0) continue;
      } else if (device.length === 0) {
        path = process.cwd();
        const asked = args.length === 1 && (args[0] === '' || args[0] === '.');
        if (args.length === 0 || (asked && isSep(StringPrototypeCharCodeAt(path, 0)))) {
          return process.platform === 'win32' ? path : StringPrototypeReplaceAll(path, '/', '\\');
        }
      } else {
        path = driveCwd(device);
      }

      const root = splitRoot(path);
      if (root.device.length > 0) {
        if (device.length === 0) device = root.device;
        else if (StringPrototypeToLowerCase(root.device) !== StringPrototypeToLowerCase(device)) continue; // a path on another drive
      }
      if (!absolute) {
        tail = `${StringPrototypeSlice(path, root.rootEnd)}\\${tail}`;
        absolute = root.absolute;
      }
      if (absolute && device.length > 0) break;
    }
    tail = normalizeSegments(tail, !absolute, '\\', isSep);
    return absolute ? `${device}\\${tail}` : `${device}${tail}` || '.';
  },

  normalize(path) {
    validateString(path, 'path');
    const length = path.length;
    if (length === 0) return '.';
    if (length === 1) return path === '/' ? '\\' : path;

    let { device, rootEnd, absolute, unc } = splitRoot(path);
    if (unc && rootEnd === length) return `${device}\\`;
    const colon = StringPrototypeIndexOf(path, ':');
    if (device === '\\\\.' || device === '\\\\?') {
      const name = StringPrototypeSlice(path, 4, colon + 1);
      if (isReservedName(StringPrototypeSlice(name, 0, -1))) {
        device = `\\\\?\\${name}`;
        rootEnd = 4 + name.length;
      }
    } else if (!absolute && device === '' && colon > 0 && isReservedName(StringPrototypeSlice(path, 0, colon))) {
      device = StringPrototypeSlice(path, 0, colon + 1);
      rootEnd = colon + 1;
    }

    let tail = normalizeSegments(StringPrototypeSlice(path, rootEnd), !absolute, '\\', isSep);
    if (tail.length === 0 && !absolute) tail = '.';
    if (tail.length > 0 && isSep(StringPrototypeCharCodeAt(path, length - 1))) tail += '\\';
    if (!absolute && device === '' && colon !== -1 && needsDotPrefix(path, tail)) return `.\\${tail}`;
    if (beginsWithReservedName(path)) return `.\\${device}${tail}`;
    return absolute ? `${device}\\${tail}` : `${device}${tail}`;
  },

  isAbsolute(path) {
    validateString(path, 'path');
    if (path.length === 0) return false;
    return isSep(StringPrototypeCharCodeAt(path, 0)) || (path.length > 2 && hasDrive(path) && isSep(StringPrototypeCharCodeAt(path, 2)));
  },

  join(...args) {
    let first;
    let joined = '';
    for (let i = 0; i < args.length; i++) {
      const part = args[i];
      validateString(part, 'path');
      if (part.length === 0) continue;
      joined = first === undefined ? part : `${joined}\\${part}`;
      first ??= part;
    }
    if (first === undefined) return '.';

    // Two leading separators mean a UNC path only if the first argument has them, exactly two and followed by a name;
    // otherwise they result from joining.
    if (RegExpPrototypeExec(/^[\\/]{2}[^\\/]/, first) === null) joined = replacePattern(/^[\\/]{2,}/, joined, '\\');

    for (let j = 0, list = StringPrototypeSplit(joined, '\\'); j < list.length; j++) {
      const name = list[j];
      const colon = StringPrototypeIndexOf(name, ':');
      if (colon !== -1 && isReservedName(StringPrototypeSlice(name, 0, colon))) return StringPrototypeReplaceAll(joined, '/', '\\');
    }
    return win32.normalize(joined);
  },

  relative(from, to) {
    validateString(from, 'from');
    validateString(to, 'to');
    if (from === to) return '';
    const fromPath = win32.resolve(from);
    const toPath = win32.resolve(to);
    if (StringPrototypeToLowerCase(fromPath) === StringPrototypeToLowerCase(toPath)) return '';

    const fromNames = names(fromPath);
    const toNames = names(toPath);
    const found = relativeSegments(fromNames, toNames, '\\',
                                   (a, b) => a === b || StringPrototypeToLowerCase(a) === StringPrototypeToLowerCase(b));
    // Nothing in common means another drive or share: no relative path exists.
    return found.shared === 0 && fromNames.length > 0 && toNames.length > 0 ? toPath : found.path;
  },

  toNamespacedPath(path) {
    if (typeof path !== 'string' || path.length === 0) return path;
    const resolved = win32.resolve(path);
    if (resolved.length <= 2) return path;
    if (StringPrototypeStartsWith(resolved, '\\\\')) {
      const code = StringPrototypeCharCodeAt(resolved, 2);
      if (code !== QUESTION_MARK && code !== DOT) return `\\\\?\\UNC\\${StringPrototypeSlice(resolved, 2)}`;
    } else if (hasDrive(resolved) && StringPrototypeCharCodeAt(resolved, 2) === BACKSLASH) {
      return `\\\\?\\${resolved}`;
    }
    return resolved;
  },

  dirname(path) {
    validateString(path, 'path');
    if (path.length === 0) return '.';
    const rootEnd = rootLength(path);
    const end = endOfLastSegment(path, rootEnd, isSep);
    const start = end === -1 ? rootEnd : startOfSegment(path, rootEnd, end, isSep);
    if (start > rootEnd) return StringPrototypeSlice(path, 0, start - 1);
    return rootEnd === 0 ? '.' : StringPrototypeSlice(path, 0, rootEnd);
  },

  basename(path, suffix) {
    if (suffix !== undefined) validateString(suffix, 'suffix');
    validateString(path, 'path');
    return basename(path, suffix, hasDrive(path) ? 2 : 0, isSep);
  },

  extname(path) {
    validateString(path, 'path');
    return extname(path, hasDrive(path) ? 2 : 0, isSep);
  },

  format: FunctionPrototypeBind(format, null, '\\'),

  parse(path) {
    validateString(path, 'path');
    const parsed = { root: '', dir: '', base: '', ext: '', name: '' };
    if (path.length === 0) return parsed;
    const rootEnd = rootLength(path);
    const start = parseLast(parsed, path, rootEnd, isSep);
    parsed.root = StringPrototypeSlice(path, 0, rootEnd);
    parsed.dir = start > rootEnd ? StringPrototypeSlice(path, 0, start - 1) : parsed.root;
    return parsed;
  },

  matchesGlob(path, pattern) {
    return require('internal/path/glob').matchesGlob(path, pattern, true);
  },

  sep: '\\',
  delimiter: ';',
  win32: null,
  posix: null,
};

module.exports = win32;
