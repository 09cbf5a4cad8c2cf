'use strict';

// The engine's compilers, with results instead of exceptions: a function or the number of a module, or for a syntax error
// [message, file, line, source line, start, end].
//
// V8 throws a syntax error inside the native call, and the engine makes text of it there. For that V8 calls
// Error.prepareStackTrace and the error's toString(), and the engine reads its constructor. A program may have replaced them by
// functions that throw; an exception at this place is never taken back, and V8 ends the process at a later one. So all are the
// core's own during the call.

const {
  Error, ErrorPrototype, ObjectGetOwnPropertyDescriptor, ReflectApply, SafeWeakSet, SyntaxError, SyntaxErrorPrototype, joinLists,
} = require('internal/primordials');
const { nativeCalls } = require('internal/core');
const { compileDirectly, expectInspector, namesInspector } = require('internal/direct_compiler');
const { ErrorPrepareStackTrace } = require('internal/errors');
const { exchange, putBack } = require('internal/exchange');
const { onEnded, reserveStackToCompile } = require('internal/repairs');

const main = { Error, ErrorPrototype, SyntaxError, SyntaxErrorPrototype, toString: ErrorPrototype.toString };
const quiet = new SafeWeakSet(); // getters of Error.prepareStackTrace that answer undefined while V8 compiles
let isCompiling = false;

// After something has ended the code that compiled.
function stopCompiling() {
  isCompiling = false;
}

onEnded(stopCompiling);

// What V8 looks for when it makes text of an error, in a realm: { Error, SyntaxError }, its own globals.
function errorsOf({ Error: OfRealm, SyntaxError: SyntaxErrorOfRealm }) {
  return {
    Error: OfRealm, ErrorPrototype: OfRealm.prototype, SyntaxError: SyntaxErrorOfRealm,
    SyntaxErrorPrototype: SyntaxErrorOfRealm.prototype, toString: OfRealm.prototype.toString,
  };
}

function isOriginal(errors) {
  const prepare = ObjectGetOwnPropertyDescriptor(errors.Error, 'prepareStackTrace');
  return prepare !== undefined && (prepare.value === ErrorPrepareStackTrace || quiet.has(prepare.get)) &&
    ObjectGetOwnPropertyDescriptor(errors.ErrorPrototype, 'toString')?.value === errors.toString &&
    ObjectGetOwnPropertyDescriptor(errors.SyntaxErrorPrototype, 'toString') === undefined &&
    ObjectGetOwnPropertyDescriptor(errors.SyntaxErrorPrototype, 'constructor')?.value === errors.SyntaxError;
}

// `errors`: those of the realm where V8 compiles.
function call(native, args, errors = main) {
  reserveStackToCompile();
  isCompiling = true;
  if (isOriginal(errors)) {
    try {
      const compiled = ReflectApply(native, undefined, args);
      nativeCalls.reads++;
      return compiled;
    } finally {
      isCompiling = false;
    }
  }
  const prepare = exchange(errors.Error, 'prepareStackTrace', ErrorPrepareStackTrace);
  const text = exchange(errors.SyntaxErrorPrototype, 'toString', errors.toString);
  const constructor = exchange(errors.SyntaxErrorPrototype, 'constructor', errors.SyntaxError);
  try {
    return ReflectApply(native, undefined, args);
  } finally {
    isCompiling = false;
    putBack(errors.SyntaxErrorPrototype, 'constructor', constructor);
    putBack(errors.SyntaxErrorPrototype, 'toString', text);
    putBack(errors.Error, 'prepareStackTrace', prepare);
  }
}

function compile(source, native, args, errors) {
  expectInspector(source);
  return call(native, args, errors);
}

function compileFunction(args, source = args[0]) {
  expectInspector(source);
  const function_ = args[2] === true ? compileDirectly(source, args[1]) : undefined;
  return function_ ?? call(binding('bridge').compileFunction, args);
}

module.exports = {
  // [source, name, ...names of parameters], or true in place of the names for those of a CommonJS module. In place of a source that was read last may stand undefined: then it comes behind.
  compileFunction,
  // The same in a realm of node:vm. Java remembers it by the id, unless that is negative.
  compileFunctionIn: (realm, id, args) =>
    compile(args[0], binding('bridge').compileFunctionIn, joinLists([realm.function, id], args), realm.errors),
  // What it remembers by the id, in another realm. The source is known to be valid.
  compileAgainIn(realm, id) {
    reserveStackToCompile();
    return binding('bridge').compileAgainIn(realm.function, id);
  },
  // A function that runs a classic script, in the main context.
  compileScript: (source, name) => compile(source, binding('bridge').compileScript, [source, name]),
  // The same in a realm.
  compileScriptIn: (realm, source, name) =>
    compile(source, binding('bridge').compileScriptIn, [realm.function, source, name], realm.errors),
  // `realm`: where the module is to run; undefined for the main one.
  compileModule: (source, url, realm) => compile(source, binding('esm').compile, [source, url, realm?.function], realm?.errors),
  // Undefined, or what is wrong: the errors of links are made in this call.
  instantiateModule: (id, realm) => call(binding('esm').instantiate, [id, realm?.function], realm?.errors),
  // The same with the compile cache. `source` is undefined where it is `text`, the text that was read last.
  // `parameters`: the names, or true for those of a CommonJS module.
  compileCachedFunction: (file, source, text, parameters) =>
    compile(text, binding('compile_cache').compileFunction,
            joinLists([file, source, file, namesInspector(text), parameters === true],
                      parameters === true ? [] : parameters)),
  // A function of the compile cache, if it has one for what the file contains; else the contents, or the syntax error. With
  // `isRead`, the contents were read by internal/system_calls; null in their place.
  readCachedFunction: (file, isRead) => call(binding('compile_cache').readFunction, [file, isRead]),
  compileCachedModule: (file, source, url) => compile(source, binding('compile_cache').compileModule, [file, source, url]),
  // Of a script; undefined if it is good.
  checkSyntax: (source, name) => call(binding('bridge').checkSyntax, [source, name]),
  errorsOf,
  isCompiling: () => isCompiling,
  stopCompiling,
  // A getter of Error.prepareStackTrace that answers undefined while V8 compiles.
  addQuietGetter(getter) { quiet.add(getter); },
};
