'use strict';

// The engine's compilers, with results instead of exceptions: a function or the number of a module, or for a syntax error
// [message, file, line, source line, start, end].
//
// V8 throws a syntax error inside the native call, and the engine makes text of it there. For that V8 calls
// Error.prepareStackTrace and the error's toString(). A program may have replaced them by functions that throw; an exception at
// this place is never taken back, and V8 ends the process at a later one. So both are the core's own during the call.

const {
  Error, ErrorPrototype, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectIsExtensible, ReflectApply,
  ReflectDeleteProperty, StringPrototypeIncludes, SyntaxErrorPrototype, joinLists,
} = require('internal/primordials');
const { ErrorPrepareStackTrace } = require('internal/errors');
const { reserveStackToCompile } = require('internal/repairs');

const { toString } = ErrorPrototype;

// Gives the object this property and answers what it had: undefined for none, null if it can't be changed.
function exchange(object, key, value) {
  const before = ObjectGetOwnPropertyDescriptor(object, key);
  if (before === undefined ? !ObjectIsExtensible(object) : before.configurable === false) return null;
  ObjectDefineProperty(object, key, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
  return before;
}

function putBack(object, key, before) {
  if (before === undefined) ReflectDeleteProperty(object, key);
  else if (before !== null) ObjectDefineProperty(object, key, { __proto__: null, ...before });
}

function isOriginal() {
  return ObjectGetOwnPropertyDescriptor(Error, 'prepareStackTrace')?.value === ErrorPrepareStackTrace &&
    ObjectGetOwnPropertyDescriptor(ErrorPrototype, 'toString')?.value === toString &&
    ObjectGetOwnPropertyDescriptor(SyntaxErrorPrototype, 'toString') === undefined;
}

function call(native, args) {
  reserveStackToCompile();
  if (isOriginal()) return ReflectApply(native, undefined, args);
  const prepare = exchange(Error, 'prepareStackTrace', ErrorPrepareStackTrace);
  const text = exchange(SyntaxErrorPrototype, 'toString', toString);
  try {
    return ReflectApply(native, undefined, args);
  } finally {
    putBack(SyntaxErrorPrototype, 'toString', text);
    putBack(Error, 'prepareStackTrace', prepare);
  }
}

// V8's inspector knows the scripts that were compiled since it was made. To make it costs a start a millisecond, so it is made
// where a script names it, before that is compiled.
const INSPECTOR = 'inspector';
let hasInspector = false;

function compile(source, native, args) {
  if (!hasInspector && StringPrototypeIncludes(source, INSPECTOR)) {
    hasInspector = true;
    binding('bridge').openInspector();
  }
  return call(native, args);
}

module.exports = {
  // [source, name, ...names of parameters]. In place of a source that was read last may stand undefined: then it comes behind.
  compileFunction: (args, source = args[0]) => compile(source, binding('bridge').compileFunction, args),
  // The same in the context of the function `within`. Java remembers it by the id, unless that is negative.
  compileFunctionIn: (within, id, args) => compile(args[0], binding('bridge').compileFunctionIn, joinLists([within, id], args)),
  // What it remembers by the id, in the context of another function. The source is known to be valid.
  compileAgainIn(within, id) {
    reserveStackToCompile();
    return binding('bridge').compileAgainIn(within, id);
  },
  // A function that runs a classic script, in the main context.
  compileScript: (source, name) => compile(source, binding('bridge').compileScript, [source, name]),
  // The same in the context of the function `within`.
  compileScriptIn: (within, source, name) => compile(source, binding('bridge').compileScriptIn, [within, source, name]),
  // `within`: a function of the context where the module is to run; undefined for the main one.
  compileModule: (source, url, within) => compile(source, binding('esm').compile, [source, url, within]),
  // The same with the compile cache. `source` is undefined where it is `text`, the text that was read last.
  compileCachedFunction: (file, source, text, isPlain, parameters) =>
    compile(text, binding('compile_cache').compileFunction,
            joinLists([file, source, file, StringPrototypeIncludes(text, INSPECTOR), isPlain], parameters)),
  // A function of the compile cache, if it has one for what the file contains; else the contents, or the syntax error.
  readCachedFunction: (file, parameters) => call(binding('compile_cache').readFunction, joinLists([file], parameters)),
  compileCachedModule: (file, source, url) => compile(source, binding('compile_cache').compileModule, [file, source, url]),
  // Of a script; undefined if it is good.
  checkSyntax: (source, name) => call(binding('bridge').checkSyntax, [source, name]),
};
