'use strict';

// node:vm. For scripts in this context see internal/vm/this_context, for other contexts internal/vm/context.

const {
  ArrayPrototypeForEach, ArrayPrototypeJoin, ArrayPrototypeMap, ObjectAssign, ObjectDefineProperty, ObjectFreeze,
  RegExpPrototypeExec, StringPrototypeIncludes, StringPrototypeLastIndexOf, StringPrototypeRepeat, Symbol, itemsOf, joinLists,
} = require('internal/primordials');
const { contextCreated } = require('internal/inspector/contexts');
const { checkSyntax: syntaxMistake, compileFunction: compileFunctionNatively } = require('internal/compiler');
const {
  codes: {
    ERR_INVALID_ARG_TYPE, ERR_METHOD_NOT_IMPLEMENTED, ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING,
    ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG,
  },
} = require('internal/errors');
const {
  validateArray, validateBoolean, validateBuffer, validateFunction, validateInt32, validateObject, validateOneOf,
  validateString, validateStringArray, validateUint32, kValidateObjectAllowArray, kValidateObjectAllowNullable,
} = require('internal/validators');
const { GROUPS, emit, emitSpan, isOn } = require('internal/trace_events/tracing');
const { kEmptyObject, emitExperimentalWarning } = require('internal/util');
const { atStart } = require('internal/start');
const { ContextScript, contextOf, mainContext, makeContext } = require('internal/vm/context');
const { compileIn, rewriteForMain } = require('internal/vm/context_functions');
const { isImporter, nameImporter } = require('internal/vm/importers');
const { runWithin } = require('internal/vm/limits');
const { tellWhere } = require('internal/vm/error_stack');
const { rewriteImports } = require('internal/module/esm_syntax');
const cache = require('internal/vm/cached_data');
const { addFile } = require('internal/vm/call_sites');
const thisContext = require('internal/vm/this_context');

const constants = ObjectFreeze({
  __proto__: null,
  USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol('vm_dynamic_import_main_context_default'),
  DONT_CONTEXTIFY: Symbol('vm_context_no_contextify'),
});

const sourceMapComment = /\/[/*][#@] sourceMappingURL=([^\s'"]*)[^\n]*\s*$/;

function checkSyntax(code, filename, above, realm) {
  const wrong = syntaxMistake(code, filename);
  if (wrong !== undefined) throw require('internal/module/compile').syntaxError(wrong, above, realm);
}

// A function that runs the script in the main context. What is wrong is an error of the realm.
function compileHere(text, filename, realm) {
  const run = thisContext.compile(text, filename);
  if (typeof run !== 'function') throw require('internal/module/compile').syntaxError(run, Script, realm);
  return run;
}

// The replacement for `import` in a script. Nothing is loaded into a context: modules of the program's loader are the same
// for all.
function importerOf(callback, filename, referrerOf) {
  if (callback === constants.USE_MAIN_CONTEXT_DEFAULT_LOADER) {
    emitExperimentalWarning('vm.USE_MAIN_CONTEXT_DEFAULT_LOADER');
    const { importModule, urlOfFile } = require('internal/module/esm_loader');
    const url = () => (require('url').URL.canParse(filename) ? filename : urlOfFile(filename));
    return (specifier, options) => importModule(specifier, url(), options);
  }
  if (isImporter(callback)) return callback;
  if (callback === undefined) return async () => { throw new ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING(); };
  validateFunction(callback, 'options.importModuleDynamically');
  if (!require('internal/options').get('--experimental-vm-modules')) {
    return async () => { throw new ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG(); };
  }
  return require('internal/vm/module').importerBy(callback, referrerOf);
}

function validateCompileOptions(options, fallback, referrerOf) {
  const {
    filename = fallback, lineOffset = 0, columnOffset = 0, cachedData, produceCachedData = false,
    importModuleDynamically,
  } = options;
  validateString(filename, 'options.filename');
  validateInt32(lineOffset, 'options.lineOffset');
  validateInt32(columnOffset, 'options.columnOffset');
  if (cachedData !== undefined) validateBuffer(cachedData, 'options.cachedData');
  validateBoolean(produceCachedData, 'options.produceCachedData');
  return {
    filename, lineOffset, columnOffset, cachedData, produceCachedData,
    importModule: importerOf(importModuleDynamically, filename, referrerOf),
  };
}

// Represents the lines and columns before a source in its file. V8 could start at any number; here they are text, so absurd
// numbers count as none.
const MAX_OFFSET = 100_000;
const blank = (lines, columns) => StringPrototypeRepeat('\n', shown(lines)) + StringPrototypeRepeat(' ', shown(columns));
const shown = (offset) => (offset > 0 && offset <= MAX_OFFSET ? offset : 0);

function validateRunOptions(options = kEmptyObject) {
  validateObject(options, 'options');
  const { timeout, displayErrors = true, breakOnSigint = false } = options;
  if (timeout !== undefined) validateUint32(timeout, 'options.timeout', true);
  validateBoolean(displayErrors, 'options.displayErrors');
  validateBoolean(breakOnSigint, 'options.breakOnSigint');
  return { timeout, breakOnSigint, displayErrors };
}

let nextRealm; // whose errors the script reports that is made next

class Script {
  #code; // the original
  #rewritten; // with a name instead of `import`
  #filename;
  #above; // the lines and columns before the code in its file
  #importModule;
  #isNamed; // its name stands for `#importModule`
  #runHere;
  #context;

  constructor(code, options = kEmptyObject) {
    const realm = nextRealm; // before any code of the program runs
    nextRealm = undefined;
    code = `${code}`;
    if (typeof options === 'string') options = { filename: options };
    else validateObject(options, 'options');
    const { filename, lineOffset, columnOffset, cachedData, produceCachedData, importModule } =
      validateCompileOptions(options, 'evalmachine.<anonymous>', () => this);
    if (cachedData !== undefined) this.cachedDataRejected = !cache.belongs(cachedData, code);
    if (isOn.scripts) emit('B', GROUPS.scripts, 'ContextifyScript::New', undefined, { filename });
    this.#code = code;
    if (StringPrototypeIncludes(code, 'import')) checkSyntax(code, filename, Script, realm); // only what is valid can be scanned
    const { importModuleDynamically: callback } = options;
    this.#rewritten = callback === undefined || isImporter(callback) ? rewriteImports(code) : rewriteForMain(code);
    this.#filename = filename;
    this.#above = blank(lineOffset, columnOffset);
    this.#runHere = compileHere(this.#above + this.#rewritten.source, filename, realm);
    this.#importModule = importModule;
    this.#isNamed = callback !== undefined;
    if (produceCachedData) {
      this.cachedData = cache.produce(code);
      this.cachedDataProduced = true;
    }
    this.sourceMapURL = RegExpPrototypeExec(sourceMapComment, code)?.[1];
    if (isOn.scripts) emit('E', GROUPS.scripts, 'ContextifyScript::New');
  }

  createCachedData() { return cache.produce(this.#code); }

  runInThisContext(options) {
    const limits = validateRunOptions(options);
    addFile(this.#filename);
    if (this.#isNamed) nameImporter(globalThis, this.#filename, this.#importModule);
    const { importName } = this.#rewritten;
    if (importName !== undefined) defineHidden(importName, this.#importModule);
    return this.#run(limits, 0, this.#runHere);
  }

  runInContext(contextifiedObject, options) {
    const context = validateContext(contextifiedObject);
    const limits = validateRunOptions(options);
    if (this.#isNamed) nameImporter(context.realm.global, this.#filename, this.#importModule);
    if (context.isPlain) {
      const place = { above: this.#above, filename: this.#filename, importModule: this.#importModule };
      return this.#run(limits, 0, () => context.evaluate(this, this.#code, place), context.ownMicrotasks);
    }
    addFile(this.#filename);
    const { source, importName } = this.#rewritten;
    this.#context ??= new ContextScript(source, {
      above: this.#above, below: `\n//# sourceURL=${this.#filename}`, importName,
    });
    return this.#run(limits, this.#context.shift, () => context.run(this.#context, this.#importModule), context.ownMicrotasks);
  }

  runInNewContext(contextObject, options) {
    return this.runInContext(createContext(contextObject, contextOptionsOf(options)), options);
  }

  #run({ timeout, breakOnSigint, displayErrors }, shift, run, ownMicrotasks) {
    const startMs = isOn.scripts ? binding('performance').now() : undefined;
    try {
      return runWithin(timeout, breakOnSigint, run, ownMicrotasks);
    } catch (error) {
      const lines = StringPrototypeLastIndexOf(this.#above, '\n') + 1;
      const columns = this.#above.length - lines + shift;
      tellWhere(error, this.#code, this.#filename, { lines, columns, shift }, displayErrors);
      throw error;
    } finally {
      if (startMs !== undefined) emitSpan(GROUPS.scripts, 'RunInContext', startMs);
    }
  }
}

// A script sees only globals.
function defineHidden(name, value) {
  ObjectDefineProperty(globalThis, name, {
    __proto__: null, value, configurable: true, enumerable: false, writable: true,
  });
}

function isContext(object) {
  validateObject(object, 'object', kValidateObjectAllowArray);
  return contextOf(object) !== undefined;
}

function validateContext(object) {
  if (!isContext(object)) throw new ERR_INVALID_ARG_TYPE('contextifiedObject', 'vm.Context', object);
  return contextOf(object);
}

// The options of runIn…Context for the context it creates, by createContext's names.
function contextOptionsOf(options) {
  if (!options) return {};
  const { contextName: name, contextOrigin: origin, contextCodeGeneration, microtaskMode } = options;
  if (name !== undefined) validateString(name, 'options.contextName');
  if (origin !== undefined) validateString(origin, 'options.contextOrigin');
  let codeGeneration;
  if (contextCodeGeneration !== undefined) {
    validateObject(contextCodeGeneration, 'options.contextCodeGeneration');
    const { strings, wasm } = contextCodeGeneration;
    if (strings !== undefined) validateBoolean(strings, 'options.contextCodeGeneration.strings');
    if (wasm !== undefined) validateBoolean(wasm, 'options.contextCodeGeneration.wasm');
    codeGeneration = { strings, wasm };
  }
  if (microtaskMode !== undefined) validateString(microtaskMode, 'options.microtaskMode');
  return { name, origin, codeGeneration, microtaskMode };
}

let lastContext = 0; // the number in the name of the last one that was given none

function createContext(contextObject = {}, options = kEmptyObject) {
  if (contextObject !== constants.DONT_CONTEXTIFY && isContext(contextObject)) return contextObject;
  validateObject(options, 'options');
  const { name, origin, codeGeneration = kEmptyObject, microtaskMode, importModuleDynamically } = options;
  if (name !== undefined) validateString(name, 'options.name');
  if (origin !== undefined) validateString(origin, 'options.origin');
  validateObject(codeGeneration, 'options.codeGeneration');
  const { strings = true, wasm = true } = codeGeneration;
  validateBoolean(strings, 'options.codeGeneration.strings');
  validateBoolean(wasm, 'options.codeGeneration.wasm');
  validateOneOf(microtaskMode, 'options.microtaskMode', ['afterEvaluate', undefined]);
  importerOf(importModuleDynamically);
  const ownMicrotasks = microtaskMode !== undefined;
  if (ownMicrotasks && !binding('vm').hasMicrotaskQueues()) {
    throw new ERR_METHOD_NOT_IMPLEMENTED('vm.createContext: the option microtaskMode');
  }
  const made = makeContext(contextObject === constants.DONT_CONTEXTIFY ? undefined : contextObject, { strings, wasm });
  const context = contextOf(made);
  context.ownMicrotasks = ownMicrotasks;
  context.canBeFrozen = contextObject === constants.DONT_CONTEXTIFY;
  if (!context.realm.isMain) {
    context.name = name ?? `VM Context ${++lastContext}`;
    contextCreated(context.realm.eval, context.name, origin);
  }
  return made;
}

function createScript(code, options) {
  return new Script(code, options);
}

function createScriptIn(context, code, options) {
  nextRealm = context.realm;
  return new Script(code, options);
}

function runInContext(code, contextifiedObject, options) {
  return createScriptIn(validateContext(contextifiedObject), code, options).runInContext(contextifiedObject, optionsOf(options));
}

function runInNewContext(code, contextObject, options) {
  contextObject = createContext(contextObject, contextOptionsOf(optionsOf(options)));
  return createScriptIn(contextOf(contextObject), code, options).runInContext(contextObject, optionsOf(options));
}

function runInThisContext(code, options) {
  return createScript(code, options).runInThisContext(optionsOf(options));
}

const optionsOf = (options) => (typeof options === 'string' ? { filename: options } : options);

function compileFunction(code, params, options = kEmptyObject) {
  let result;
  validateString(code, 'code');
  validateObject(options, 'options');
  if (params !== undefined) validateStringArray(params, 'params');
  const { filename, lineOffset, columnOffset, cachedData, produceCachedData, importModule } =
    validateCompileOptions(options, '', () => result);
  const { parsingContext, contextExtensions = [] } = options;
  if (parsingContext !== undefined &&
      (typeof parsingContext !== 'object' || parsingContext === null || !isContext(parsingContext))) {
    throw new ERR_INVALID_ARG_TYPE('options.parsingContext', 'Context', parsingContext);
  }
  validateArray(contextExtensions, 'options.contextExtensions');
  ArrayPrototypeForEach(contextExtensions, (extension, i) => {
    validateObject(extension, `options.contextExtensions[${i}]`, kValidateObjectAllowNullable);
  });
  const realm = contextExtensions.length > 0 ? undefined : contextOf(parsingContext)?.realm;
  const above = blank(lineOffset, columnOffset);
  if (options.importModuleDynamically !== undefined) nameImporter(realm?.global ?? globalThis, filename, importModule);
  if (realm?.function === undefined) {
    result = compileHereOrInside(code, params ?? [], { above, filename, importModule, parsingContext, contextExtensions });
  } else {
    result = compileIn(realm, code, { above, filename, params: params ?? [], importModule });
  }
  if (typeof result !== 'function') throw require('internal/module/compile').syntaxError(result, compileFunction, contextOf(parsingContext)?.realm);
  if (cachedData !== undefined) result.cachedDataRejected = !cache.belongs(cachedData, code);
  if (produceCachedData) {
    result.cachedDataProduced = true;
    result.cachedData = cache.produce(code);
  }
  return result;
}

// In the main context, or with extensions of its scope, or where no context has a realm of its own.
function compileHereOrInside(code, params, { above, filename, importModule, parsingContext, contextExtensions }) {
  const { source, importName } = rewriteImports(code);
  const names = importName === undefined ? params : joinLists(params, [importName]);
  const compiled = compileFunctionNatively(joinLists([above + source, filename], names));
  if (typeof compiled !== 'function') return compiled;
  if (parsingContext === undefined && contextExtensions.length === 0 && importName === undefined) return compiled;
  return compileInside(above + source, params, filename, parsingContext, joinLists(
    contextExtensions,
    importName === undefined ? [] : [{ __proto__: null, [importName]: importModule }],
  ));
}

// Variables in the scope of a context, and of each extension: an object whose properties are variables.
function compileInside(code, params, filename, parsingContext, extensions) {
  const context = parsingContext === undefined ? mainContext() : contextOf(parsingContext);
  const names = ArrayPrototypeMap(extensions, (_, i) => `$extension${i}`);
  const withs = ArrayPrototypeJoin(ArrayPrototypeMap(names, (name) => `with (${name}) `), '');
  const source = `(function(${ArrayPrototypeJoin(names, ', ')}) { ${withs}return (function (${ArrayPrototypeJoin(params, ', ')}) {${code}\n}); })`;
  const script = new ContextScript(source, { below: `\n//# sourceURL=${filename}` });
  return context.run(script)(...itemsOf(extensions));
}

function measureMemory(options = kEmptyObject) {
  emitExperimentalWarning('vm.measureMemory');
  validateObject(options, 'options');
  const { mode = 'summary', execution = 'default' } = options;
  validateOneOf(mode, 'options.mode', ['summary', 'detailed']);
  validateOneOf(execution, 'options.execution', ['default', 'eager']);
  return memoryNow(mode);
}

// There is one context, so the whole heap belongs to it.
async function memoryNow(mode) {
  const { used_heap_size: used, total_heap_size: total } = require('v8').getHeapStatistics();
  const heap = () => ({ jsMemoryEstimate: used, jsMemoryRange: [used, total] });
  return mode === 'summary' ? { total: heap() } : { total: heap(), current: heap(), other: [] };
}

module.exports = {
  Script,
  createContext,
  createScript,
  runInContext,
  runInNewContext,
  runInThisContext,
  isContext,
  compileFunction,
  measureMemory,
  constants,
};

atStart(() => {
  if (!require('internal/options').get('--experimental-vm-modules')) return;
  const { Module, SourceTextModule, SyntheticModule } = require('internal/vm/module');
  ObjectAssign(module.exports, { Module, SourceTextModule, SyntheticModule });
});
