'use strict';

// Stacks with source maps: --enable-source-maps, module.setSourceMapsSupport() and process.setSourceMapsEnabled().
//
// While support is on, the loaders register every source they compile. If it names a map, the map is read when a stack or
// findSourceMap() first needs it.

const {
  ArrayPrototypeAt, ArrayPrototypeFilter, ArrayPrototypeIndexOf, ArrayPrototypeJoin, ArrayPrototypeMap, ErrorPrototype,
  JSONParse, JSONStringify, ObjectFreeze, ReflectApply, RegExpPrototypeExec, RegExpPrototypeSymbolMatchAll, SafeMap,
  StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith,
  copyList, decodeURIComponent, replacePattern, splitByPattern,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { kIsNodeError, setInternalPrepareStackTrace, defaultPrepareStackTrace } = require('internal/errors');
const { validateBoolean, validateObject } = require('internal/validators');
const { fileURLToPath, pathToFileURL, URL } = require('url');

const errorToString = ErrorPrototype.toString;

let support = ObjectFreeze({ __proto__: null, enabled: false, nodeModules: false, generatedCode: false });
const maps = new SafeMap(); // file name or URL -> { url, lineLengths, map }

const lastComment = /\/[*/]#\s+sourceMappingURL=(?<url>[^\s]+)/g;

function setSupport(value) {
  const before = support.enabled;
  support = ObjectFreeze({ __proto__: null, ...value });
  if (before !== support.enabled) {
    setInternalPrepareStackTrace(support.enabled ? prepareStackTrace : defaultPrepareStackTrace);
  }
}

function setSourceMapsSupport(enabled, options = {}) {
  validateBoolean(enabled, 'enabled');
  validateObject(options, 'options');
  const { nodeModules = false, generatedCode = false } = options;
  validateBoolean(nodeModules, 'options.nodeModules');
  validateBoolean(generatedCode, 'options.generatedCode');
  setSupport({ enabled, nodeModules, generatedCode });
}

// ---- maps

let isCovered = false;

/** The maps of all sources are kept, for the files of NODE_V8_COVERAGE. */
function keepForCoverage() {
  isCovered = true;
  require('internal/process/at_exit').passSourceMaps = passToCoverage;
}

function passToCoverage() {
  if (maps.size === 0) return;
  const cache = { __proto__: null };
  maps.forEach(({ url, lineLengths }, name) => {
    const key = StringPrototypeStartsWith(name, 'file:') ? name : pathToFileURL(name).href;
    const map = findSourceMap(name);
    cache[key] = { lineLengths, data: map === undefined ? null : map.payload, url };
  });
  binding('inspector').setCoverageSourceMaps(JSONStringify(cache));
}

const isRegistering = () => support.enabled || isCovered;

function register(name, source) {
  if (!isRegistering()) return;
  if (support.enabled && !support.nodeModules && StringPrototypeIncludes(name, '/node_modules/')) return;
  const url = ArrayPrototypeAt(copyList(RegExpPrototypeSymbolMatchAll(lastComment, source)), -1)?.groups.url;
  if (url === undefined) return;
  maps.set(name, { url, lineLengths: ArrayPrototypeMap(StringPrototypeSplit(replacePattern(/\n$/, source, ''), '\n'), (line) => line.length), map: undefined });
}

function payloadOf(name, url) {
  if (StringPrototypeStartsWith(url, 'data:')) {
    const { 1: type, 2: body } = RegExpPrototypeExec(/^data:([^,]*),([\s\S]*)$/, url);
    return [JSONParse(StringPrototypeEndsWith(type, ';base64') ? Buffer.from(body, 'base64').toString() : decodeURIComponent(body)), name];
  }
  const base = StringPrototypeStartsWith(name, 'file:') ? name : pathToFileURL(name).href;
  const place = new URL(url, base);
  return [JSONParse(require('fs').readFileSync(place, 'utf8')), place.href];
}

// Sources are relative to the map.
function absolute(payload, place) {
  const base = StringPrototypeStartsWith(place, 'file:') ? place : pathToFileURL(place).href;
  const { sourceRoot, sources = [] } = payload;
  const root = sourceRoot ? `${replacePattern(/\/$/, sourceRoot, '')}/` : '';
  return { ...payload, sourceRoot: '', sources: ArrayPrototypeMap(sources, (source) => new URL(root + source, base).href) };
}

function findSourceMap(name) {
  const entry = maps.get(name) ?? (StringPrototypeStartsWith(`${name}`, 'file:') ? maps.get(toPath(name)) : undefined);
  if (entry === undefined) return undefined;
  if (entry.map === undefined) {
    entry.map = null;
    try {
      const { 0: payload, 1: place } = payloadOf(name, entry.url);
      const { SourceMap } = require('internal/module/source_map');
      entry.map = new SourceMap(absolute(payload, place), { lineLengths: entry.lineLengths });
    } catch {
      // No map, or none that can be read: the stack shows the generated positions.
    }
  }
  return entry.map ?? undefined;
}

// ---- stacks

const toPath = (source) => (StringPrototypeStartsWith(source, 'file://') ? fileURLToPath(source) : source);

// The transpiler may have renamed the function: the map has the original name at its beginning, or where it is called.
function originalName(map, site, caller) {
  const { name } = map.findEntry(site.getEnclosingLineNumber() - 1, site.getEnclosingColumnNumber() - 1);
  if (name) return name;
  if (caller && caller.getFileName() === site.getFileName()) {
    return map.findEntry(caller.getLineNumber() - 1, caller.getColumnNumber() - 1).name;
  }
  return undefined;
}

function frame(site, caller) {
  const map = findSourceMap(site.getFileName() ?? site.getEvalOrigin());
  if (map === undefined) return `${site}`;
  const { originalLine, originalColumn, originalSource } =
    map.findEntry(site.getLineNumber() - 1, site.getColumnNumber() - 1);
  if (originalSource === undefined || originalLine === undefined || originalColumn === undefined) return `${site}`;
  const prefix = site.isAsync() ? 'async ' : site.isConstructor() ? 'new ' : '';
  const type = site.getTypeName();
  const owner = type !== null && type !== 'global' ? `${type}.` : '';
  const own = site.getFunctionName() ?? site.getMethodName();
  const name = originalName(map, site, caller) || own || '<anonymous>';
  return `${prefix}${owner}${name} (${toPath(originalSource)}:${originalLine + 1}:${originalColumn + 1})`;
}

function prepareStackTrace(error, trace) {
  const head = kIsNodeError in error ?
    `${error.name} [${error.code}]: ${error.message}` : ReflectApply(errorToString, error, []);
  const shown = ArrayPrototypeFilter(trace, (site) => !site.getFileName()?.startsWith('wasm://wasm/gyre-core-'));
  return `${head}${ArrayPrototypeJoin(ArrayPrototypeMap(shown, (site, i) => `\n    at ${frame(site, shown[i + 1])}`), '')}`;
}

// The lines above a fatal error, from the original source; undefined if there is no map.
function excerpt(file, line, column) {
  const map = findSourceMap(file);
  if (map === undefined) return undefined;
  const { originalLine, originalColumn, originalSource } = map.findEntry(line - 1, column);
  const text = lineOf(map, originalSource, originalLine);
  if (!text) return undefined;
  const indent = replacePattern(/[^\t]/g, StringPrototypeSlice(text, 0, originalColumn), ' ');
  return `${toPath(originalSource)}:${originalLine + 1}\n${text}\n${indent}^\n`;
}

function lineOf(map, source, line) {
  if (source === undefined) return undefined;
  const { sources, sourcesContent } = map.payload;
  let content = sourcesContent?.[ArrayPrototypeIndexOf(sources, source)];
  try {
    content ??= require('fs').readFileSync(toPath(source), 'utf8');
  } catch {
    return undefined; // the original source is not available
  }
  return splitByPattern(/\r?\n/, content)[line];
}

module.exports = {
  setSupport, setSourceMapsSupport, getSupport: () => support, isRegistering, register, findSourceMap, excerpt, keepForCoverage, passToCoverage,
  get maps() { return require('internal/module/source_map'); },
};
