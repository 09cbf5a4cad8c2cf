'use strict';

// WebAssembly modules in a graph of ES modules. One is represented by a generated module, which imports what the instance
// needs and exports what it has; the instance is made when that is evaluated. A global of WebAssembly is exported as its value,
// and given as it is to another WebAssembly module that imports it.

const {
  ArrayPrototypeFilter, ArrayPrototypeForEach, ArrayPrototypeJoin, ArrayPrototypeMap, Error, JSONStringify, ObjectAssign, SafeMap,
  SafeSet, StringPrototypeStartsWith, copyList, wasm,
} = require('internal/primordials');
const { compileModule } = require('internal/compiler');
const { emitExperimentalWarning } = require('internal/util');
const { fileURLToPath } = require('url');

const native = binding('esm');

const FACADE = 'node:internal/module/esm_wasm_facade';

const exportsOf = new SafeMap(); // number of V8's module -> exports of the instance

const linkError = (message) => new globalThis.WebAssembly.LinkError(message);

const isReserved = (name) => StringPrototypeStartsWith(name, 'wasm:') || StringPrototypeStartsWith(name, 'wasm-js:');

function compile(entry, source) {
  try {
    return new wasm.Module(source, { builtins: ['js-string'], importedStringConstants: 'wasm:js/string-constants' });
  } catch (error) {
    const where = StringPrototypeStartsWith(entry.url, 'file:') ? fileURLToPath(entry.url) : entry.url;
    error.message = `${where}: ${error.message}`;
    throw error;
  }
}

function check(imports, exports, url) {
  ArrayPrototypeForEach(imports, ({ module, name }) => {
    if (StringPrototypeStartsWith(module, 'wasm-js:')) throw linkError(`Invalid Wasm import "${module}" in ${url}`);
    if (isReserved(name)) throw linkError(`Invalid Wasm import name "${module}" in ${url}`);
  });
  ArrayPrototypeForEach(exports, ({ name }) => {
    if (isReserved(name)) throw linkError(`Invalid Wasm export name "${name}" in ${url}`);
  });
}

const list = (items, form) => ArrayPrototypeJoin(ArrayPrototypeMap(items, form), ', ');

// Sets entry.moduleSource and entry.scan; returns the number of V8's module.
function translate(entry, source) {
  const compiled = compile(entry, source);
  const imports = wasm.imports(compiled);
  const exports = wasm.exports(compiled);
  check(imports, exports, entry.url);
  const specifiers = copyList(new SafeSet(ArrayPrototypeMap(imports, ({ module }) => module)));
  const text = `import { run } from 'values';\n${
    ArrayPrototypeJoin(ArrayPrototypeMap(specifiers, (name, i) => `import * as i${i} from ${JSONStringify(name)};`), '\n')
  }\n${exports.length === 0 ? '' : `let ${list(exports, (_, i) => `a${i}`)};\n`
  }export { ${list(exports, ({ name }, i) => `a${i} as ${JSONStringify(name)}`)} };\n({ ${
    list(exports, (_, i) => `${i}: a${i}`)} } = run([${list(specifiers, (_, i) => `i${i}`)}]));`;
  const id = compileModule(text, FACADE);
  if (typeof id !== 'number') throw new Error(`the facade did not compile: ${id[0]}`);
  native.link(id, 'values', native.synthetic(`${FACADE}/values`, {
    run: (namespaces) => instantiate(entry, compiled, specifiers, namespaces, imports, exports),
  }));
  entry.moduleSource = compiled;
  entry.source = '';
  entry.scan = { requests: ArrayPrototypeMap(specifiers, (specifier) => ({ specifier, attributes: { __proto__: null }, start: 0 })), exports: [] };
  return id;
}

// The values of the exports, by index.
function instantiate(entry, compiled, specifiers, namespaces, imports, exports) {
  emitExperimentalWarning('Importing WebAssembly module instances');
  const given = { __proto__: null };
  ArrayPrototypeForEach(specifiers, (specifier, i) => {
    const own = exportsOf.get(entry.links[i].id);
    given[specifier] = own === undefined ? namespaces[i] : withGlobals(specifier, namespaces[i], own, imports);
  });
  const made = wasm.exportsOf(new wasm.Instance(compiled, given));
  exportsOf.set(entry.id, made);
  return ArrayPrototypeMap(exports, ({ name, kind }) => (kind === 'global' ? valueOf(made[name]) : made[name]));
}

function withGlobals(specifier, namespace, own, imports) {
  const copy = ObjectAssign({ __proto__: null }, namespace);
  const globals = ArrayPrototypeFilter(imports, ({ module, kind }) => kind === 'global' && module === specifier);
  ArrayPrototypeForEach(globals, ({ name }) => { copy[name] = own[name]; });
  return copy;
}

function valueOf(global) {
  try {
    return global.value;
  } catch {
    return undefined; // a vector has no value in JavaScript
  }
}

module.exports = { translate };
