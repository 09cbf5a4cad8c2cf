'use strict';

// --experimental-package-map: a file that says which folders are packages, and what each of them depends on. Names of packages
// are then looked up there instead of in node_modules.

const {
  JSONParse, ObjectEntries, RegExpPrototypeExec, SafeMap,
} = require('internal/primordials');
const { codes: {
  ERR_PACKAGE_MAP_EXTERNAL_FILE, ERR_PACKAGE_MAP_INVALID, ERR_PACKAGE_MAP_KEY_NOT_FOUND,
} } = require('internal/errors');
const { emitExperimentalWarning, setOwnProperty } = require('internal/util');
const options = require('internal/options');
const path = require('path');
const { URL, fileURLToPath, pathToFileURL } = require('url');

let file;
let packages; // key -> { folder, dependencies }
let keys; // folder -> key

const isOn = () => options.get('--experimental-package-map') !== undefined;

function invalid(reason, cause) {
  const error = new ERR_PACKAGE_MAP_INVALID(file, reason);
  if (cause !== undefined) setOwnProperty(error, 'cause', cause);
  return error;
}

// ---- reading

function read() {
  const fs = require('fs');
  let text;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw invalid('failed to read', error);
  }
  file = fs.realpathSync(file); // modules have real paths, too
  let data;
  try {
    data = JSONParse(text);
  } catch (error) {
    throw invalid('invalid JSON', error);
  }
  if (!data.packages || typeof data.packages !== 'object') throw invalid('missing "packages" object');
  for (let i = 0, entries = ObjectEntries(data.packages); i < entries.length; i++) add(entries[i][0], entries[i][1]);
}

function add(key, { url, dependencies }) {
  const folder = folderOf(key, url);
  const other = keys.get(folder);
  if (other !== undefined) {
    throw invalid(`packages "${other}" and "${key}" have the same url "${url}"; this will be supported in the future`);
  }
  keys.set(folder, key);
  packages.set(key, { __proto__: null, folder, dependencies: { __proto__: null, ...dependencies } });
}

function folderOf(key, url) {
  if (url === undefined) throw invalid(`package "${key}" is missing "url" field`);
  if (typeof url !== 'string') throw invalid(`package "${key}" has invalid "url" field: expected string, got ${typeof url}`);
  if (url === '') throw invalid(`package "${key}" has an empty "url" field`);
  let parsed;
  try {
    parsed = new URL(url, pathToFileURL(file));
  } catch (error) {
    throw invalid(`package "${key}" has invalid url "${url}"`, error);
  }
  if (parsed.protocol !== 'file:') {
    throw invalid(`package "${key}" has unsupported URL scheme in url "${url}"; ` +
      'only file: URLs and relative URLs are currently supported');
  }
  try {
    return path.resolve(fileURLToPath(parsed));
  } catch (error) {
    throw invalid(`package "${key}" has invalid file url "${url}"`, error);
  }
}

function load() {
  if (packages !== undefined) return;
  packages = new SafeMap();
  keys = new SafeMap();
  file = path.resolve(options.get('--experimental-package-map'));
  emitExperimentalWarning('Package maps');
  try {
    read();
  } catch (error) {
    packages.clear(); // what is broken is not read again
    keys.clear();
    throw error;
  }
}

// ---- looking up

// The package that the file belongs to.
function keyOf(parent) {
  for (let folder = path.resolve(parent); ; folder = path.dirname(folder)) {
    const key = keys.get(folder);
    if (key !== undefined || folder === '/') return key;
  }
}

const name = /^(@[^/]*\/[^/]*|[^/]*)(\/[\s\S]*)?$/;

// Returns { folder, subpath }, or undefined if the importing package does not depend on such a one.
function find(specifier, parent) {
  load();
  const key = keyOf(parent);
  if (key === undefined) throw new ERR_PACKAGE_MAP_EXTERNAL_FILE(specifier, parent, file);
  const { 1: wanted, 2: rest = '' } = RegExpPrototypeExec(name, specifier);
  const target = packages.get(key).dependencies[wanted];
  if (target === undefined) return undefined;
  const found = packages.get(target);
  if (found === undefined) throw new ERR_PACKAGE_MAP_KEY_NOT_FOUND(target, file);
  return { __proto__: null, folder: found.folder, subpath: `.${rest}` };
}

module.exports = { isOn, find };
