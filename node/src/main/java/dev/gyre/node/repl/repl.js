'use strict';

const { ObjectDefineProperty } = require('internal/primordials');
const { REPLServer, REPL_MODE_SLOPPY, REPL_MODE_STRICT, Recoverable, start, writer } = require('internal/repl/server');

const isSyntaxRight = (code, name) => binding('bridge').checkSyntax(code, name) === undefined;

module.exports = {
  start,
  writer,
  REPLServer,
  REPL_MODE_SLOPPY,
  REPL_MODE_STRICT,
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
    get: () => require('internal/repl/completion').builtinNames(),
    set(value) { ObjectDefineProperty(module.exports, name, { __proto__: null, value, writable: true, configurable: true }); },
  });
}
