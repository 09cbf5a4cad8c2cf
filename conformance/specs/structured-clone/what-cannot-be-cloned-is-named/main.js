'use strict';
const values = {
  arrow: () => 1, named: function foo(a) { return a; }, class: class A {}, symbol: Symbol('s'), boxedSymbol: Object(Symbol('b')),
  promise: Promise.resolve(), weakMap: new WeakMap(), weakSet: new WeakSet(), weakRef: new WeakRef({}), proxy: new Proxy({}, {}),
  generator: (function* () {})(), iterator: [].values(), helper: [].values().map((x) => x), intl: new Intl.NumberFormat(),
  arguments: (function () { return arguments; })(), global: globalThis, deep: { a: [{ f() {} }] },
};
for (const [name, value] of Object.entries(values)) {
  try {
    console.log(name, structuredClone(value));
  } catch (err) {
    console.log(name, err.name, err.code, err instanceof DOMException, err.message);
  }
}
console.log(structuredClone(Object.assign(Object.create(Promise.prototype), { a: 1 })), structuredClone(Object.create(Map.prototype)));
for (const args of [[], [1, 5], [1, { transfer: 1 }], [1, { transfer: [1] }], [1, { transfer: null }]]) {
  try {
    console.log(structuredClone(...args));
  } catch (err) {
    console.log(err.name, err.code, err.message);
  }
}
