'use strict';

// The functions of WASI's preview1, which behave as those of uvwasi, Node's implementation. The files of this folder have
// one group of them each. A function gets the instance's state and its arguments: numbers that are not negative, or bigints
// for those of 64 bits. It answers an error number.

const {
  ArrayPrototypePush, ArrayPrototypeUnshift, ObjectDefineProperty, ObjectEntries, ReflectApply, SafeWeakMap,
  StringPrototypeIndexOf, StringPrototypeSlice, TypeError, isolated,
} = require('internal/primordials');
const { codes: { ERR_WASI_NOT_STARTED } } = require('internal/errors');
const { ERRNO } = require('internal/wasi/constants');
const { Descriptors } = require('internal/wasi/descriptors');
const { ProgramMemory } = require('internal/wasi/memory');
const files = require('internal/wasi/files');
const paths = require('internal/wasi/paths');
const system = require('internal/wasi/system');

const native = binding('wasi');

// What the C library would see of a string: its bytes up to the first zero, each as a char.
function cString(text) {
  const bytes = native.utf8(text);
  const end = StringPrototypeIndexOf(bytes, '\0');
  return end === -1 ? bytes : StringPrototypeSlice(bytes, 0, end);
}

function cStrings(texts) {
  const list = [];
  for (let i = 0; i < texts.length; i++) ArrayPrototypePush(list, cString(texts[i]));
  return list;
}

const State = isolated(class State {
  memory;
  constructor(args, env, preopens, stdio) {
    this.args = cStrings(args);
    this.env = cStrings(env);
    for (let i = 0; i < preopens.length; i++) preopens[i].name = cString(preopens[i].name);
    this.descriptors = new Descriptors(stdio, preopens);
  }
});

const states = new SafeWeakMap();

class WASI {
  constructor(args, env, preopens, stdio) {
    states.set(this, new State(args, env, preopens, stdio));
  }
}

function setMemory(wrap, memory) {
  let opened;
  try {
    opened = new ProgramMemory(memory);
  } catch {
    const error = new TypeError('"instance.exports.memory" property must be a WebAssembly.Memory object');
    error.code = 'ERR_INVALID_ARG_TYPE';
    throw error;
  }
  states.get(wrap).memory = opened;
}

// WebAssembly passes numbers of 32 bits with a sign. Whoever calls from JavaScript has to pass what it would.
function areValid(args, types) {
  if (args.length !== types.length) return false;
  for (let i = 0; i < types.length; i++) {
    if (types[i] === 'I') {
      if (typeof args[i] !== 'bigint') return false;
    } else {
      if (typeof args[i] !== 'number' || (args[i] >>> 0 !== args[i] && (args[i] | 0) !== args[i])) return false;
      args[i] >>>= 0;
    }
  }
  return true;
}

function define(name, types, run) {
  const value = { [name](...args) {
    if (!areValid(args, types)) return ERRNO.EINVAL;
    const state = states.get(this);
    if (state === undefined) return ERRNO.EINVAL;
    if (state.memory === undefined) throw new ERR_WASI_NOT_STARTED();
    state.memory.refresh();
    ArrayPrototypeUnshift(args, state);
    return ReflectApply(run, undefined, args);
  } }[name];
  ObjectDefineProperty(value, 'length', { __proto__: null, value: types.length, configurable: true });
  ObjectDefineProperty(WASI.prototype, name, {
    __proto__: null, value, enumerable: true, writable: true, configurable: true,
  });
}

// In Node's order. `i` is a number of 32 bits, `I` one of 64.
const FUNCTIONS = {
  __proto__: null,
  args_get: 'ii', args_sizes_get: 'ii', clock_res_get: 'ii', clock_time_get: 'iIi', environ_get: 'ii',
  environ_sizes_get: 'ii', fd_advise: 'iIIi', fd_allocate: 'iII', fd_close: 'i', fd_datasync: 'i', fd_fdstat_get: 'ii',
  fd_fdstat_set_flags: 'ii', fd_fdstat_set_rights: 'iII', fd_filestat_get: 'ii', fd_filestat_set_size: 'iI',
  fd_filestat_set_times: 'iIIi', fd_pread: 'iiiIi', fd_prestat_get: 'ii', fd_prestat_dir_name: 'iii', fd_pwrite: 'iiiIi',
  fd_read: 'iiii', fd_readdir: 'iiiIi', fd_renumber: 'ii', fd_seek: 'iIii', fd_sync: 'i', fd_tell: 'ii', fd_write: 'iiii',
  path_create_directory: 'iii', path_filestat_get: 'iiiii', path_filestat_set_times: 'iiiiIIi', path_link: 'iiiiiii',
  path_open: 'iiiiiIIii', path_readlink: 'iiiiii', path_remove_directory: 'iii', path_rename: 'iiiiii',
  path_symlink: 'iiiii', path_unlink_file: 'iii', poll_oneoff: 'iiii', proc_exit: 'i', proc_raise: 'i', random_get: 'ii',
  sched_yield: '', sock_accept: 'iii', sock_recv: 'iiiiii', sock_send: 'iiiii', sock_shutdown: 'ii',
};

const all = ObjectEntries(FUNCTIONS);
for (let i = 0; i < all.length; i++) {
  const { 0: name, 1: types } = all[i];
  define(name, types, files[name] ?? paths[name] ?? system[name]);
}

module.exports = { WASI, setMemory };
