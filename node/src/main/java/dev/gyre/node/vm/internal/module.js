'use strict';

// vm.Module, vm.SourceTextModule and vm.SyntheticModule, with --experimental-vm-modules. A module in a
// context is compiled and linked in the context's realm (internal/vm/realm), whose global object shows the properties of the
// contextified object.

const {
  ArrayIsArray, ArrayPrototypeForEach, ArrayPrototypeIncludes, ArrayPrototypeIndexOf, ArrayPrototypeMap, ArrayPrototypeSome,
  MathMax, ObjectDefineProperty, ObjectFreeze, ObjectGetPrototypeOf, ObjectHasOwn, ObjectSetPrototypeOf, PromiseAll,
  PromiseReject, ReferenceError, ReflectApply, SafeWeakMap, StringPrototypeRepeat, Symbol, SymbolToStringTag, TypeError,
  copyList,
} = require('internal/primordials');
const {
  codes: {
    ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_MODULE_LINK_MISMATCH,
    ERR_VM_MODULE_ALREADY_LINKED, ERR_VM_MODULE_CACHED_DATA_REJECTED, ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA,
    ERR_VM_MODULE_DIFFERENT_CONTEXT, ERR_VM_MODULE_LINK_FAILURE, ERR_VM_MODULE_NOT_MODULE, ERR_VM_MODULE_STATUS,
  },
} = require('internal/errors');
const {
  validateArray, validateBoolean, validateBuffer, validateFunction, validateInt32, validateObject, validateString,
  validateThisInternalField, validateUint32,
} = require('internal/validators');
const { customInspectSymbol, emitExperimentalWarning, kEmptyObject } = require('internal/util');
const { isModuleNamespaceObject } = require('util/types');
const { NativeModule, INSTANTIATED, EVALUATED, ERRORED } = require('internal/vm/native_module');
const { contextOf } = require('internal/vm/context');
const { nameImporter } = require('internal/vm/importers');
const { runWithin } = require('internal/vm/limits');
const cache = require('internal/vm/cached_data');

const kNative = Symbol('kWrap');
const kContext = Symbol('kContext');
const kLink = Symbol('kLink');
const STATUS = ['unlinked', 'linking', 'linked', 'evaluating', 'evaluated', 'errored'];

const counts = new SafeWeakMap(); // context -> number of unnamed modules so far
const noContext = {};

const isModule = (value) => typeof value === 'object' && value !== null && ObjectHasOwn(value, kNative);

function nameFrom(identifier, context = noContext) {
  if (identifier !== undefined) {
    validateString(identifier, 'options.identifier');
    return identifier;
  }
  const count = counts.get(context) ?? 0;
  counts.set(context, count + 1);
  return `vm:module(${count})`;
}

class Module {
  constructor(options, make) {
    emitExperimentalWarning('VM Modules');
    if (new.target === Module) throw new TypeError('Module is not a constructor');
    const { context, identifier } = options;
    if (context !== undefined) {
      validateObject(context, 'context');
      if (contextOf(context) === undefined) {
        throw new ERR_INVALID_ARG_TYPE('options.context', 'vm.Context', context);
      }
    }
    this[kNative] = make(nameFrom(identifier, context), this);
    this[kContext] = context;
  }

  get identifier() {
    validateThisInternalField(this, kNative, 'Module');
    return this[kNative].url;
  }

  get context() {
    validateThisInternalField(this, kNative, 'Module');
    return this[kContext];
  }

  get namespace() {
    validateThisInternalField(this, kNative, 'Module');
    if (this[kNative].status < INSTANTIATED) throw new ERR_VM_MODULE_STATUS('must not be unlinked or linking');
    return this[kNative].namespace;
  }

  get status() {
    validateThisInternalField(this, kNative, 'Module');
    return STATUS[this[kNative].status];
  }

  get error() {
    validateThisInternalField(this, kNative, 'Module');
    if (this[kNative].status !== ERRORED) throw new ERR_VM_MODULE_STATUS('must be errored');
    return this[kNative].error;
  }

  async link(linker) {
    validateThisInternalField(this, kNative, 'Module');
    validateFunction(linker, 'linker');
    if (this.status === 'linked') throw new ERR_VM_MODULE_ALREADY_LINKED();
    if (this.status !== 'unlinked') throw new ERR_VM_MODULE_STATUS('must be unlinked');
    await this[kLink](linker);
    this[kNative].instantiate();
  }

  // All errors reject the promise; but evaluation has begun when this returns.
  evaluate(options = kEmptyObject) {
    try {
      validateThisInternalField(this, kNative, 'Module');
      validateObject(options, 'options');
      const { timeout, breakOnSigint = false } = options;
      if (timeout !== undefined) validateUint32(timeout, 'options.timeout', true);
      validateBoolean(breakOnSigint, 'options.breakOnSigint');
      const module = this[kNative];
      if (!ArrayPrototypeIncludes([INSTANTIATED, EVALUATED, ERRORED], module.status)) {
        throw new ERR_VM_MODULE_STATUS('must be one of linked, evaluated, or errored');
      }
      const { ownMicrotasks } = contextOf(this.context) ?? noContext;
      return runWithin(timeout, breakOnSigint, () => module.evaluate(), ownMicrotasks);
    } catch (error) {
      return PromiseReject(error);
    }
  }

  [customInspectSymbol](depth, options) {
    validateThisInternalField(this, kNative, 'Module');
    if (typeof depth === 'number' && depth < 0) return this;
    const { status, identifier, context } = this;
    const shown = ObjectDefineProperty({ status, identifier, context }, SymbolToStringTag, {
      __proto__: null, value: this.constructor.name, configurable: true,
    });
    ObjectSetPrototypeOf(shown, ObjectGetPrototypeOf(this));
    return require('internal/util/inspect').inspect(shown, { ...options, customInspect: false });
  }
}

class SourceTextModule extends Module {
  #linking = false;
  #failed; // { error } of a link that failed
  #requests;
  #specifiers;
  #source;

  constructor(sourceText, options = kEmptyObject) {
    validateString(sourceText, 'sourceText');
    validateObject(options, 'options');
    const { lineOffset = 0, columnOffset = 0, initializeImportMeta, importModuleDynamically, cachedData } = options;
    validateInt32(lineOffset, 'options.lineOffset');
    validateInt32(columnOffset, 'options.columnOffset');
    if (initializeImportMeta !== undefined) validateFunction(initializeImportMeta, 'options.initializeImportMeta');
    if (importModuleDynamically !== undefined) {
      validateFunction(importModuleDynamically, 'options.importModuleDynamically');
    }
    if (cachedData !== undefined) validateBuffer(cachedData, 'options.cachedData');
    super(options, (url, module) => {
      if (cachedData !== undefined && !cache.belongs(cachedData, sourceText)) {
        throw new ERR_VM_MODULE_CACHED_DATA_REJECTED();
      }
      const meta = { __proto__: null };
      const call = importModuleDynamically === undefined ? missingImport : importerBy(importModuleDynamically, () => module);
      const above = StringPrototypeRepeat('\n', MathMax(0, lineOffset)) + StringPrototypeRepeat(' ', MathMax(0, columnOffset));
      const realm = contextOf(options.context)?.realm;
      const host = { call: realm === undefined ? call : realm.promising(call), meta };
      nameImporter(realm?.global ?? globalThis, url, call);
      const made = NativeModule.fromSource(sourceText, url, above, host, realm?.isMain ? undefined : realm);
      if (made.usesMeta) made.beforeEvaluation = () => initializeImportMeta?.(meta, module);
      return made;
    });
    this.#source = sourceText;
    this.#requests = ObjectFreeze(ArrayPrototypeMap(this[kNative].requests, ({ specifier, attributes }) => ObjectFreeze({
      __proto__: null, specifier, attributes: ObjectFreeze({ __proto__: null, ...attributes }), phase: 'evaluation',
    })));
  }

  async [kLink](linker) {
    this.#linking = true;
    try {
      const found = ArrayPrototypeMap(this.#requests, async ({ specifier, attributes }) => {
        const module = await linker(specifier, this, { attributes, assert: attributes });
        this.#check(module);
        if (module.status === 'errored') {
          throw new ERR_VM_MODULE_LINK_FAILURE(`request for '${specifier}' resolved to an errored module`, module.error);
        }
        if (module.status === 'unlinked') await module[kLink](linker);
        return module[kNative];
      });
      this[kNative].link(await PromiseAll(found));
    } catch (error) {
      this.#failed = { error };
      throw error;
    } finally {
      this.#linking = false;
    }
  }

  #check(module) {
    if (!isModule(module)) throw new ERR_VM_MODULE_NOT_MODULE();
    if (module.context !== this.context) throw new ERR_VM_MODULE_DIFFERENT_CONTEXT();
  }

  linkRequests(modules) {
    validateThisInternalField(this, kNative, 'SourceTextModule');
    if (this.status !== 'unlinked') throw new ERR_VM_MODULE_STATUS('must be unlinked');
    validateArray(modules, 'modules');
    if (modules.length !== this.#requests.length) {
      throw new ERR_MODULE_LINK_MISMATCH(`Expected ${this.#requests.length} modules, got ${modules.length}`);
    }
    for (let i = 0; i < modules.length; i++) this.#check(modules[i]);
    this[kNative].link(ArrayPrototypeMap(modules, (module) => module[kNative]));
  }

  instantiate() {
    validateThisInternalField(this, kNative, 'SourceTextModule');
    if (this.status !== 'unlinked') throw new ERR_VM_MODULE_STATUS('must be unlinked');
    this[kNative].instantiate();
  }

  get dependencySpecifiers() {
    return this.#specifiers ??= ObjectFreeze(ArrayPrototypeMap(this.#requests, ({ specifier }) => specifier));
  }

  get moduleRequests() { return this.#requests; }

  get status() {
    if (this.#failed !== undefined) return 'errored';
    return this.#linking ? 'linking' : super.status;
  }

  get error() { return this.#failed === undefined ? super.error : this.#failed.error; }

  hasAsyncGraph() {
    validateThisInternalField(this, kNative, 'SourceTextModule');
    if (this[kNative].status < INSTANTIATED) throw new ERR_VM_MODULE_STATUS('must be instantiated');
    return this[kNative].hasAsyncGraph();
  }

  hasTopLevelAwait() {
    validateThisInternalField(this, kNative, 'SourceTextModule');
    return this[kNative].hasTopLevelAwait();
  }

  createCachedData() {
    if (ArrayPrototypeIncludes(['evaluating', 'evaluated', 'errored'], this.status)) {
      throw new ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA();
    }
    return cache.produce(this.#source);
  }
}

class SyntheticModule extends Module {
  #names;

  constructor(exportNames, evaluateCallback, options = kEmptyObject) {
    if (!ArrayIsArray(exportNames) || ArrayPrototypeSome(exportNames, (name) => typeof name !== 'string')) {
      throw new ERR_INVALID_ARG_TYPE('exportNames', 'Array of unique strings', exportNames);
    }
    ArrayPrototypeForEach(exportNames, (name, i) => {
      if (ArrayPrototypeIndexOf(exportNames, name) !== i) {
        throw new ERR_INVALID_ARG_VALUE(`exportNames.${name}`, name, 'is duplicated');
      }
    });
    validateFunction(evaluateCallback, 'evaluateCallback');
    validateObject(options, 'options');
    super(options, (url, module) =>
      NativeModule.synthetic(exportNames, url, () => { ReflectApply(evaluateCallback, module, []); }));
    this.#names = copyList(exportNames);
  }

  // It has no dependencies.
  link() {
    validateThisInternalField(this, kNative, 'SyntheticModule');
  }

  async [kLink]() {}

  setExport(name, value) {
    validateThisInternalField(this, kNative, 'SyntheticModule');
    validateString(name, 'name');
    const at = ArrayPrototypeIndexOf(this.#names, name);
    if (at === -1) throw new ReferenceError(`Export '${name}' is not defined in module`);
    this[kNative].setExport(at, value);
  }
}

// ---- import() in a module or script

function missingImport() {
  const { codes: { ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING } } = require('internal/errors');
  return PromiseReject(new ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING());
}

function importerBy(callback, referrerOf) {
  return async (specifier, options) => {
    const attributes = { __proto__: null, ...options?.with };
    const module = await callback(`${specifier}`, referrerOf(), attributes, 'evaluation');
    if (isModuleNamespaceObject(module)) return module;
    if (!isModule(module)) throw new ERR_VM_MODULE_NOT_MODULE();
    if (module.status === 'errored') throw module.error;
    return module.namespace;
  };
}

module.exports = { Module, SourceTextModule, SyntheticModule, importerBy };
