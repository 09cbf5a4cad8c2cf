'use strict';

// Instances of the core's own WebAssembly modules.
//
// A program can get the instance of every WebAssembly function on the stack: a CallSite's getThis() returns it, in any
// callback below `turn` and in the stack of a RangeError thrown within such a function. So these instances export nothing. A
// module imports its memory, and puts its functions into a table that it imports; only the core has these two objects. The
// constructors were captured before the program ran.

const { BigInt, wasm } = require('internal/primordials');

// { bytes, names, pages, mostPages, wideMemory }, as `assemble` in internal/buffer/wasm_asm returns it. Throws if a flag of
// V8 prevents it.
const compile = (code) => new wasm.Module(code.bytes);

const isAvailable = () => wasm.Module !== undefined;

// 64 KiB each; for a wide memory the number is a BigInt.
function newMemory({ pages, mostPages, wideMemory }) {
  return new wasm.Memory(wideMemory ?
    { __proto__: null, address: 'i64', initial: bigIntOf(pages), maximum: bigIntOf(mostPages) } :
    { __proto__: null, initial: pages, maximum: mostPages });
}

const bigIntOf = BigInt;

// Returns { instance, memory, functions }; further imports are in groups of their own.
function instantiate(code, module = compile(code), imports = undefined) {
  const { names } = code;
  const memory = newMemory(code);
  const table = new wasm.Table({ __proto__: null, element: 'anyfunc', initial: names.length });
  const instance = new wasm.Instance(module, { __proto__: null, core: { __proto__: null, memory, table }, js: imports });
  const functions = { __proto__: null };
  for (let i = 0; i < names.length; i++) functions[names[i]] = wasm.tableGet(table, i);
  return { __proto__: null, instance, memory, functions };
}

module.exports = {
  bufferOf: (memory) => wasm.bufferOf(memory),
  grow: (memory, pages) => wasm.grow(memory, pages),
  compile, instantiate, isAvailable,
};
