'use strict';

// module.enableCompileCache(): what V8 has compiled is kept in a folder, see CompileCache.java. Here: whether, and where.

const { ObjectAssign, RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeSlice, TypeError } = require('internal/primordials');
const { keepIn } = require('internal/direct_compiler');
const atExit = require('internal/process/at_exit');
const { validateString } = require('internal/validators');
const path = require('path');
const permission = require('internal/permission/model');

const status = { __proto__: null, FAILED: 0, ENABLED: 1, ALREADY_ENABLED: 2, DISABLED: 3 };

let directory; // with the part that names the version

const isOn = () => directory !== undefined;

const isTelling = () => RegExpPrototypeExec(/(?:^|,)\s*COMPILE_CACHE\s*(?:,|$)/i, process.env.NODE_DEBUG_NATIVE ?? '') !== null;

function tell(text) {
  if (isTelling()) binding('process').writeStderr(`[compile cache] ${text}\n`);
}

// Only the same V8 can use what was compiled, with the same flags, and nobody uses what others have written.
const makeTag = () =>
  `${process.version}-${process.arch}-${process.versions.gyre}-${binding('compile_cache').stamp()}-${process.getuid()}`;

function enable(folder, isPortable) {
  if (isOn()) return { status: status.ALREADY_ENABLED, directory };
  if (process.env.NODE_DISABLE_COMPILE_CACHE) {
    const message = 'Disabled by NODE_DISABLE_COMPILE_CACHE';
    tell(message);
    return { status: status.DISABLED, message };
  }
  const tag = makeTag();
  const whole = path.join(path.resolve(folder), tag);
  tell(`resolved path ${folder} + ${tag} -> ${whole}`);
  for (let i = 0, kinds = ['write', 'read']; i < kinds.length; i++) {
    if (permission.isGranted(`fs.${kinds[i]}`, whole)) continue;
    const message = `Skipping compile cache because ${kinds[i]} permission for ${whole} is not granted`;
    tell(message);
    return { status: status.FAILED, message };
  }
  try {
    require('fs').mkdirSync(whole, { recursive: true });
  } catch (error) {
    tell(`creating cache directory ${whole}...${error.message}`);
    return { status: status.FAILED, message: `Cannot create cache directory: ${reasonOf(error)}` };
  }
  tell(`creating cache directory ${whole}...success`);
  binding('compile_cache').open(whole, isPortable, isTelling());
  if (!isPortable && !isTelling()) keepIn(whole);
  directory = whole;
  atExit.flushCompileCache = flush;
  return { status: status.ENABLED, directory: path.resolve(folder) };
}

// The system's words, without the code in front and the call behind.
function reasonOf({ message }) {
  const colon = StringPrototypeIndexOf(message, ': ');
  const comma = StringPrototypeIndexOf(message, ',');
  return StringPrototypeSlice(message, colon < 0 ? 0 : colon + 2, comma < 0 ? message.length : comma);
}

// ---- for programs

function enableCompileCache(options) {
  const { directory: wanted, portable } = typeof options === 'object' && options !== null ? options : { directory: options };
  const folder = wanted === undefined ?
    process.env.NODE_COMPILE_CACHE || path.join(require('os').tmpdir(), 'node-compile-cache') : wanted;
  if (typeof folder !== 'string') throw ObjectAssign(new TypeError('cacheDir should be a string'), { code: 'ERR_INVALID_ARG_TYPE' });
  return enable(folder, portable ?? process.env.NODE_COMPILE_CACHE_PORTABLE === '1');
}

function getCompileCacheDir() { return directory; }

function flush() { binding('compile_cache').flush(); }

function flushCompileCache() {
  if (!isOn()) return;
  flush();
  tell('module.flushCompileCache() finished.');
}

// NODE_COMPILE_CACHE
function enableByEnvironment() {
  const folder = process.env.NODE_COMPILE_CACHE;
  if (folder) enable(folder, process.env.NODE_COMPILE_CACHE_PORTABLE === '1');
}

// ---- stripped types

// Undefined without a cache; else the text that was kept for this source, and the function that keeps one.
function typescript(file, source) {
  if (!isOn()) return undefined;
  const text = binding('compile_cache').text(file, source) ?? undefined;
  return {
    __proto__: null,
    text,
    keep(code) { if (text === undefined) binding('compile_cache').keepText(file, source, code); },
  };
}

module.exports = { status, isOn, enableCompileCache, getCompileCacheDir, flushCompileCache, enableByEnvironment, typescript };
