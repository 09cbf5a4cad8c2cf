'use strict';

// As test runners do: the same sources, compiled in a context for each test file.

const vm = require('vm');

const source = `
  let count = 0;
  class Thing { static made = 0; constructor() { Thing.made++; } }
  function next() { count++; return new Thing().constructor.made; }
  function where() { return [Object, typeof mark === 'undefined' ? 'none' : mark, [] instanceof Array, globalThis.number]; }
  exports.next = next;
  exports.where = where;
  exports.thrower = () => { null.x; };
  exports.self = this;
  return Thing;
`;
const more = Array.from({ length: 5 }, (_, i) => `${source}\n// ${i}`);

const contexts = [];
const kept = new Set();
for (let i = 0; i < 40; i++) {
  const context = vm.createContext({ number: i, ...(i % 2 === 0 ? { mark: `mark ${i}` } : {}) });
  const modules = more.map((text, j) => {
    const fn = vm.compileFunction(text, ['exports', 'module'], { filename: `file${j}.js`, parsingContext: context });
    const exports = {};
    const Thing = fn.call(exports, exports, { i, j });
    kept.add(fn).add(Thing).add(exports.next);
    return { fn, exports, Thing };
  });
  contexts.push({ context, modules });
}

console.log(kept.size === 40 * 5 * 3);

let isRight = true;
for (let round = 1; round < 300; round++) {
  for (const [i, { modules }] of contexts.entries()) {
    for (const { exports } of modules) {
      if (exports.next() !== round) isRight = false;
      const [, mark, isArray, number] = exports.where();
      if (!isArray || number !== i || mark !== (i % 2 === 0 ? `mark ${i}` : 'none')) isRight = false;
    }
  }
}
console.log('each has variables and globals of its own:', isRight);

for (const { context, modules: [{ fn, exports, Thing }] } of contexts.slice(0, 3)) {
  const { Object: ObjectOf, Function: FunctionOf, TypeError: TypeErrorOf } = vm.runInContext('({ Object, Function, TypeError })', context);
  console.log(exports.where()[0] === ObjectOf, fn.constructor === FunctionOf, Object.getPrototypeOf(Thing) === FunctionOf.prototype,
              exports.self === exports, fn.length, JSON.stringify(fn.name), fn.toString().includes('class Thing'));
  try {
    exports.thrower();
  } catch (error) {
    console.log(error instanceof TypeErrorOf, error instanceof TypeError, /file0\.js:\d+:\d+/.exec(error.stack)[0]);
  }
  fn.own = 1;
  fn.prototype.own = 2;
}
const again = vm.compileFunction(more[0], ['exports', 'module'], { filename: 'file0.js', parsingContext: contexts[0].context });
console.log(again === contexts[0].modules[0].fn, again.own, again.prototype.own);

// Nothing of one context is seen in the next, also where the global has gone or is of another kind.
const reader = (context) => vm.compileFunction('return typeof shared === "function" ? shared() : shared', [], { filename: 'r.js', parsingContext: context });
for (const value of [1, 'text', () => 'called', { a: 1 }, undefined]) {
  const context = vm.createContext({ shared: value });
  const read = reader(context);
  for (let i = 0; i < 2000; i++) read();
  console.log(read());
}
try {
  reader(vm.createContext({}))();
  console.log(vm.runInContext('typeof shared', vm.createContext({})));
} catch (error) {
  console.log(error.name, error.message);
}
