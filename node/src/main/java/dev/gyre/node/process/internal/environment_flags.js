'use strict';

// process.allowedNodeEnvironmentFlags: a frozen Set of the options that NODE_OPTIONS may contain. has() also accepts forms
// with underscores, without dashes or with a value.


const {
  ObjectDefineProperty, ObjectFreeze, ReflectApply, SafeSet, Set, StringPrototypeReplaceAll, StringPrototypeStartsWith,
  Symbol, SymbolIterator, replacePattern,
} = require('internal/primordials');

const kFlags = Symbol('flags');

const normal = (flag) => StringPrototypeReplaceAll(flag, '_', '-');

class NodeEnvironmentFlagsSet extends Set {
  constructor(flags) {
    super();
    this[kFlags] = new SafeSet(flags);
  }

  add() { return this; }

  delete() { return false; }

  clear() {}

  has(key) {
    if (typeof key !== 'string') return false;
    const flag = normal(key);
    if (StringPrototypeStartsWith(flag, '-')) return this[kFlags].has(replacePattern(/=.*$/, flag, ''));
    return this[kFlags].has(`--${flag}`) || this[kFlags].has(`-${flag}`);
  }

  get size() { return this[kFlags].size; }

  entries() { return this[kFlags].entries(); }

  forEach(callback, thisArg = undefined) {
    this[kFlags].forEach((flag) => ReflectApply(callback, thisArg, [flag, flag, this]));
  }

  values() { return this[kFlags].values(); }
}

NodeEnvironmentFlagsSet.prototype.keys = NodeEnvironmentFlagsSet.prototype[SymbolIterator] =
  NodeEnvironmentFlagsSet.prototype.values;
ObjectFreeze(NodeEnvironmentFlagsSet.prototype.constructor);
ObjectFreeze(NodeEnvironmentFlagsSet.prototype);

function create(flags) {
  const set = new NodeEnvironmentFlagsSet(flags);
  ObjectDefineProperty(set, kFlags, { __proto__: null, enumerable: false });
  return ObjectFreeze(set);
}

module.exports = { create };
