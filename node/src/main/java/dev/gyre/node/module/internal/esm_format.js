'use strict';

// The format of a URL (by extension, by the "type" of its package, by syntax), its source, and the check of import
// attributes.

const {
  ArrayIsArray, ArrayPrototypeMap, ArrayPrototypeSome, ObjectKeys, RegExpPrototypeExec, SafeSet, StringPrototypeCharCodeAt,
  StringPrototypeIncludes, StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeStartsWith, decodeURIComponent,
  joinLists,
} = require('internal/primordials');
const { codes: {
  ERR_IMPORT_ATTRIBUTE_MISSING, ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE, ERR_IMPORT_ATTRIBUTE_UNSUPPORTED,
  ERR_INVALID_URL, ERR_UNKNOWN_FILE_EXTENSION, ERR_UNKNOWN_MODULE_FORMAT, ERR_UNSUPPORTED_ESM_URL_SCHEME,
} } = require('internal/errors');
const { compileFunction } = require('internal/compiler');
const options = require('internal/options');
const packages = require('internal/module/package_json');
const { fileURLToPath } = require('url');

const files = require('internal/module/files');

const esm = binding('esm');

const byExtension = { '__proto__': null, '.cjs': 'commonjs', '.mjs': 'module', '.json': 'json', '.node': 'addon' };

// Like path.extname of the file.
function extensionOf(pathname) {
  const name = StringPrototypeSlice(pathname, StringPrototypeLastIndexOf(pathname, '/') + 1);
  const dot = StringPrototypeLastIndexOf(name, '.');
  return dot > 0 ? StringPrototypeSlice(name, dot) : '';
}

// 'module', 'commonjs', 'json', 'builtin', 'addon', or a MIME type that is none of them. `source` is called only if nothing
// else decides; without a source the format is undefined then. `quiet`: returns undefined also for an unknown extension.
function formatOf(url, source, quiet = false) {
  if (url.protocol === 'node:') return 'builtin';
  if (url.protocol === 'data:') return dataFormat(url);
  const extension = extensionOf(url.pathname);
  if (extension === '.js' || extension === '') {
    const file = fileURLToPath(url);
    const scope = packages.scopeOf(file);
    if (scope !== null && scope.type !== 'none') return scope.type;
    if (source === undefined) return undefined;
    const format = detect(source(), file);
    if (format === 'module' && scope !== null && extension === '.js') warnOfMissingType(scope.file, url);
    return format;
  }
  const format = byExtension[extension];
  if (format === undefined && !quiet) throw new ERR_UNKNOWN_FILE_EXTENSION(extension, fileURLToPath(url));
  return format;
}

// ---- data: URLs

const dataURL = /^([^/]+\/[^;,]+)(?:[^,]*?)(;base64)?,([\s\S]*)$/;
const javascript = /^\s*(text|application)\/javascript\s*(;\s*charset=utf-?8\s*)?$/i;

function dataFormat(url) {
  const mime = RegExpPrototypeExec(dataURL, url.pathname)?.[1] ?? null;
  if (mime !== null && RegExpPrototypeExec(javascript, mime) !== null) return 'module';
  return mime === 'application/json' ? 'json' : mime;
}

function dataSource(url) {
  const parts = RegExpPrototypeExec(dataURL, url.pathname + url.search);
  if (parts === null) throw new ERR_INVALID_URL(url.href);
  const { 2: base64, 3: body } = parts;
  const { Buffer } = require('buffer');
  return Buffer.from(decodeURIComponent(body), base64 ? 'base64' : 'utf8').toString();
}

function sourceOf(url) {
  if (url.protocol === 'data:') return dataSource(url);
  if (url.protocol === 'file:') return stripBom(files.readText(fileURLToPath(url)));
  throw new ERR_UNSUPPORTED_ESM_URL_SCHEME(url, ['file', 'data']);
}

const stripBom = (text) => (StringPrototypeCharCodeAt(text, 0) === 0xfeff ? StringPrototypeSlice(text, 1) : text);

// ---- by syntax

const MODULE_NAMES = ['exports', 'require', 'module', '__filename', '__dirname'];
const onlyInModules = [
  'Cannot use import statement outside a module', "Unexpected token 'export'", "Cannot use 'import.meta' outside a module",
];
const notInCommonJS = joinLists(
  ArrayPrototypeMap(MODULE_NAMES, (name) => `Identifier '${name}' has already been declared`),
  [
    'await is only valid in async functions and the top level bodies of modules',
    'missing ) after argument list', 'Unexpected ', // func(await 1), if (await 1)
  ],
);

// Whether V8's error for a CommonJS source means that it is an ES module.
function isModuleError(message, source, name) {
  if (message === undefined || message === null) return false;
  if (ArrayPrototypeSome(onlyInModules, (text) => StringPrototypeIncludes(message, text))) return true;
  return ArrayPrototypeSome(notInCommonJS, (text) => StringPrototypeIncludes(message, text)) && typeof esm.compile(source, name) === 'number';
}

const mentionsModules = /\b(?:import|export|await)\b|\b(?:const|let|class)\s+(?:[{[][^}\]]*)?\b(?:exports|require|module|__filename|__dirname)\b/;

const canDetect = () => options.get('--experimental-detect-module') !== false;

function detect(source, name) {
  if (!canDetect() || RegExpPrototypeExec(mentionsModules, source) === null) return 'commonjs';
  const text = StringPrototypeStartsWith(source, '#!') ? `//${source}` : source;
  const compiled = compileFunction(joinLists([text, name], MODULE_NAMES));
  return ArrayIsArray(compiled) && isModuleError(compiled[0], text, name) ? 'module' : 'commonjs';
}

const warned = new SafeSet();
function warnOfMissingType(file, url) {
  if (warned.has(file) || StringPrototypeIncludes(url.pathname, '/node_modules/')) return;
  warned.add(file);
  process.emitWarning(
    `Module type of ${url.href} is not specified and it doesn't parse as CommonJS.\n` +
    'Reparsing as ES module because module syntax was detected. This incurs a performance overhead.\n' +
    `To eliminate this warning, add "type": "module" to ${file}.`, { code: 'MODULE_TYPELESS_PACKAGE_JSON' });
}

// ---- import attributes

const known = new SafeSet(['module', 'commonjs', 'json', 'builtin', 'addon']);

function checkAttributes(url, format, attributes) {
  for (let i = 0, list = ObjectKeys(attributes); i < list.length; i++) {
    const key = list[i];
    if (key !== 'type') throw new ERR_IMPORT_ATTRIBUTE_UNSUPPORTED(key, attributes[key], url);
  }
  if (!known.has(format)) throw new ERR_UNKNOWN_MODULE_FORMAT(format, url);
  const { type } = attributes;
  const wanted = format === 'json' ? 'json' : undefined;
  if (type === wanted) return;
  if (type === undefined) throw new ERR_IMPORT_ATTRIBUTE_MISSING(url, 'type', wanted);
  if (type !== 'json') throw new ERR_IMPORT_ATTRIBUTE_UNSUPPORTED('type', type, url);
  throw new ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE(url, type);
}

module.exports = { formatOf, sourceOf, canDetect, detect, isModuleError, warnOfMissingType, checkAttributes, MODULE_NAMES };
