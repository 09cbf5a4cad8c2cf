'use strict';

// The functions of a VirtualFileSystem that take a callback.

const {
  ArrayPrototypePop, ObjectDefineProperty, ObjectKeys, PromisePrototypeThen, ReflectApply, itemsOf,
} = require('internal/primordials');
const descriptors = require('internal/vfs/descriptors');
const { failure } = require('internal/vfs/failures');

// The last argument is the callback; those before it may be missing.
function callbackOf(args) {
  while (args.length > 0 && typeof args[args.length - 1] !== 'function') ArrayPrototypePop(args);
  return ArrayPrototypePop(args);
}

const settle = (promise, callback, onDone) => {
  PromisePrototypeThen(promise, onDone, (error) => callback(error));
};

// Of operations that the provider has as async functions: what makes the result.
const nothing = () => [];
const same = (files, value) => [value];
const BY_PROVIDER = {
  __proto__: null,
  readFile: same,
  writeFile: nothing,
  stat: same,
  lstat: same,
  readdir: same,
  realpath: (files, name) => [outside(files, name)],
  readlink: same,
  access: nothing,
  open: (files, handle) => [descriptors.add(handle)],
};

function byProvider(name, resultOf) {
  return function(path, ...args) {
    const callback = callbackOf(args);
    if (name === 'open') args[0] ??= 'r';
    settle(this.provider[name](inside(this, path), ...itemsOf(args)), callback, (value) =>
      callback(null, ...itemsOf(resultOf(this, value))));
  };
}

const BY_SYNC = { __proto__: null, rm: false, truncate: false, ftruncate: false, link: false, mkdtemp: true, opendir: true };

function bySync(name, hasResult) {
  const sync = `${name}Sync`;
  return function(...args) {
    const callback = callbackOf(args);
    let value;
    try {
      value = ReflectApply(this[sync], this, args);
    } catch (error) {
      process.nextTick(callback, error);
      return;
    }
    if (hasResult) process.nextTick(callback, null, value);
    else process.nextTick(callback, null);
  };
}

// Operations of an open file: what they return is passed on by `done`.
const BY_HANDLE = {
  __proto__: null,
  close: (callback, result, fd) => {
    descriptors.remove(fd);
    callback(null);
  },
  read: (callback, { bytesRead, buffer }) => callback(null, bytesRead, buffer),
  write: (callback, { bytesWritten, buffer }) => callback(null, bytesWritten, buffer),
  fstat: (callback, stats) => callback(null, stats),
};

function byHandle(name, done) {
  const method = name === 'fstat' ? 'stat' : name;
  return function(fd, ...args) {
    const callback = callbackOf(args);
    const handle = descriptors.find(fd);
    if (handle === undefined) process.nextTick(callback, failure('EBADF', name));
    else settle(handle[method](...itemsOf(args)), callback, (value) => done(callback, value, fd));
  };
}

let inside;
let outside;

function install({ prototype }, toInside, toOutside) {
  inside = toInside;
  outside = toOutside;
  const define = (name, value) => {
    ObjectDefineProperty(value, 'name', { __proto__: null, value: name, configurable: true });
    ObjectDefineProperty(prototype, name, { __proto__: null, value, writable: true, configurable: true });
  };
  const defineAll = (table, make) => {
    for (let i = 0, names = ObjectKeys(table); i < names.length; i++) define(names[i], make(names[i], table[names[i]]));
  };
  defineAll(BY_PROVIDER, byProvider);
  defineAll(BY_HANDLE, byHandle);
  defineAll(BY_SYNC, bySync);
}

module.exports = { install };
