// The loader of core modules: the first script of every isolate.
//
// The build runs this file, passes every core file as a compiled function (`define`) and the names of all native functions
// (`bindings`), runs `internal/bootstrap` and saves the heap as a snapshot. So a core module's top level runs at build time;
// code that needs the process (argv, time, native calls) is in functions that run later.
//
// Every start reads the whole snapshot. So modules that bootstrap did not load are left out of it, and are compiled from their
// sources when they are first required; and of those that it did load, the top-level functions are left out, which have run.
//
// Native functions are numbers: `native(code, ...args)` is the one function that calls Java, installed at start. The objects
// that `binding(name)` returns are plain JavaScript closures over these numbers and can be part of the snapshot.
//
// A program can replace all methods of built-ins and must not see anything here. So tables are objects without a prototype
// instead of Maps, and arguments are passed without an iterator.
(() => {
  'use strict';

  const { apply } = Reflect;
  const { keys } = Object;
  const { bind } = Function.prototype;
  const definitions = { __proto__: null };
  const isInternal = { __proto__: null };
  const modules = { __proto__: null };
  const bindingTable = { __proto__: null };
  const bindingObjects = { __proto__: null };
  const process = { __proto__: null };
  function notStarted() { throw new Error('native functions can be called only after start'); }
  const nativeCalls = {
    native: notStarted,
    fail() { throw new Error('a native function failed before start'); },
    submit() { throw new Error('work can be submitted only after start'); },
    failed: new Int32Array(1),
    views: new Float64Array(128), // offset and length of the views among the arguments: see internal/memory
    calls: 0, // the number of calls
    reads: 0, // how many of them are the module loader's, which only reads files: see internal/module/resolve
  };

  function require(id) {
    const loaded = modules[id];
    if (loaded !== undefined) {
      if (!loaded.loaded) loaded.isTakenEarly = true;
      return loaded.exports;
    }
    const definition = definitionOf(id);
    if (definition === undefined) throw new Error(`No such core module: ${id}`);
    const module = { exports: {}, id, loaded: false, isTakenEarly: false };
    modules[id] = module;
    try {
      apply(definition, module.exports, [module.exports, require, module, core.process, binding]);
      module.loaded = true;
    } finally {
      if (!module.loaded) {
        // It is loaded again when it is next required. So are the modules that were loaded since it began, if one of them
        // has used its unfinished exports. Nothing is called here, because the error may be a stack overflow.
        let isSince = false;
        for (const other in modules) {
          if (other === id) isSince = true;
          if (isSince && (other === id || module.isTakenEarly)) delete modules[other];
        }
      }
    }
    return module.exports;
  }

  // null stands for a function that was left out of the snapshot.
  function definitionOf(id) {
    let definition = definitions[id];
    if (definition === null) {
      definition = binding('bridge').coreFunction(id);
      nativeCalls.reads++;
      definitions[id] = definition;
    }
    return definition;
  }

  function binding(name) {
    let object = bindingObjects[name];
    if (object !== undefined) return object;
    const entry = bindingTable[name];
    if (entry === undefined) throw new Error(`No such binding: ${name}`);
    object = { __proto__: null };
    const { base, functions, work, slotWork } = entry;
    for (let i = 0; i < functions.length; i++) {
      const name = functions[i];
      if (slotWork[name] === true) {
        object[name] = base + i; // for internal/slots
        continue;
      }
      object[name] = caller(base + i);
      if (work[name] === true) object[`${name}Async`] = (...args) => nativeCalls.submit(base + i, args);
    }
    bindingObjects[name] = object;
    return object;
  }

  // Returns the function that calls the native function of this number. Functions with many arguments are called rarely.
  function caller(code) {
    let callWithMany;
    return (...args) => {
      nativeCalls.calls++;
      const copies = nativeCalls.describe(args, 1);
      let result;
      switch (args.length) {
        case 0: result = nativeCalls.native(code); break;
        case 1: result = nativeCalls.native(code, args[0]); break;
        case 2: result = nativeCalls.native(code, args[0], args[1]); break;
        case 3: result = nativeCalls.native(code, args[0], args[1], args[2]); break;
        case 4: result = nativeCalls.native(code, args[0], args[1], args[2], args[3]); break;
        default:
          callWithMany ??= apply(bind, nativeCalls.native, [undefined, code]);
          result = apply(callWithMany, undefined, args);
      }
      if (copies !== undefined) nativeCalls.bringBack(copies);
      if (nativeCalls.failed[0] !== 0) nativeCalls.fail();
      return result;
    };
  }

  const setOf = (names) => {
    const set = { __proto__: null };
    for (const name of names) set[name] = true;
    return set;
  };

  const core = {
    nativeCalls,
    process,
    require,
    binding,
    define(id, fn) {
      definitions[id] = fn ?? null; // null: compiled when it is required
      isInternal[id] = id.startsWith('internal/');
    },
    // For the snapshot. The modules of `ids` were needed only to make others. The top-level function of a module that has
    // run is not needed any more either; where one is wanted again, it comes from its source as if it had been left out.
    leaveOut(ids) {
      for (const id of ids) delete modules[id];
      for (const id of Object.keys(definitions)) definitions[id] = null;
    },
    extras: undefined, // V8's functions for embedders, see internal/async_context
    useExtras(functions) { core.extras = functions; },
    isForWorkers: false, // whether the snapshot is one that only workers start from
    makeForWorkers() { core.isForWorkers = true; },
    maker: undefined, // Java makes arrays and objects with it; the snapshot keeps it
    useMaker(make) { core.maker = make; },
    bindings(json) {
      for (const { name, base, functions, work, slotWork } of JSON.parse(json)) {
        bindingTable[name] = { base, functions, work: setOf(work), slotWork: setOf(slotWork) };
      }
    },
    // The binding that a function's number belongs to.
    bindingOf(code) {
      for (const name in bindingTable) {
        const { base, functions } = bindingTable[name];
        if (code >= base && code < base + functions.length) return name;
      }
      return undefined;
    },
    functionOf(code) {
      const { base, functions } = bindingTable[core.bindingOf(code)];
      return functions[code - base];
    },
    // Not of the compiled function: without natives syntax, those that use it can't be compiled again.
    source: (id) => (definitions[id] === null ? binding('bridge').coreSource(id) : definitions[id]?.toString()),
    // Line `number`, one-based, of a core file.
    sourceLine: (id, number) => core.source(id)?.split('\n')[number - 1],
    ids: () => keys(definitions),
    has: (id) => definitions[id] !== undefined,
    // Whether a program may require it. Decided in `define`, so that a replaced startsWith can't expose internal modules.
    isPublic: (id) => isInternal[id] === false,
    // False while the snapshot is made.
    isStarted: () => nativeCalls.native !== notStarted,
    isLoaded: (id) => modules[id] !== undefined,
  };
  modules['internal/core'] = { exports: core, loaded: true };
  return core;
})()
