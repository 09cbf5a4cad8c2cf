'use strict';

// V8's half of a vm.Module: identified by number (binding 'esm'), linked, instantiated and evaluated once.

const {
  ArrayFrom, ArrayPrototypeFlatMap, ArrayPrototypeIncludes, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypeSome,
  ArrayPrototypeSort, JSONStringify, ObjectEntries, PromisePrototypeThen, ReflectApply, SafeMap, SafeSet, copyList, itemsOf,
  SyntaxError, joinLists,
} = require('internal/primordials');
const { compileModule, instantiateModule } = require('internal/compiler');
const {
  codes: { ERR_VM_MODULE_LINK_FAILURE },
} = require('internal/errors');
const { ModuleScan, rewrite } = require('internal/module/esm_syntax');
const { hasTopLevelAwait } = require('internal/module/esm_await');

const native = binding('esm');

const UNINSTANTIATED = 0;
const INSTANTIATED = 2;
const EVALUATING = 3;
const EVALUATED = 4;
const ERRORED = 5;

function refuse(wrong, above) {
  throw require('internal/module/compile').syntaxError(wrong, above);
}

// A module is requested once, however often it is imported.
function distinct(requests) {
  const keyOf = ({ specifier, attributes }) => JSONStringify([specifier, ArrayPrototypeSort(ObjectEntries(attributes))]);
  return copyList(new SafeMap(ArrayPrototypeMap(requests, (request) => [keyOf(request), request])).values());
}

// A module of this kind has no source phase.
function refuseSource(name) {
  throw new SyntaxError(`Source phase import object is not defined for module '${name}'`);
}

async function importSource(specifier) { refuseSource(specifier); }

class NativeModule {
  id;
  url;
  requests = []; // { specifier, attributes }
  links = undefined; // native modules, in the order of the requests
  promise = undefined;
  beforeEvaluation = undefined;
  #realm;

  constructor(url) {
    this.url = url;
  }

  // `host`: the replacements in the source for import() (`call`) and import.meta (`meta`).
  // `realm`: where it runs; undefined for the main one.
  static fromSource(source, url, above, host, realm) {
    const module = new NativeModule(url);
    module.#realm = realm;
    module.source = source;
    module.scan = new ModuleScan(source, true);
    module.requests = distinct(module.scan.requests);
    const { source: text, bindings } = rewrite(source, { ...module.scan, functions: [] });
    if (bindings.size === 0) {
      module.id = compileModule(above + text, url, realm);
    } else {
      const names = ArrayPrototypeJoin(ArrayFrom(bindings, ({ 0: name, 1: kind }) => `${kind} as ${name}`), ', ');
      const specifier = `gyre:${bindings.keys().next().value}`; // no other specifier is equal
      module.id = compileModule(`${above}${text}\n;import { ${names} } from '${specifier}';`, url, realm);
      if (typeof module.id === 'number') native.link(module.id, specifier, native.synthetic(specifier, { sourceCall: importSource, ...host }));
      module.usesMeta = ArrayPrototypeIncludes(ArrayFrom(bindings.values()), 'meta');
    }
    if (typeof module.id !== 'number') {
      const original = compileModule(above + source, url); // V8's error must show the original source
      refuse(typeof original === 'number' ? module.id : original, NativeModule.fromSource);
    }
    return module;
  }

  // A module whose exports are set from outside, at any time. Its variables and the function that sets them are in an inner
  // module; the outer one exports only the variables.
  static synthetic(names, url, evaluate) {
    const inner = compileModule(
      `import { evaluate } from 'evaluate';\nvar ${ArrayPrototypeJoin(joinLists(['none'], ArrayPrototypeMap(names, (_, i) => `a${i}`)), ', ')};\n` +
      `export { ${ArrayPrototypeJoin(ArrayPrototypeMap(names, (name, i) => `a${i} as ${JSONStringify(`=${name}`)}`), ', ')} };\n` +
      `export function set(i, value) { switch (i) { ${ArrayPrototypeJoin(ArrayPrototypeMap(names, (_, i) => `case ${i}: a${i} = value; break;`), ' ')} } }\n` +
      'evaluate();', url);
    native.link(inner, 'evaluate', native.synthetic('evaluate', { evaluate }));
    const module = new NativeModule(url);
    const list = ArrayPrototypeJoin(ArrayPrototypeMap(names, (name) => `${JSONStringify(`=${name}`)} as ${JSONStringify(name)}`), ', ');
    module.id = compileModule(`export { ${list} } from 'inner';`, url);
    native.link(module.id, 'inner', inner);
    module.links = [];
    instantiateModule(module.id);
    module.setExport = native.namespace(inner).set;
    return module;
  }

  get status() { return native.status(this.id); }

  get namespace() { return native.namespace(this.id); }

  // The rejection. V8 returns a promise even for a module that failed as part of another graph.
  get error() {
    const promise = this.promise ?? native.evaluate(this.id);
    PromisePrototypeThen(promise, undefined, () => {});
    return binding('util').getPromiseDetails(promise)[1];
  }

  link(modules) {
    for (let i = 0; i < this.requests.length; i++) if (this.requests[i].sourceName !== undefined) refuseSource(modules[i].url);
    this.links = modules;
    ReflectApply(native.link, native, joinLists([this.id], ArrayPrototypeFlatMap(this.requests, ({ specifier }, i) => [specifier, modules[i].id])));
  }

  // This module and all its dependencies, each once, dependencies first.
  *graph(seen = new SafeSet()) {
    if (seen.has(this)) return;
    seen.add(this);
    for (let i = 0, list = this.links ?? []; i < list.length; i++) yield* list[i].graph(seen);
    yield this;
  }

  instantiate() {
    if (this.links === undefined) throw new ERR_VM_MODULE_LINK_FAILURE('module is not linked');
    for (const module of itemsOf(this.graph())) {
      if (module.links === undefined && module.requests.length > 0) {
        throw new ERR_VM_MODULE_LINK_FAILURE(
          `request for '${module.requests[0].specifier}' can not be resolved on module '${module.url}' that is not linked`);
      }
    }
    const wrong = instantiateModule(this.id, this.#realm);
    if (wrong !== undefined) refuse(wrong, NativeModule.prototype.instantiate);
  }

  evaluate() {
    for (const module of itemsOf(this.graph())) {
      module.beforeEvaluation?.();
      module.beforeEvaluation = undefined;
    }
    return this.promise ??= native.evaluate(this.id);
  }

  hasTopLevelAwait() { return this.scan !== undefined && hasTopLevelAwait(this); }

  hasAsyncGraph() {
    return ArrayPrototypeSome(ArrayFrom(this.graph()), (module) => module.hasTopLevelAwait());
  }
}

module.exports = { NativeModule, UNINSTANTIATED, INSTANTIATED, EVALUATING, EVALUATED, ERRORED };
