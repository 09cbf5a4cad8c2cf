'use strict';

// WebAssembly.Module in messages. V8 keeps the bytes that a module was compiled from, and where Java can reach them
// (capability `wasm-bytes`), the receiver compiles them again. As long as the sender's module is alive, V8 finds its code by
// the bytes, and compiles nothing.

const { CoreBytes } = require('internal/primordials');
const { atStart } = require('internal/start');
const { couldNotBeCloned } = require('internal/structured_clone');

let Module;
let importsOf; // WebAssembly.Module.imports()
atStart(() => {
  Module = globalThis.WebAssembly?.Module;
  importsOf = Module?.imports;
});

// A module with one section that means nothing: by it Java checks that it finds the bytes of a module.
const SAMPLE = new CoreBytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0, 5, 4, 0x67, 0x79, 0x72, 0x65]);

let canSend;

function canSendModules() {
  return canSend ??= Module !== undefined && binding('messages').openModules(new Module(SAMPLE), SAMPLE);
}

const importCountOf = (module) => importsOf(module).length;

// Options of the compilation are not known here. Those that are there let V8 provide some imports itself, so that a module
// without them has more.
function compiledFrom(bytes, importCount) {
  const module = new Module(bytes);
  if (importCountOf(module) !== importCount) throw couldNotBeCloned(module);
  return module;
}

module.exports = { canSendModules, compiledFrom, importCountOf };
