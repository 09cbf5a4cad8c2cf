'use strict';

// fs/promises.

const { SymbolAsyncDispose } = require('internal/primordials');
const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { validateObject } = require('internal/validators');
const constants = require('internal/fs/constants');
const questions = require('internal/fs/questions');
const { answerPromise, awaited, promiseForm, retraced, stepsPromiseForm } = require('internal/fs/call_styles');
const { FileHandle } = require('internal/fs/file_handle');
const { readFileOptions, readFilePromise } = require('internal/fs/read_file');
const { writeToPath } = require('internal/fs/write_any');
const { opendirQuestion } = require('internal/fs/dir');
const { cpSteps } = require('internal/fs/cp');
const { rmSteps } = require('internal/fs/rm');
const { readdirSteps } = require('internal/fs/readdir');
const { truncateOpenSteps } = require('internal/fs/write_file');
const { parseFileMode, toPath } = require('internal/fs/arguments');

const form = (name) => promiseForm(name, questions[name]);

async function open(path, flags, mode) {
  const fd = await awaited(answerPromise(questions.open(path, flags, mode)));
  return new FileHandle(fd, path);
}

async function readFile(path, options) {
  if (FileHandle.isFileHandle(path)) return path.readFile(options);
  options = readFileOptions(options);
  try {
    return await readFilePromise(path, options);
  } catch (error) {
    throw retraced(error);
  }
}

async function writeFile(path, data, options) {
  return FileHandle.isFileHandle(path) ? path.writeFile(data, options) : writeToPath(path, data, options, 'w');
}

async function appendFile(path, data, options) {
  return FileHandle.isFileHandle(path) ? path.appendFile(data, options) : writeToPath(path, data, options, 'a');
}

const statOptions = (options) => {
  if (options !== undefined) validateObject(options, 'options');
  return options;
};

async function stat(path, options) {
  try {
    return await answerPromise(questions.stat(path, statOptions(options)));
  } catch (error) {
    if (options?.throwIfNoEntry === false && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw retraced(error);
  }
}

// Here the argument is always named "mode", and it may be null.
function mkdirOptions(options) {
  if (options === null || typeof options !== 'object') return options;
  return { recursive: options.recursive, mode: parseFileMode(options.mode, 'mode', 0o777) };
}

async function lchmod() {
  throw new ERR_METHOD_NOT_IMPLEMENTED('lchmod()');
}

async function mkdtempDisposable(prefix, options) {
  const { resolve } = require('path');
  const path = await mkdtemp(prefix, options);
  const full = resolve(process.cwd(), path); // the working directory may change before the path is used
  const remove = () => rm(full, { maxRetries: 0, recursive: true, force: true, retryDelay: 0 });
  return { __proto__: null, path, remove, async [SymbolAsyncDispose]() { await remove(); } };
}

async function* glob(pattern, options) {
  yield* require('internal/fs/glob').glob(pattern, options);
}

function watch(filename, options = kEmptyObject) {
  return require('internal/fs/watch').watchAsync(filename, options);
}

const rm = stepsPromiseForm('rm', rmSteps);
const mkdtemp = form('mkdtemp');

module.exports = {
  access: form('access'),
  copyFile: form('copyFile'),
  cp: stepsPromiseForm('cp', cpSteps),
  glob,
  open,
  opendir: promiseForm('opendir', opendirQuestion),
  rename: form('rename'),
  truncate: stepsPromiseForm('truncate', truncateOpenSteps),
  rm,
  rmdir: form('rmdir'),
  mkdir: promiseForm('mkdir', (path, options) => questions.mkdir(path, mkdirOptions(options))),
  readdir: stepsPromiseForm('readdir', (path, options) => readdirSteps(path, options, true)),
  readlink: promiseForm('readlink', (path, options) => questions.readlink(toPath(path, 'oldPath'), options)),
  symlink: form('symlink'),
  lstat: promiseForm('lstat', (path, options) => questions.lstat(path, statOptions(options))),
  stat,
  statfs: form('statfs'),
  link: form('link'),
  unlink: form('unlink'),
  chmod: form('chmod'),
  lchmod,
  lchown: form('lchown'),
  chown: form('chown'),
  utimes: form('utimes'),
  lutimes: form('lutimes'),
  realpath: promiseForm('realpath', questions.realpathNative),
  mkdtemp,
  mkdtempDisposable,
  writeFile,
  appendFile,
  readFile,
  watch,
  constants,
};

require('internal/fs/lengths').setLengths(module.exports, 'promises');
