'use strict';

// The permission model: process.permission, and what the core's JavaScript has to know of it.
//
// It is enforced in Java (permission/Permission.java), in front of the native functions: see docs/permissions.md. Nothing here
// decides anything. What was denied is published to the channels node:permission-model:*, by the next native call that
// JavaScript waits for, or by the one that failed.

const {
  ArrayPrototypeJoin, ArrayPrototypePush, ObjectDefineProperty, ObjectFreeze, ReflectApply, RegExpPrototypeExec,
  RegExpPrototypeSymbolSplit, StringPrototypeIncludes, StringPrototypeIndexOf, StringPrototypeSlice, replacePattern,
} = require('internal/primordials');
const options = require('internal/options');
const { codes: { ERR_ACCESS_DENIED, ERR_MISSING_OPTION } } = require('internal/errors');
const { isUint8Array } = require('util/types');

const native = binding('permission');

const CHANNELS = {
  '__proto__': null, 'fs': 'fs', 'fs.read': 'fs', 'fs.write': 'fs', 'child': 'child', 'worker': 'worker', 'net': 'net',
  'inspector': 'inspector', 'wasi': 'wasi', 'addon': 'addon', 'ffi': 'ffi', 'openssl.store': 'openssl-store',
};

const FLAGS = [
  '--allow-fs-read', '--allow-fs-write', '--allow-addons', '--allow-child-process', '--allow-net', '--allow-inspector',
  '--allow-wasi', '--allow-worker', '--allow-openssl-store',
];

// A worker has these options wherever its parent has, whatever it is started with.
const isEnabled = () => options.get('--permission') === true || options.get('--permission-audit') === true;
const isAudit = () => isEnabled() && options.get('--permission') !== true;

// By the options: what is dropped later is seen when an add-on is loaded.
const mayUseAddons = () => !options.get('--no-addons') && (!isEnabled() || isAudit() || options.get('--allow-addons') === true);

const isDenial = (error) => error?.code === 'ERR_ACCESS_DENIED';

// Calls a native function whose result is an error number; a denial takes its place, as with Node's handles.
function resultOrDenial(fn, ...args) {
  try {
    return ReflectApply(fn, undefined, args);
  } catch (error) {
    if (isDenial(error)) return error;
    throw error;
  }
}

// Throws if it is denied. The operation itself is checked by its native function; this is for errors that have to come
// earlier, or for what has no native function of its own.
function require_(scope, resource) {
  if (isEnabled()) native.require(scope, resource);
}

// Whether it is granted, for decisions of the core that nobody is told about.
const isGranted = (scope, resource) => !isEnabled() || isAudit() || native.isGranted(scope, resource);

// ---- channels

let isPublishing = false;

function publishDenials() {
  const denials = native.takeDenials();
  if (isPublishing || denials.length === 0) return;
  isPublishing = true;
  try {
    for (let i = 0; i < denials.length; i++) publish(denials[i]);
  } finally {
    isPublishing = false;
  }
}

function publish({ 0: scope, 1: permission, 2: resource, 3: isDrop }) {
  const channel = require('diagnostics_channel').channel(`node:permission-model:${CHANNELS[scope]}`);
  if (!channel.hasSubscribers) return;
  const message = { __proto__: null, permission, resource };
  if (isDrop) message.drop = true;
  channel.publish(message);
}

// ---- process.permission

function referenceOf(reference) {
  if (reference == null) return undefined;
  const { isURL } = require('internal/url');
  if (isURL(reference)) return require('internal/url/file').toPathIfFileURL(reference);
  if (isUint8Array(reference)) return reference;
  require('internal/validators').validateString(reference, 'reference');
  return reference;
}

const isEmpty = (reference) => reference !== undefined && reference.length === 0;

const { has, drop } = {
  has(scope, reference) {
    require('internal/validators').validateString(scope, 'scope');
    const path = referenceOf(reference);
    return !isEmpty(path) && native.has(scope, path);
  },
  drop(scope, reference) {
    require('internal/validators').validateString(scope, 'scope');
    const path = referenceOf(reference);
    native.drop(scope, isEmpty(path) ? undefined : path);
  },
};

// What a program sees when it asks itself, with its notice to those who listen.
const hasWrite = (path) => native.has('fs.write', path);

// ---- start

const DANGEROUS = [
  ['--allow-addons', 'PERM0001'], ['--allow-child-process', 'PERM0002'], ['--allow-inspector', 'PERM0004'],
  ['--allow-wasi', 'PERM0005'], ['--allow-worker', 'PERM0006'], ['--allow-openssl-store', 'PERM0007'],
];

function warn() {
  for (let i = 0; i < DANGEROUS.length; i++) {
    const { 0: flag, 1: code } = DANGEROUS[i];
    if (options.get(flag) !== true) continue;
    process.emitWarning(`The flag ${flag} must be used with extreme caution. It could invalidate the permission model.`,
                        'SecurityWarning', code);
  }
  for (let i = 0, flags = ['--allow-fs-read', '--allow-fs-write']; i < flags.length; i++) {
    const paths = options.list(flags[i]);
    if (paths.length !== 1 || !StringPrototypeIncludes(paths[0], ',')) continue;
    process.emitWarning(`The ${flags[i]} CLI flag has changed. Passing a comma-separated list of paths is no longer valid. ` +
      'Documentation can be found at https://nodejs.org/api/permissions.html#file-system-permissions', 'Warning');
  }
  if (options.get('--allow-net') === true) {
    process.emitWarning('The flag --allow-net is under experimental phase.', 'ExperimentalWarning');
  }
}

// In every thread, before anything of the program runs.
function start() {
  if (!isEnabled()) {
    for (let i = 0; i < FLAGS.length; i++) {
      const value = options.get(FLAGS[i]);
      if (value === true || value?.length > 0) throw new ERR_MISSING_OPTION('--permission');
    }
    return;
  }
  process.binding = function binding(_module) {
    throw new ERR_ACCESS_DENIED('process.binding');
  };
  ObjectFreeze(require('path'));
  warn();
  ObjectDefineProperty(process, 'permission', {
    __proto__: null, enumerable: true, configurable: false, value: { has, drop },
  });
}

// ---- processes that this one starts

const SWITCHES = ['--permission', '--permission-audit'];

const isSwitch = (word) => word === SWITCHES[0] || word === SWITCHES[1];

function hasSwitch(words, mayHaveValue) {
  for (let i = 0; i < words.length; i++) {
    const equals = mayHaveValue ? StringPrototypeIndexOf(words[i], '=') : -1;
    if (isSwitch(equals < 0 ? words[i] : StringPrototypeSlice(words[i], 0, equals))) return true;
  }
  return false;
}

// NODE_OPTIONS of a process that is started with these arguments: with the options of this one, unless it has its own.
function inheritedOptions(given, args) {
  if (!isEnabled() || hasSwitch(args, false)) return given;
  if (given && hasSwitch(RegExpPrototypeSymbolSplit(/\s+/, given), true)) return given;
  const words = given ? [given] : [];
  for (let i = 0; i < SWITCHES.length; i++) if (options.get(SWITCHES[i]) === true) ArrayPrototypePush(words, SWITCHES[i]);
  for (let i = 0; i < FLAGS.length; i++) {
    const values = options.list(FLAGS[i]);
    for (let j = 0; j < values.length; j++) {
      if (values[j] !== false) ArrayPrototypePush(words, values[j] === true ? FLAGS[i] : quoted(`${FLAGS[i]}=${values[j]}`));
    }
  }
  return ArrayPrototypeJoin(words, ' ');
}

const quoted = (word) =>
  (RegExpPrototypeExec(/[\s"\\]/, word) === null ? word : `"${replacePattern(/["\\]/g, word, '\\$&')}"`);

module.exports = {
  hasWrite, inheritedOptions, isAudit, isDenial, isEnabled, isGranted, mayUseAddons, publishDenials, require: require_, resultOrDenial, start,
};
