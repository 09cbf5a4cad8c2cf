'use strict';

// The code that a node has been offered, as files below a folder of its own: a program's /app/work.js is FOLDER/ID/app/work.js, so
// that what is beside it is found as it is there. The folder is removed when the node ends.
//
// A node runs only what has the hash that it was offered with, and that it asked for.

const {
  ArrayIsArray, ArrayPrototypePush, JSONParse, SafeMap, SafeSet, StringPrototypeSlice, setBytes, Uint8Array, byteLengthOf,
} = require('internal/primordials');
const { codes: { ERR_GYRE_CODE_REFUSED } } = require('internal/errors');
const { hash } = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { pathToFileURL } = require('url');

const isPlainPath = (file) => typeof file === 'string' && path.isAbsolute(file) && path.normalize(file) === file;

class StoredCode {
  missing = new SafeSet(); // numbers of files
  askedOf = undefined; // whose session was asked for them
  waiting = []; // functions, called when all are there
  isReady = false;

  constructor(id, folder, { entry, files, links }) {
    this.id = id;
    this.folder = folder;
    this.entry = entry;
    this.files = files;
    this.links = links;
    for (let i = 0; i < files.length; i++) this.missing.add(i);
  }

  // What a worker loads.
  get target() {
    const { file, source, folder, href } = this.entry;
    const isRemote = this.folder;
    if (source !== undefined) return { href: undefined, source, folder: this.folder + folder, isRemote };
    return { href: href ?? pathToFileURL(this.folder + file).href, source: undefined, isRemote };
  }
}

class CodeStore {
  #folder = undefined;
  #codes = new SafeMap(); // id -> StoredCode

  // The code of a manifest, to be fetched or there already.
  open(id, text) {
    const known = this.#codes.get(id);
    if (known !== undefined) return known;
    if (hash('sha256', text) !== id) throw new ERR_GYRE_CODE_REFUSED('its list of files is not the one that was announced');
    const manifest = JSONParse(text);
    check(manifest);
    this.#folder ??= fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-node-')));
    const code = new StoredCode(id, path.join(this.#folder, StringPrototypeSlice(id, 0, 16)), manifest);
    fs.mkdirSync(code.folder, { __proto__: null, recursive: true });
    if (code.entry.folder !== undefined) fs.mkdirSync(code.folder + code.entry.folder, { __proto__: null, recursive: true });
    this.#codes.set(id, code);
    if (code.missing.size === 0) this.#finish(code);
    return code;
  }

  // A file that was asked for.
  put(code, number, bytes) {
    if (!code.missing.has(number)) return;
    const { 0: name, 1: expected } = code.files[number];
    if (hash('sha256', bytes) !== expected) throw new ERR_GYRE_CODE_REFUSED(`${name} is not what was announced`);
    const place = code.folder + name;
    fs.mkdirSync(path.dirname(place), { __proto__: null, recursive: true });
    const copy = new Uint8Array(byteLengthOf(bytes));
    setBytes(copy, bytes);
    fs.writeFileSync(place, copy);
    code.missing.delete(number);
    if (code.missing.size === 0) this.#finish(code);
  }

  #finish(code) {
    for (let i = 0; i < code.links.length; i++) {
      const { 0: from, 1: to } = code.links[i];
      const place = code.folder + from;
      fs.mkdirSync(path.dirname(place), { __proto__: null, recursive: true });
      fs.symlinkSync(code.folder + to, place);
    }
    code.isReady = true;
    const { waiting } = code;
    code.waiting = [];
    for (let i = 0; i < waiting.length; i++) waiting[i]();
  }

  close() {
    if (this.#folder !== undefined) fs.rmSync(this.#folder, { __proto__: null, recursive: true, force: true });
  }
}

function check({ entry, files, links }) {
  const places = [];
  if (entry === null || typeof entry !== 'object' || !ArrayIsArray(files) || !ArrayIsArray(links)) {
    throw new ERR_GYRE_CODE_REFUSED('its list of files can not be read');
  }
  if (entry.file !== undefined) ArrayPrototypePush(places, entry.file);
  if (entry.folder !== undefined) ArrayPrototypePush(places, entry.folder);
  for (let i = 0; i < files.length; i++) ArrayPrototypePush(places, files[i][0]);
  for (let i = 0; i < links.length; i++) {
    ArrayPrototypePush(places, links[i][0]);
    ArrayPrototypePush(places, links[i][1]);
  }
  for (let i = 0; i < places.length; i++) {
    if (!isPlainPath(places[i])) throw new ERR_GYRE_CODE_REFUSED(`${places[i]} is no plain path`);
  }
}

module.exports = { CodeStore };
