'use strict';

// The REPL is not implemented: starting one throws. The rest of the module works.

const { ObjectDefineProperty, Symbol, SyntaxError } = require('internal/primordials');
const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
const { inspect } = require('internal/util/inspect');

const isSyntaxRight = (code, name) => binding('bridge').checkSyntax(code, name) === undefined;

class Recoverable extends SyntaxError {
  constructor(err) {
    super();
    this.err = err;
  }
}

class REPLServer {
  constructor(prompt, stream, evaluate, useGlobal, ignoreUndefined, replMode) {
    throw new ERR_METHOD_NOT_IMPLEMENTED('repl.REPLServer');
  }
}

function writer(object) { return inspect(object, writer.options); }
writer.options = { ...inspect.defaultOptions, showProxy: true };

module.exports = {
  start(prompt, source, evaluate, useGlobal, ignoreUndefined, replMode) {
    throw new ERR_METHOD_NOT_IMPLEMENTED('repl.start');
  },
  writer,
  REPLServer,
  REPL_MODE_SLOPPY: Symbol('repl-sloppy'),
  REPL_MODE_STRICT: Symbol('repl-strict'),
  Recoverable,
  // At the prompt `await` is allowed outside of functions.
  isValidSyntax: (code) => isSyntaxRight(code, 'repl') || isSyntaxRight(`(async () => {${code}\n})`, 'repl'),
};

for (let i = 0, list = ['builtinModules', '_builtinLibs']; i < list.length; i++) {
  const name = list[i];
  ObjectDefineProperty(module.exports, name, {
    __proto__: null,
    configurable: true,
    enumerable: false,
    get: () => require('module').builtinModules,
    set(value) { ObjectDefineProperty(module.exports, name, { __proto__: null, value, writable: true, configurable: true }); },
  });
}
