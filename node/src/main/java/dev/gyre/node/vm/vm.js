'use strict';

// Scripts in this context. Other contexts are still to come: making one throws.
//
// A script runs by indirect eval, so that what it throws comes out as it is; its syntax is checked on its own first,
// for an error that names the script's file.

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
const { validateObject, validateString, validateStringArray } = require('internal/validators');

const kSource = Symbol('kSource');

function nameFrom(options, fallback) {
  if (typeof options === 'string') return options;
  validateObject(options, 'options');
  const { filename = fallback } = options;
  validateString(filename, 'options.filename');
  return filename;
}

function checkSyntax(code, filename, above) {
  const wrong = binding('bridge').checkSyntax(code, filename);
  if (wrong !== undefined) throw require('internal/module/loader').syntaxError(wrong, above);
}

class Script {
  constructor(code, options = {}) {
    const filename = nameFrom(options, 'evalmachine.<anonymous>');
    const text = `${code}`;
    checkSyntax(text, filename, Script);
    this[kSource] = `${text}\n//# sourceURL=${filename}`;
  }

  runInThisContext() { return (0, eval)(this[kSource]); }

  runInContext() { throw new ERR_METHOD_NOT_IMPLEMENTED('vm.Script.runInContext'); }

  runInNewContext() { throw new ERR_METHOD_NOT_IMPLEMENTED('vm.Script.runInNewContext'); }
}

function compileFunction(code, params = [], options = {}) {
  validateString(code, 'code');
  validateStringArray(params, 'params');
  const compiled = binding('bridge').compileFunction(code, nameFrom(options, ''), ...params);
  if (typeof compiled === 'function') return compiled;
  throw require('internal/module/loader').syntaxError(compiled, compileFunction);
}

module.exports = {
  Script,
  compileFunction,
  createScript: (code, options) => new Script(code, options),
  runInThisContext: (code, options) => new Script(code, options).runInThisContext(),
};
for (const name of ['createContext', 'isContext', 'measureMemory', 'runInContext', 'runInNewContext']) {
  module.exports[name] = () => { throw new ERR_METHOD_NOT_IMPLEMENTED(`vm.${name}`); };
}
