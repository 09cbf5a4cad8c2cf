'use strict';

// The identity of a pool's code: the hashes of the module and of everything that it imports. The imports are found in the text:
// what stands as a string in `import`, `export … from`, `import()`, `require()` and what resolves as they do. What is found too much
// (a text in a comment) does no harm; a name that is computed is not found, and its module is missing on the node.
//
// Packages belong to it with their package.json files, and with the symbolic links by which they are found.

const {
  ArrayPrototypePush, ArrayPrototypeSort, JSONParse, JSONStringify, ObjectKeys, RegExp, RegExpPrototypeExec, SafeMap, SafeSet,
  StringPrototypeEndsWith, StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith,
} = require('internal/primordials');
const { hash } = require('crypto');
const fs = require('fs');
const { createRequire, isBuiltin } = require('module');
const path = require('path');
const { fileURLToPath, pathToFileURL } = require('url');

// Each comment and space can be read in one way only, so that a text is never tried twice.
const GAP = '(?:\\s|//[^\\n]*\\n|/\\*[^*]*\\*+(?:[^/*][^*]*\\*+)*/)*';
const STRING = '(?:"([^"\\n]+)"|\'([^\'\\n]+)\'|`([^`\\n$]+)`)';
const SPECIFIER = new RegExp(`\\b(?:from|import(?:\\.meta\\.resolve)?|require(?:\\.resolve)?)${GAP}(?:\\(${GAP})?${STRING}`, 'g');
const WORD_LENGTH = 'from'.length;
const CODE = /\.(?:[cm]?[jt]s|[jt]sx)$|^[^.]*$/;
const FOLDER = 'node_modules';

function resolveAll(specifier, file) {
  const found = [];
  try {
    ArrayPrototypePush(found, createRequire(file).resolve(specifier));
  } catch {
    // Not by the rules of require, or not at all: the node's loader will tell if it is needed.
  }
  try {
    const { resolveFrom } = require('internal/module/esm_loader');
    const url = resolveFrom(specifier, pathToFileURL(file).href);
    if (StringPrototypeStartsWith(url, 'file:')) ArrayPrototypePush(found, fileURLToPath(url));
  } catch {
    // Likewise.
  }
  return found;
}

class Manifest {
  #files = new SafeMap(); // path -> bytes
  #links = new SafeMap(); // path -> where it leads
  #looked = new SafeSet(); // folders
  #named = new SafeSet(); // folders of packages whose #names were looked at
  #queue = [];

  include(file, isEntry = false) {
    if (this.#files.has(file)) return;
    const bytes = this.#read(file, isEntry);
    if (bytes === undefined) return;
    this.#files.set(file, bytes);
    this.#addPackage(path.dirname(file));
    if (RegExpPrototypeExec(CODE, path.basename(file)) !== null) ArrayPrototypePush(this.#queue, file);
  }

  // A text may name what can't be read, or has no end (a device). If it is needed, the node's loader will tell.
  #read(file, isEntry) {
    try {
      return fs.statSync(file).isFile() ? fs.readFileSync(file) : undefined;
    } catch (error) {
      if (isEntry && error.code !== 'ENOENT') throw error;
      return undefined;
    }
  }

  addImports() {
    for (let i = 0; i < this.#queue.length; i++) {
      const file = this.#queue[i];
      this.addImportsOf(`${this.#files.get(file)}`, file);
    }
  }

  addImportsOf(text, file) {
    SPECIFIER.lastIndex = 0;
    const names = [];
    for (let match = RegExpPrototypeExec(SPECIFIER, text); match !== null; match = RegExpPrototypeExec(SPECIFIER, text)) {
      ArrayPrototypePush(names, match[1] ?? match[2] ?? match[3]);
      SPECIFIER.lastIndex = match.index + WORD_LENGTH; // in 'read from "' + require("./x") the second is within the first
    }
    for (let i = 0; i < names.length; i++) {
      if (isBuiltin(names[i])) continue;
      const found = resolveAll(names[i], file);
      for (let k = 0; k < found.length; k++) this.include(found[k]);
      if (found.length > 0) this.#addLinksOf(names[i], path.dirname(file), found[0]);
    }
  }

  // The symbolic links by which a module is found: files have their real names on the node.
  #addLinksOf(specifier, folder, found) {
    if (RegExpPrototypeExec(/^(?:\.|\/)/, specifier) !== null) {
      const place = path.resolve(folder, specifier);
      this.#addLinksTo(place);
      if (!fs.existsSync(place)) this.#addLinksTo(place + path.extname(found));
    } else if (StringPrototypeStartsWith(specifier, '#')) {
      this.#addLinksOfNames(folder);
    } else {
      this.#addLinks(specifier, folder);
    }
  }

  // Each part of a path may be a link, and what follows is looked for where it leads.
  #addLinksTo(place) {
    const parts = StringPrototypeSplit(place, path.sep);
    let at = path.sep;
    for (let i = 0; i < parts.length; i++) {
      at = path.join(at, parts[i]);
      if (fs.lstatSync(at, { __proto__: null, throwIfNoEntry: false })?.isSymbolicLink() !== true || !fs.existsSync(at)) continue;
      const to = fs.realpathSync(at);
      this.#links.set(at, to);
      at = to;
    }
  }

  // Packages that a package names by #names.
  #addLinksOfNames(folder) {
    let at = folder;
    while (!this.#files.has(path.join(at, 'package.json'))) {
      if (path.dirname(at) === at) return;
      at = path.dirname(at);
    }
    if (this.#named.has(at)) return;
    this.#named.add(at);
    const visit = (value) => {
      if (typeof value === 'string' && RegExpPrototypeExec(/^[./#]/, value) === null) this.#addLinks(value, at);
      if (typeof value !== 'object' || value === null) return;
      for (let i = 0, keys = ObjectKeys(value); i < keys.length; i++) visit(value[keys[i]]);
    };
    visit(JSONParse(`${this.#files.get(path.join(at, 'package.json'))}`).imports);
  }

  // The package.json files that say what the files of a folder are: up to that of the package.
  #addPackage(folder) {
    for (; !this.#looked.has(folder); folder = path.dirname(folder)) {
      this.#looked.add(folder);
      const file = path.join(folder, 'package.json');
      if (fs.existsSync(file)) {
        this.#files.set(file, fs.readFileSync(file));
        if (!isInPackages(folder)) return;
      }
      if (path.basename(folder) === FOLDER || path.dirname(folder) === folder) return;
    }
  }

  // Package managers link packages to where they really are.
  #addLinks(specifier, folder) {
    const slash = StringPrototypeIndexOf(specifier, '/', StringPrototypeStartsWith(specifier, '@') ? StringPrototypeIndexOf(specifier, '/') + 1 : 0);
    const name = slash < 0 ? specifier : StringPrototypeSlice(specifier, 0, slash);
    for (let at = folder; ; at = path.dirname(at)) {
      const place = path.join(at, FOLDER, name);
      const found = fs.lstatSync(place, { __proto__: null, throwIfNoEntry: false });
      if (found?.isSymbolicLink()) this.#addLinksTo(place);
      if (found !== undefined || path.dirname(at) === at) return;
    }
  }

  // { id, text, entry, files }: the text is what its id is the hash of.
  seal(entry) {
    const names = [];
    this.#files.forEach((bytes, file) => ArrayPrototypePush(names, file));
    ArrayPrototypeSort(names);
    const files = [];
    const listed = [];
    for (let i = 0; i < names.length; i++) {
      const bytes = this.#files.get(names[i]);
      ArrayPrototypePush(files, bytes);
      ArrayPrototypePush(listed, [names[i], hash('sha256', bytes)]);
    }
    const links = [];
    this.#links.forEach((to, from) => ArrayPrototypePush(links, [from, to]));
    const text = JSONStringify({ __proto__: null, entry, files: listed, links });
    return { __proto__: null, id: hash('sha256', text), text, files };
  }
}

const isInPackages = (folder) =>
  StringPrototypeLastIndexOf(folder, `${path.sep}${FOLDER}${path.sep}`) >= 0 || StringPrototypeEndsWith(folder, `${path.sep}${FOLDER}`);

// A module that is not there is named, so that the node's loader refuses it as one of here would.
function realPathOf(file) {
  try {
    return fs.realpathSync(file);
  } catch (error) {
    if (error.code === 'ENOENT') return path.normalize(file);
    throw error;
  }
}

// target: { href } or { source } of a pool.
function manifestOf({ href, source }) {
  const manifest = new Manifest();
  if (source !== undefined) {
    const folder = process.cwd();
    manifest.addImportsOf(source, path.join(folder, '[pool]'));
    manifest.addImports();
    return manifest.seal({ __proto__: null, source, folder });
  }
  if (!StringPrototypeStartsWith(href, 'file:')) return manifest.seal({ __proto__: null, href });
  const file = realPathOf(fileURLToPath(href));
  manifest.include(file, true);
  manifest.addImports();
  return manifest.seal({ __proto__: null, file });
}

module.exports = { manifestOf };
