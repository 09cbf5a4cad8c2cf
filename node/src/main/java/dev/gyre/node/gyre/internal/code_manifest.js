'use strict';

// The identity of a pool's code: the hashes of the module and of everything that it imports. The imports are found in the text:
// what stands as a string in `import`, `export … from`, `import()` and `require()`. What is found too much (a text in a comment)
// does no harm; a name that is computed is not found, and its module is missing on the node.
//
// Packages belong to it with their package.json files, and with the symbolic links by which they are found.

const {
  ArrayPrototypePush, ArrayPrototypeSort, JSONStringify, RegExpPrototypeExec, SafeMap, SafeSet, StringPrototypeEndsWith,
  StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeStartsWith,
} = require('internal/primordials');
const { hash } = require('crypto');
const fs = require('fs');
const { createRequire, isBuiltin } = require('module');
const path = require('path');
const { fileURLToPath, pathToFileURL } = require('url');

const SPECIFIER = /\b(?:from|import|require)\s*(?:\(\s*)?(?:"([^"\n]+)"|'([^'\n]+)'|`([^`\n$]+)`)/g;
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
  #queue = [];

  include(file) {
    if (this.#files.has(file)) return;
    let bytes;
    try {
      bytes = fs.readFileSync(file);
    } catch (error) {
      if (error.code === 'EISDIR' || error.code === 'ENOENT') return;
      throw error;
    }
    this.#files.set(file, bytes);
    this.#addPackage(path.dirname(file));
    if (RegExpPrototypeExec(CODE, path.basename(file)) !== null) ArrayPrototypePush(this.#queue, file);
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
    }
    for (let i = 0; i < names.length; i++) {
      if (isBuiltin(names[i])) continue;
      const found = resolveAll(names[i], file);
      for (let k = 0; k < found.length; k++) this.include(found[k]);
      if (found.length > 0 && RegExpPrototypeExec(/^[./#]/, names[i]) === null) this.#addLinks(names[i], path.dirname(file));
    }
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
      if (found?.isSymbolicLink()) this.#links.set(place, fs.realpathSync(place));
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
  manifest.include(file);
  manifest.addImports();
  return manifest.seal({ __proto__: null, file });
}

module.exports = { manifestOf };
