'use strict';

// The format of a URL (by extension, by the "type" of its package, by syntax), its source, and the check of import
// attributes.

const {
  ArrayIsArray, ArrayPrototypeMap, ArrayPrototypeSome, ObjectKeys, RegExpPrototypeExec, SafeSet, StringPrototypeCharCodeAt,
  StringPrototypeIncludes, StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeStartsWith, Uint8Array, decodeURIComponent,
  joinLists,
} = require('internal/primordials');
const { codes: {
  ERR_IMPORT_ATTRIBUTE_MISSING, ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE, ERR_IMPORT_ATTRIBUTE_UNSUPPORTED,
  ERR_INVALID_URL, ERR_UNKNOWN_FILE_EXTENSION, ERR_UNKNOWN_MODULE_FORMAT, ERR_UNSUPPORTED_ESM_URL_SCHEME,
} } = require('internal/errors');
const { compileFunction, compileModule } = require('internal/compiler');
const options = require('internal/options');
const packages = require('internal/module/package_json');
const typescript = require('internal/module/typescript');
const { fileURLToPath } = require('url');

const files = require('internal/module/files');

const byExtension = { '__proto__': null, '.cjs': 'commonjs', '.mjs': 'module', '.json': 'json', '.node': 'addon', '.wasm': 'wasm' };

const withTypes = { '__proto__': null, '.cts': 'commonjs-typescript', '.mts': 'module-typescript' };

// Like path.extname of the file.
function extensionOf(pathname) {
  const name = StringPrototypeSlice(pathname, StringPrototypeLastIndexOf(pathname, '/') + 1);
  const dot = StringPrototypeLastIndexOf(name, '.');
  return dot > 0 ? StringPrototypeSlice(name, dot) : '';
}

// 'module', 'commonjs', 'json', 'builtin', 'addon', or a MIME type that is none of them. `source` is called only if nothing
// else decides; without a source the format is null then. `quiet`: returns undefined also for an unknown extension.
function formatOf(url, source, quiet = false) {
  if (url.protocol === 'node:') return 'builtin';
  if (url.protocol === 'data:') return dataFormat(url);
  if (url.protocol !== 'file:' && quiet) return undefined;
  const extension = extensionOf(url.pathname);
  const hasTypes = typescript.hasTypes(url.pathname);
  if (extension === '.js' || extension === '' || (hasTypes && extension === '.ts')) {
    const file = fileURLToPath(url);
    const scope = packages.scopeOf(file);
    const end = hasTypes ? '-typescript' : '';
    if (scope !== null && scope.type !== 'none') {
      return extension === '' && scope.type === 'module' && isWasm(file) ? 'wasm' : `${scope.type}${end}`;
    }
    if (source === undefined) return canDetect() ? null : 'commonjs';
    if (extension === '' && isWasm(file)) return 'wasm';
    const format = detect(hasTypes ? typescript.stripModule(source(), file) : source(), file);
    if (format === 'module' && scope !== null && extension !== '') warnOfMissingType(scope.file, url);
    return `${format}${end}`;
  }
  const format = hasTypes ? withTypes[extension] : byExtension[extension];
  if (format === undefined && !quiet) throw new ERR_UNKNOWN_FILE_EXTENSION(extension, fileURLToPath(url));
  return format;
}

// Whether the file begins as WebAssembly does. One that can't be read is found out later.
function isWasm(file) {
  const fs = require('fs');
  const start = new Uint8Array(4);
  let fd;
  try {
    fd = fs.openSync(file);
    fs.readSync(fd, start, 0, 4, 0);
  } catch {
    return false;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
  return start[0] === 0 && start[1] === 0x61 && start[2] === 0x73 && start[3] === 0x6d;
}

// ---- data: URLs

const dataURL = /^([^/]+\/[^;,]+)(?:[^,]*?)(;base64)?,([\s\S]*)$/;
const javascript = /^\s*(text|application)\/javascript\s*(;\s*charset=utf-?8\s*)?$/i;

function dataFormat(url) {
  const mime = RegExpPrototypeExec(dataURL, url.pathname)?.[1] ?? null;
  if (mime !== null && RegExpPrototypeExec(javascript, mime) !== null) return 'module';
  if (mime === 'application/wasm') return 'wasm';
  return mime === 'application/json' ? 'json' : mime;
}

function dataBytes(url) {
  const parts = RegExpPrototypeExec(dataURL, url.pathname + url.search);
  if (parts === null) throw new ERR_INVALID_URL(url.href);
  const { 2: base64, 3: body } = parts;
  const { Buffer } = require('buffer');
  return Buffer.from(decodeURIComponent(body), base64 ? 'base64' : 'utf8');
}

// Of a file: or data: URL, as a Buffer.
// As Node words it: for the schemes of the web without `node`.
const wrongScheme = (url) => new ERR_UNSUPPORTED_ESM_URL_SCHEME(url,
  url.protocol === 'http:' || url.protocol === 'https:' ? ['file', 'data'] : ['file', 'data', 'node']);

function bytesOf(url) {
  if (url.protocol === 'data:') return dataBytes(url);
  if (url.protocol === 'file:') return require('fs').readFileSync(fileURLToPath(url));
  throw wrongScheme(url);
}

function sourceOf(url) {
  if (url.protocol === 'data:') return dataBytes(url).toString();
  if (url.protocol === 'file:') return stripBom(files.readText(fileURLToPath(url)));
  throw wrongScheme(url);
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
  return ArrayPrototypeSome(notInCommonJS, (text) => StringPrototypeIncludes(message, text)) && typeof compileModule(source, name) === 'number';
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

// Any file, as a string.
const isTextImport = (attributes) => attributes?.type === 'text' && options.get('--experimental-import-text') === true;

const known = new SafeSet(['module', 'commonjs', 'module-typescript', 'commonjs-typescript', 'json', 'builtin', 'addon', 'text', 'wasm']);

function checkAttributes(url, format, attributes) {
  for (let i = 0, list = ObjectKeys(attributes); i < list.length; i++) {
    const key = list[i];
    if (key !== 'type') throw new ERR_IMPORT_ATTRIBUTE_UNSUPPORTED(key, attributes[key], url);
  }
  if (!known.has(format)) throw new ERR_UNKNOWN_MODULE_FORMAT(format, url);
  const { type } = attributes;
  const wanted = format === 'json' || format === 'text' ? format : undefined;
  if (type === wanted) return;
  if (type === undefined) throw new ERR_IMPORT_ATTRIBUTE_MISSING(url, 'type', wanted);
  if (type !== 'json' && !isTextImport(attributes)) throw new ERR_IMPORT_ATTRIBUTE_UNSUPPORTED('type', type, url);
  throw new ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE(url, type);
}

module.exports = { isTextImport, bytesOf, formatOf, sourceOf, canDetect, detect, isModuleError, warnOfMissingType, checkAttributes, MODULE_NAMES };
