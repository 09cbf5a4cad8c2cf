'use strict';

// TypeScript, by taking its types away: amaro (swc as WebAssembly, see docs/decisions/typescript.md) replaces them by blanks,
// so every line and column stays. It is compiled when the first such source comes.

const {
  JSONStringify, ObjectDefineProperty, ObjectHasOwn, RegExpPrototypeExec, SafeMap, StringPrototypeEndsWith, StringPrototypeIncludes,
  StringPrototypeSlice, StringPrototypeStartsWith,
} = require('internal/primordials');
const { codes: {
  ERR_INTERNAL_ASSERTION, ERR_INVALID_TYPESCRIPT_SYNTAX, ERR_NO_TYPESCRIPT, ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING,
  ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX, ERR_WEBASSEMBLY_NOT_SUPPORTED,
} } = require('internal/errors');
const core = require('internal/core');
const options = require('internal/options');
const { kErrorSource } = require('internal/process/fatal_report');

const AMARO = 'internal/deps/amaro';

// Whether files with types are read as such; false with --no-strip-types.
const isOn = () => options.get('--strip-types') !== false;

const isThere = () => core.has(AMARO);

let transform;

function load() {
  if (!isThere()) throw new ERR_NO_TYPESCRIPT();
  if (typeof WebAssembly === 'undefined') throw new ERR_WEBASSEMBLY_NOT_SUPPORTED('TypeScript');
  const module = { exports: {} };
  const need = (id) => require(StringPrototypeStartsWith(id, 'node:') ? StringPrototypeSlice(id, 5) : id);
  binding('bridge').coreFunction(AMARO)(module.exports, need, module);
  return module.exports.transformSync;
}

// The error of swc, as Node words it, with the place in front of the stack.
function errorOf(thrown) {
  let error;
  if (thrown?.code === 'UnsupportedSyntax') error = new ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX(thrown.message);
  else if (thrown?.code === 'InvalidSyntax') error = new ERR_INVALID_TYPESCRIPT_SYNTAX(thrown.message);
  else {
    const reason = typeof thrown === 'object' && thrown !== null && ObjectHasOwn(thrown, 'message') ? thrown.message : thrown;
    return new ERR_INTERNAL_ASSERTION(typeof reason === 'string' ? reason : JSONStringify(reason));
  }
  error.stack = `${thrown.filename}:${thrown.startLine}\n${thrown.snippet}\n${error.stack}`;
  ObjectDefineProperty(error, kErrorSource, { __proto__: null, value: '', enumerable: false });
  return error;
}

function strip(source, filename) {
  transform ??= load();
  try {
    return transform(source, { mode: 'strip-only', filename }).code;
  } catch (thrown) {
    throw errorOf(thrown);
  }
}

const isSyntaxError = (error) =>
  error?.code === 'ERR_INVALID_TYPESCRIPT_SYNTAX' || error?.code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX';

// What was stripped last, by file: the search for the format and the two loaders ask for the same source in turn.
const recent = new SafeMap();
const MOST_RECENT = 16;

// Stacks name the URL, in CommonJS too.
const named = (code, name) => `${code}\n\n//# sourceURL=${name}`;

// The JavaScript of a module's source. `name` is what errors call it: the URL of an ES module, else the file.
function stripModule(source, file, name = file) {
  if (StringPrototypeIncludes(file, '/node_modules/')) throw new ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING(file);
  const known = recent.get(file);
  if (known?.source === source) return named(known.code, name);
  const cache = require('internal/module/compile_cache');
  const kept = cache.typescript(file, source);
  const code = kept?.text ?? strip(source, name);
  kept?.keep(code);
  if (recent.size >= MOST_RECENT) recent.clear();
  recent.set(file, { __proto__: null, source, code });
  return named(code, name);
}

const isTypeScript = (format) => format === 'module-typescript' || format === 'commonjs-typescript' || format === 'typescript';

// The format without its types; undefined where only the syntax decides.
const plainFormat = (format) =>
  (format === 'typescript' ? undefined : StringPrototypeEndsWith(format, '-typescript') ? StringPrototypeSlice(format, 0, -11) : format);

const extension = /\.[cm]?ts$/;
const hasTypes = (file) => RegExpPrototypeExec(extension, file) !== null && isOn();

// module.stripTypeScriptTypes()
function stripTypeScriptTypes(code, options = {}) {
  const { emitExperimentalWarning } = require('internal/util');
  const { validateObject, validateOneOf, validateString } = require('internal/validators');
  emitExperimentalWarning('stripTypeScriptTypes');
  validateString(code, 'code');
  validateObject(options, 'options');
  const { mode = 'strip', sourceMap = false, sourceUrl = '' } = options;
  validateOneOf(mode, 'options.mode', ['strip']);
  validateString(sourceUrl, 'options.sourceUrl');
  validateOneOf(sourceMap, 'options.sourceMap', [false, undefined]);
  const stripped = strip(code, sourceUrl);
  return sourceUrl === '' ? stripped : named(stripped, sourceUrl);
}

module.exports = {
  isOn, isThere, strip, isSyntaxError, stripModule, isTypeScript, plainFormat, hasTypes,
  stripTypeScriptTypes,
};
