'use strict';

// Compiles the source of a CommonJS module to its function.

const {
  ArrayIsArray, ErrorCaptureStackTrace, ObjectDefineProperty, Proxy, ReflectApply, ReflectDefineProperty, ReflectSet,
  SyntaxError, copyList, joinLists, replacePattern,
} = require('internal/primordials');
const { compileCachedFunction, compileFunction } = require('internal/compiler');
const compileCache = require('internal/module/compile_cache');
const { readFunction, sent } = require('internal/module/files');
require('internal/module/evaluated_imports');
const { rewriteScript } = require('internal/module/esm_syntax');
const { canDetect, isModuleError } = require('internal/module/esm_format');
const { canRequire } = require('internal/module/esm_require');
const { emitWarningSync } = require('internal/process/warning');
const { valuesOf, urlOfFile } = require('internal/module/esm_loader');
const sourceMaps = require('internal/module/source_maps');
const { excerpt, kErrorSource } = require('internal/process/fatal_report');


const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname'];

// ---- Module.wrap and Module.wrapper: used only if a program replaces them

let wrapper = ['(function (exports, require, module, __filename, __dirname) { ', '\n});'];
let patched = false;
let wrapperProxy = new Proxy(wrapper, {
  __proto__: null,
  set(target, name, value, receiver) {
    patched = true;
    return ReflectSet(target, name, value, receiver);
  },
  defineProperty(target, name, descriptor) {
    patched = true;
    return ReflectDefineProperty(target, name, descriptor);
  },
});
let wrap = function(script) { return `${wrapper[0]}${script}${wrapper[1]}`; };

function installWrapper(Module) {
  ObjectDefineProperty(Module, 'wrap', {
    __proto__: null,
    get: () => wrap,
    set(value) {
      patched = true;
      wrap = value;
    },
  });
  ObjectDefineProperty(Module, 'wrapper', {
    __proto__: null,
    get: () => wrapperProxy,
    set(value) {
      patched = true;
      wrapper = wrapperProxy = value;
    },
  });
}

// ---- compiling

// A source with import() gets its replacement as one more parameter.
function compile(source, filename, more = []) {
  if (patched) return compileFunction(joinLists([`return ${wrap(source)}`, filename], more));
  const isPlain = more.length === 0;
  if (compileCache.isOn()) {
    return compileCachedFunction(filename, sent(source), source, isPlain ? true : joinLists(PARAMETERS, more));
  }
  if (isPlain) return compileFunction([sent(source), filename, true], source);
  return compileFunction(joinLists([sent(source), filename], PARAMETERS, more), source);
}

// The function of the module if the compile cache has it for what is in the file; else the file's text. Undefined where
// somebody has to see the text.
function readCompiled(filename) {
  if (!compileCache.isOn() || patched || sourceMaps.isRegistering()) return undefined;
  return readFunction(filename);
}

// The script that a program's own wrapper makes of the source; undefined where it has set none.
const ownWrapping = (source) => (patched ? wrap(source) : undefined);

// Converts V8's syntax error, [message, file, line, source line, start, end], to the error to be thrown:
// that of another realm, if one is given.
function syntaxError({ 0: message, 1: file, 2: line, 3: sourceLine, 4: start, 5: end }, above, realm) {
  const error = new (realm?.language.SyntaxError ?? SyntaxError)(message === undefined ? undefined : replacePattern(/^SyntaxError: /, message, ''));
  ErrorCaptureStackTrace(error, above);
  const source = excerpt([file, line, sourceLine, start, end]);
  let stack;
  try {
    ({ stack } = error);
  } catch { // of the program's Error.prepareStackTrace, which has no say in which error this is
    stack = `SyntaxError: ${error.message}`;
  }
  ObjectDefineProperty(error, 'stack', {
    __proto__: null,
    value: `${source}\n${stack}`, writable: true, enumerable: false, configurable: true,
  });
  ObjectDefineProperty(error, kErrorSource, { __proto__: null, value: '', enumerable: false });
  return error;
}

// Returns the function and its further arguments, or undefined if the source is an ES module.
function wrapSafe(filename, content, format, isMain) {
  sourceMaps.register(filename, content);
  const { source, bindings } = rewriteScript(content);
  const compiled = compile(source, filename, copyList(bindings.keys()));
  if (typeof compiled === 'function') {
    const more = bindings.size === 0 ? [] : valuesOf(bindings, () => urlOfFile(filename));
    return patched ? [ReflectApply(compiled, undefined, more)] : joinLists([compiled], more);
  }
  const wrong = bindings.size === 0 ? compiled : compile(content, filename);
  if (!patched && isModuleError(wrong[0], content, filename)) {
    if (format !== 'commonjs' && (isMain ? canDetect() : canRequire())) return undefined;
    emitWarningSync(`Failed to load the ES module: ${filename}. Make sure to set "type": "module" in the nearest ` +
      'package.json file or use the .mjs extension.');
  }
  throw syntaxError(ArrayIsArray(wrong) ? wrong : compiled, wrapSafe);
}

module.exports = { installWrapper, ownWrapping, readCompiled, wrapSafe, syntaxError };
