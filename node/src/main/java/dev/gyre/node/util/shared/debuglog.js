'use strict';

// util.debuglog: messages to stderr for the sections that NODE_DEBUG names.
//
// A logger reads the environment at its first call, not at its creation: core modules create theirs while the snapshot is
// built.

const {
  ObjectDefineProperty, ReflectApply, RegExp, RegExpPrototypeExec, SafeMap, StringPrototypeReplaceAll,
  StringPrototypeToLowerCase, StringPrototypeToUpperCase, joinLists, replacePattern,
} = require('internal/primordials');
const { atStart } = require('internal/start');

let isNamed;

// NODE_DEBUG=fs,http* : names separated by commas, * matches anything.
function isEnabled(section) {
  if (isNamed === undefined) {
    const named = process.env.NODE_DEBUG ?? '';
    const pattern = StringPrototypeReplaceAll(StringPrototypeReplaceAll(replacePattern(/[|\\{}()[\]^$+?.]/g, named, '\\$&'), '*', '.*'), ',', '$|^');
    const regexp = named === '' ? undefined : new RegExp(`^${pattern}$`, 'i');
    isNamed = (name) => regexp !== undefined && RegExpPrototypeExec(regexp, name) !== null;
  }
  return isNamed(section);
}

function warnOfSecrets(section) {
  if (section !== 'HTTP' && section !== 'HTTP2') return;
  process.emitWarning(
    `Setting the NODE_DEBUG environment variable to '${StringPrototypeToLowerCase(section)}' can expose sensitive data ` +
    '(such as passwords, tokens and authentication headers) in the resulting log.');
}

const silent = () => {};
const writers = new SafeMap();

function writerOf(section) {
  let write = writers.get(section);
  if (write !== undefined) return write;
  if (isEnabled(section)) {
    warnOfSecrets(section);
    const { pid } = process;
    const { format, formatWithOptions, inspect } = require('internal/util/inspect');
    write = function debug(...args) {
      const colors = require('internal/util/colors').shouldColorize(process.stderr);
      const message = ReflectApply(formatWithOptions, undefined, joinLists([{ colors }], args));
      process.stderr.write(format('%s %s: %s\n', section, inspect(pid, { colors }), message));
    };
  } else {
    write = silent;
  }
  writers.set(section, write);
  return write;
}

/** `onReady` gets the function that a caller may keep instead of the logger, once it is known. */
function debuglog(section, onReady) {
  let write;
  let enabled;
  const isOn = () => {
    if (enabled === undefined) {
      section = StringPrototypeToUpperCase(section);
      enabled = isEnabled(section);
    }
    return enabled;
  };
  const enabledProperty = { __proto__: null, get: isOn, configurable: true, enumerable: true };

  const logger = (...args) => {
    if (write === undefined) {
      isOn();
      write = writerOf(section);
      if (typeof onReady === 'function') {
        ObjectDefineProperty(write, 'enabled', enabledProperty);
        onReady(write);
      }
    }
    return ReflectApply(write, undefined, args);
  };
  // V8 can't read a snapshot that contains such a function.
  atStart(() => ObjectDefineProperty(logger, 'enabled', enabledProperty));
  return logger;
}

module.exports = { debuglog };
