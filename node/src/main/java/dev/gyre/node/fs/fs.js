'use strict';

// The public module: the functions of fs by name, in Node's order. Their implementations are in fs/internal.

const {
  ObjectAssign, ObjectDefineProperties, ObjectDefineProperty, ObjectEntries, Promise, PromiseResolve, SymbolDispose,
} = require('internal/primordials');
const { customPromisifyArgs, kCustomPromisifiedSymbol, kEmptyObject } = require('internal/util');
const { validateFunction, validateObject, validateString } = require('internal/validators');
const constants = require('internal/fs/constants');
const questions = require('internal/fs/questions');
const transfer = require('internal/fs/transfer');
const {
  answerSync, askValue, answer, callbackForm, run, stepsCallbackForm, stepsSyncForm, syncForm,
} = require('internal/fs/call_styles');
const calls = require('internal/fs/calls');
const { attempt } = require('internal/slots');
const { isEarly } = require('internal/fs/early');
const { elsewhere, isElsewhere } = require('internal/fs/elsewhere');
const { Dirent } = require('internal/fs/dirent');
const { DeprecatedStats } = require('internal/fs/stats');
const { Dir, opendir, opendirSync } = require('internal/fs/dir');
const { checkAborted, readFileCallback, readFileOptions, readFileSync } = require('internal/fs/read_file');
const {
  appendFileSync, truncateOpenSteps, truncateSteps, writeFileOptions, writeFileSteps, writeFileSync,
} = require('internal/fs/write_file');
const { readdirSteps } = require('internal/fs/readdir');
const { realpathSteps } = require('internal/fs/realpath');
const { cpSteps } = require('internal/fs/cp');
const { rmSteps, rmSyncSteps } = require('internal/fs/rm');
const { getOptions, isFd, toFd, toFlags, toPath, toUnixTimestamp } = require('internal/fs/arguments');

const fs = module.exports;

// ---- functions made from one question or from steps

const simple = [
  'access', 'chown', 'chmod', 'copyFile', 'fchown', 'fchmod', 'fdatasync', 'fsync', 'ftruncate', 'futimes', 'lchown',
  'link', 'lutimes', 'mkdir', 'mkdtemp', 'open', 'readlink', 'rename', 'rmdir', 'statfs', 'symlink', 'unlink',
  'utimes', 'fstat', 'lstat',
];
const composed = { readdir: readdirSteps, realpath: realpathSteps, rm: rmSteps, truncate: truncateSteps };
const made = { __proto__: null };
for (let i = 0; i < simple.length; i++) {
  const name = simple[i];
  made[name] = callbackForm(name, questions[name]);
  made[`${name}Sync`] = syncForm(name, questions[name]);
}
for (let j = 0, list = ObjectEntries(composed); j < list.length; j++) {
  const { 0: name, 1: steps } = list[j];
  made[name] = stepsCallbackForm(name, steps);
  made[`${name}Sync`] = stepsSyncForm(name, steps);
}
made.open = callbackForm('open', questions.openByFlags);
made.openSync = syncForm('open', questions.openByFlags);
// With a callback, null counts as no options.
for (let k = 0, items = ['fstat', 'lstat']; k < items.length; k++) {
  const name = items[k];
  made[name] = callbackForm(name, (file, options) => questions[name](file, options ?? undefined));
}
made.cpSync = stepsSyncForm('cp', (src, dest, options) => cpSteps(src, dest, options, true));
made.rmSync = stepsSyncForm('rm', rmSyncSteps);
made.truncateSync = stepsSyncForm('truncate', truncateOpenSteps);
made.realpath.native = callbackForm('', questions.realpathNative);
ObjectDefineProperty(made.realpath.native, 'length', { __proto__: null, value: 3, configurable: true });
made.realpathSync.native = (path, options) => answerSync(questions.realpathNative(path, options));

// ---- functions with an implementation of their own

function exists(path, callback) {
  validateFunction(callback, 'cb');
  try {
    path = toPath(path);
  } catch {
    return callback(false);
  }
  answer(askValue('exists', [path]), (error, isThere) => callback(!error && isThere));
}
ObjectDefineProperty(exists, kCustomPromisifiedSymbol, {
  __proto__: null,
  value: { exists: (path) => new Promise((resolve) => fs.exists(path, resolve)) }.exists,
});

let warnedOfExists = false;
function existsSync(path) {
  try {
    path = toPath(path);
  } catch (error) {
    if (!warnedOfExists && error?.code === 'ERR_INVALID_ARG_TYPE') {
      warnedOfExists = true;
      process.emitWarning('Passing invalid argument types to fs.existsSync is deprecated', 'DeprecationWarning',
                          'DEP0187');
    }
    return false;
  }
  return isEarly() || isElsewhere(path) ? answerSync(askValue('exists', [path])) : attempt(calls.access(path, constants.F_OK)) === 0;
}

// Calls back with two arguments.
function cp(src, dest, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'cb');
  run(cpSteps(src, dest, options), (error) => (error ? callback(error) : callback(null, undefined)));
}

function throwIt(error) {
  if (error != null) throw error;
}

const closeWith = callbackForm('close', questions.close);
function close(fd, callback = throwIt) {
  closeWith(fd, callback);
}

function stat(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  } else if (options === null || typeof options !== 'object') {
    options = undefined;
  } else {
    options = getOptions(options);
  }
  validateFunction(callback, 'cb');
  const question = questions.stat(path, options);
  if (reportsAbort(options?.signal, callback)) return;
  answer(question, (error, stats) => {
    if (!error) callback(null, stats);
    else if (options?.throwIfNoEntry === false && isNoEntry(error)) callback(null, undefined);
    else callback(error);
  });
}

const isNoEntry = ({ code }) => code === 'ENOENT' || code === 'ENOTDIR';

function reportsAbort(signal, callback) {
  if (signal === undefined) return false;
  try {
    checkAborted(signal);
    return false;
  } catch (error) {
    callback(error);
    return true;
  }
}

function readFile(path, options, callback) {
  callback ||= options;
  validateFunction(callback, 'cb');
  options = readFileOptions(options);
  if (!isFd(path)) {
    if (!reportsAbort(options.signal, callback)) readFileCallback(path, options, callback);
    return;
  }
  // A signal that is aborted already is reported to the callback, also for a descriptor.
  process.nextTick(() => {
    try {
      readFileCallback(path, options, callback);
    } catch (error) {
      callback(error);
    }
  });
}

function writeWhole(path, data, options, callback, flag) {
  callback ||= options;
  validateFunction(callback, 'cb');
  options = writeFileOptions(typeof options === 'function' ? null : options, flag);
  if (reportsAbort(options.signal, callback)) return;
  if (isFd(path)) toFd(path);
  else toFlags(options.flag, 'options.flag');
  run(writeFileSteps(path, data, options), (error) => callback(error));
}

function writeFile(path, data, options, callback) {
  writeWhole(path, data, options, callback, 'w');
}

function appendFile(path, data, options, callback) {
  writeWhole(path, data, options, callback, 'a');
}

function mkdtempDisposableSync(prefix, options) {
  const path = fs.mkdtempSync(prefix, options);
  const full = require('path').resolve(process.cwd(), path); // the working directory may change before the path is used
  const remove = () => fs.rmSync(full, { maxRetries: 0, recursive: true, force: true, retryDelay: 100 });
  return { path, remove, [SymbolDispose]() { remove(); } };
}

function createReadStream(path, options) {
  return new fs.ReadStream(path, options);
}

function createWriteStream(path, options) {
  return new fs.WriteStream(path, options);
}

function openAsBlobSync(path, options = kEmptyObject) {
  validateObject(options, 'options');
  const type = options.type || '';
  validateString(type, 'options.type');
  path = toPath(path);
  const other = elsewhere('openAsBlob', path, type);
  if (other !== undefined) return other.now();
  const { createBlobFromFile } = require('internal/buffer/blob');
  return createBlobFromFile(path, fs.statSync(path), type);
}

// An invalid path is thrown instead of rejected.
function openAsBlob(path, options = kEmptyObject) {
  return PromiseResolve(openAsBlobSync(path, options));
}

// ---- functions whose module is loaded at the first call

function watch(filename, options, listener) {
  return require('internal/fs/watch').watch(filename, options, listener);
}

function watchFile(filename, options, listener) {
  return require('internal/fs/watch_file').watchFile(filename, options, listener);
}

function unwatchFile(filename, listener) {
  return require('internal/fs/watch_file').unwatchFile(filename, listener);
}

function glob(pattern, options, callback) {
  require('internal/fs/glob').globCallback(pattern, options, callback);
}

function globSync(pattern, options) {
  return require('internal/fs/glob').globSync(pattern, options);
}

ObjectAssign(fs, {
  appendFile,
  appendFileSync,
  access: made.access,
  accessSync: made.accessSync,
  chown: made.chown,
  chownSync: made.chownSync,
  chmod: made.chmod,
  chmodSync: made.chmodSync,
  close,
  closeSync: syncForm('close', questions.close),
  copyFile: made.copyFile,
  copyFileSync: made.copyFileSync,
  cp,
  cpSync: made.cpSync,
  createReadStream,
  createWriteStream,
  exists,
  existsSync,
  fchown: made.fchown,
  fchownSync: made.fchownSync,
  fchmod: made.fchmod,
  fchmodSync: made.fchmodSync,
  fdatasync: made.fdatasync,
  fdatasyncSync: made.fdatasyncSync,
  fstat: made.fstat,
  fstatSync: made.fstatSync,
  fsync: made.fsync,
  fsyncSync: made.fsyncSync,
  ftruncate: made.ftruncate,
  ftruncateSync: made.ftruncateSync,
  futimes: made.futimes,
  futimesSync: made.futimesSync,
  glob,
  globSync,
  lchown: made.lchown,
  lchownSync: made.lchownSync,
  lchmod: undefined, // macOS only
  lchmodSync: undefined,
  link: made.link,
  linkSync: made.linkSync,
  lstat: made.lstat,
  lstatSync: made.lstatSync,
  lutimes: made.lutimes,
  lutimesSync: made.lutimesSync,
  mkdir: made.mkdir,
  mkdirSync: made.mkdirSync,
  mkdtemp: made.mkdtemp,
  mkdtempSync: made.mkdtempSync,
  mkdtempDisposableSync,
  open: made.open,
  openSync: made.openSync,
  openAsBlob,
  openAsBlobSync,
  readdir: made.readdir,
  readdirSync: made.readdirSync,
  read: transfer.read,
  readSync: transfer.readSync,
  readv: transfer.readv,
  readvSync: transfer.readvSync,
  readFile,
  readFileSync,
  readlink: made.readlink,
  readlinkSync: made.readlinkSync,
  realpath: made.realpath,
  realpathSync: made.realpathSync,
  rename: made.rename,
  renameSync: made.renameSync,
  rm: made.rm,
  rmSync: made.rmSync,
  rmdir: made.rmdir,
  rmdirSync: made.rmdirSync,
  stat,
  statfs: made.statfs,
  statSync: syncForm('stat', questions.stat),
  statfsSync: made.statfsSync,
  symlink: made.symlink,
  symlinkSync: made.symlinkSync,
  truncate: made.truncate,
  truncateSync: made.truncateSync,
  unwatchFile,
  unlink: made.unlink,
  unlinkSync: made.unlinkSync,
  utimes: made.utimes,
  utimesSync: made.utimesSync,
  watch,
  watchFile,
  writeFile,
  writeFileSync,
  write: transfer.write,
  writeSync: transfer.writeSync,
  writev: transfer.writev,
  writevSync: transfer.writevSync,
  Dirent,
  Stats: DeprecatedStats,
  _toUnixTimestamp: toUnixTimestamp,
  Dir,
  opendir,
  opendirSync,
});

require('internal/fs/lengths').setLengths(fs, 'fs');

// util.promisify() makes these return an object with both results.
const results = {
  read: ['bytesRead', 'buffer'],
  write: ['bytesWritten', 'buffer'],
  readv: ['bytesRead', 'buffers'],
  writev: ['bytesWritten', 'buffer'],
};
for (let n = 0, all = ObjectEntries(results); n < all.length; n++) {
  const { 0: name, 1: names } = all[n];
  ObjectDefineProperty(fs[name], customPromisifyArgs, { __proto__: null, value: names, enumerable: false });
}

// Streams are loaded at their first use. The File... names are separate properties, so that each can be replaced by itself.
function lazyStream(name, from, module = 'internal/fs/streams') {
  let type;
  ObjectDefineProperty(fs, name, {
    __proto__: null,
    get() { return type ??= require(module)[from]; },
    set(value) { type = value; },
    configurable: true,
    enumerable: true,
  });
}
lazyStream('ReadStream', 'ReadStream');
lazyStream('WriteStream', 'WriteStream');
lazyStream('FileReadStream', 'ReadStream');
lazyStream('FileWriteStream', 'WriteStream');
lazyStream('Utf8Stream', 'Utf8Stream', 'internal/fs/utf8_stream');

ObjectDefineProperties(fs, {
  __proto__: null,
  constants: { __proto__: null, value: constants, enumerable: true },
  promises: {
    __proto__: null,
    get: { get() { return require('fs/promises'); } }.get,
    configurable: true,
    enumerable: true,
  },
});
