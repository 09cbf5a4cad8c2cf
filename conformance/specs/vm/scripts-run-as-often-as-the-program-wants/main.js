'use strict';

// A script with let, const or class takes its names once in a context; others run again and again.
const vm = require('vm');

function outcome(run) {
  try {
    const value = run();
    return typeof value === 'function' ? 'function' : value;
  } catch (error) {
    return error?.message ?? `thrown: ${error}`;
  }
}

const sources = [
  '1 + 1', 'let q1 = 1; q1', 'const q2 = 1', 'class Q3 {} 5', '{ let inner = 1; inner }', '"use strict"; let q4 = 2; q4',
  'var runs = (globalThis.runs ?? 0) + 1; runs', 'function f() { return 7; } f()', 'throw new Error("again")',
  'globalThis.tries = (globalThis.tries ?? 0) + 1; if (tries < 3) throw tries; tries', 'let u = 1; throw 2',
];
for (const source of sources) {
  for (const context of [undefined, vm.createContext({}), vm.createContext(vm.constants.DONT_CONTEXTIFY)]) {
    const script = new vm.Script(source);
    const outcomes = [];
    for (let i = 0; i < 5; i++) {
      outcomes.push(outcome(() => (context === undefined ? script.runInThisContext() : script.runInContext(context))));
    }
    console.log(source, outcomes);
  }
}

// A script that runs inside itself, and one that is ended in some of its runs.
const context = vm.createContext({ depth: 0 });
const inner = new vm.Script('depth++ < 5 ? again() : depth');
context.again = () => inner.runInContext(context);
console.log(inner.runInContext(context), inner.runInContext(context));
const endless = new vm.Script('count++; while (count % 2 === 0); count');
context.count = 0;
for (let i = 0; i < 6; i++) console.log(outcome(() => endless.runInContext(context, { timeout: 50 })));

// Each context has values of its own.
const maker = new vm.Script('(function () { return [] })');
const a = vm.createContext({});
const b = vm.createContext({});
const [first, second, third] = [maker.runInContext(a), maker.runInContext(a), maker.runInContext(b)];
console.log(first === second, first() instanceof vm.runInContext('Array', a), third() instanceof vm.runInContext('Array', b));
