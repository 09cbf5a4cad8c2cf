'use strict';

// The two places where a program meets its own source as text: functions made from text may hold import() too, and
// functions shown as text must not tell what the loader replaced in them (esm_syntax.js).

const { rewriteScript, originalText, onFirstRewrite } = require('internal/module/esm_syntax');

// ---- new Function('return import("x")')

// What stands for Function in a source with import() in it. `call` is what stands for import there.
function functionMaker(call) {
  const target = function(...args) {
    const newTarget = new.target === undefined || new.target === target ? Function : new.target;
    const made = Reflect.construct(Function, args, newTarget); // throws where parameters and body don't fit, as it should
    const { source, bindings } = rewriteScript(`${args.at(-1)}`);
    return bindings.size === 0 ? made : Object.setPrototypeOf(bound(args.slice(0, -1), source, bindings), newTarget.prototype);
  };

  // The same function as V8 would make, in a scope that has the names.
  function bound(parameters, source, bindings) {
    const text = `return function anonymous(${parameters.join(',')}\n) {\n${source}\n}`;
    const values = { call, makeFunction: target };
    return Reflect.construct(Function, [...bindings.keys(), text])(...Array.from(bindings.values(), (kind) => values[kind]));
  }

  target.prototype = Function.prototype;
  return target;
}

// ---- function.toString()

const { toString } = Function.prototype;

// Put in its place only when a source was changed.
const shown = {
  toString() {
    return this === shown.toString ? Reflect.apply(toString, toString, []) : originalText(Reflect.apply(toString, this, []));
  },
};

onFirstRewrite(() => {
  if (Function.prototype.toString !== toString) return; // somebody was here before
  Object.defineProperty(Function.prototype, 'toString', {
    value: shown.toString, writable: true, enumerable: false, configurable: true,
  });
});

module.exports = { functionMaker };
