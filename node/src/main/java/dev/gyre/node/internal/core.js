// The loader of core modules: the first script of every isolate.
//
// The build runs this file, hands in every core file as a compiled function (`define`) and the names of all native
// functions (`bindings`), runs `internal/bootstrap` and keeps the heap as a snapshot. So a core module's top level
// runs at build time; what needs the process (argv, time, native calls) happens in functions that run later.
//
// What bootstrap did not load is left out of the snapshot, which every start has to read as a whole: such a module is
// compiled from its source when it is first required.
//
// Native functions are numbers: `native(code, ...args)` is the one door to Java, installed at start. The objects that
// `binding(name)` returns are plain JavaScript closures over these numbers and can live in the snapshot.
(() => {
  'use strict';

  const definitions = new Map();
  const modules = new Map();
  const bindingTable = new Map();
  const bindingObjects = new Map();
  const process = { __proto__: null };
  function notStarted() { throw new Error('native functions can be called only after start'); }
  const door = {
    native: notStarted,
    fail() { throw new Error('a native function failed before start'); },
    submit() { throw new Error('work can be submitted only after start'); },
    failed: new Int32Array(1),
    views: new Float64Array(128), // offset and length of the views among the arguments: see internal/memory
    calls: 0, // how often it was used
  };

  function require(id) {
    const loaded = modules.get(id);
    if (loaded !== undefined) return loaded.exports;
    const definition = definitionOf(id);
    if (definition === undefined) throw new Error(`No such core module: ${id}`);
    const module = { exports: {}, id, loaded: false };
    modules.set(id, module);
    try {
      definition.call(module.exports, module.exports, require, module, core.process, binding);
      module.loaded = true;
    } finally {
      if (!module.loaded) modules.delete(id);
    }
    return module.exports;
  }

  // null stands for one that was left out.
  function definitionOf(id) {
    let definition = definitions.get(id);
    if (definition === null) {
      definition = binding('bridge').coreFunction(id);
      definitions.set(id, definition);
    }
    return definition;
  }

  function binding(name) {
    let object = bindingObjects.get(name);
    if (object !== undefined) return object;
    const entry = bindingTable.get(name);
    if (entry === undefined) throw new Error(`No such binding: ${name}`);
    object = { __proto__: null };
    entry.functions.forEach((name, i) => {
      const code = entry.base + i;
      if (entry.slotWork.includes(name)) {
        object[name] = code; // for internal/slots
        return;
      }
      object[name] = (...args) => {
        door.calls++;
        const copies = door.describe(args, 1);
        const result = door.native(code, ...args);
        if (copies !== undefined) door.bringBack(copies);
        if (door.failed[0] !== 0) door.fail();
        return result;
      };
      if (entry.work.includes(name)) object[`${name}Async`] = (...args) => door.submit(code, args);
    });
    bindingObjects.set(name, object);
    return object;
  }

  const core = {
    door,
    process,
    require,
    binding,
    define(id, fn) { definitions.set(id, fn); },
    // Returns the ids of what is left out.
    leaveOut() {
      const ids = [...definitions.keys()].filter((id) => !modules.has(id));
      for (const id of ids) definitions.set(id, null);
      return ids.join('\n');
    },
    extras: undefined, // functions of V8 for embedders, see internal/async_context
    useExtras(functions) { core.extras = functions; },
    bindings(json) {
      for (const entry of JSON.parse(json)) bindingTable.set(entry.name, entry);
    },
    // Which binding a function's number belongs to.
    bindingOf(code) {
      for (const [name, { base, functions }] of bindingTable) {
        if (code >= base && code < base + functions.length) return name;
      }
      return undefined;
    },
    functionOf(code) {
      const { base, functions } = bindingTable.get(core.bindingOf(code));
      return functions[code - base];
    },
    source: (id) => definitionOf(id)?.toString(),
    // Line `number`, from 1, of a core file.
    sourceLine: (id, number) => core.source(id)?.split('\n')[number - 1],
    // A public module is one whose id has no "internal" in it; the module loader asks.
    ids: () => [...definitions.keys()],
    has: (id) => definitions.has(id),
    // False while the snapshot is made.
    isStarted: () => door.native !== notStarted,
    isLoaded: (id) => modules.has(id),
  };
  modules.set('internal/core', { exports: core });
  return core;
})()
