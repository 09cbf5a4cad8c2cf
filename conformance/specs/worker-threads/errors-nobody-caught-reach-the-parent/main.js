// Errors that nobody caught in a worker, as its parent gets them; exit codes, and the order of events.
'use strict';
const { Worker } = require('worker_threads');
const util = require('util');
const once = (w, e) => new Promise(r => w.once(e, (...a) => r(a)));
const tests = {
  props: 'const e = new TypeError("b"); e.code = "X"; e.obj = {a: [1]}; throw e',
  cls: 'class MyError extends Error { constructor() { super("c"); this.name = "MyError"; this.extra = 5; } get acc() { return 42; } } throw new MyError()',
  cause: 'throw new Error("d", { cause: new TypeError("inner") })',
  circ: 'const e = new Error("circ"); e.cause = e; throw e',
  fnprop: 'const e = new Error("e"); e.fn = () => {}; throw e',
  uncl: 'const e = new Error("f"); e.w = new WeakMap(); throw e',
  str: 'throw "text"', undef: 'throw undefined', sym: 'throw Symbol("s")',
  obj: 'throw { a: 1 }', fn: 'throw function foo() {}', custom: 'throw { [require("util").inspect.custom]() { return "CUSTOM"; } }',
  dom: 'throw new DOMException("dm", "AbortError")',
  agg: 'throw new AggregateError([new Error("x")], "agg")',
  assert: 'require("assert").strictEqual(1, 2)',
  sysm: 'require("fs").readFileSync("/nonexistent")',
  stk: 'const e = new Error("g"); Object.defineProperty(e, "stack", { get() { throw 1; } }); throw e',
  proxy: 'throw new Proxy(new Error("p"), {})',
  throwingHandler: 'process.on("uncaughtException", () => { throw new Error("second"); }); throw new Error("first")',
  exitInHandler: 'process.on("uncaughtException", () => { process.exit(9); }); throw new Error("first")',
  handled: 'process.on("uncaughtException", (e, o) => { console.log("handled", e.message, o); }); throw new Error("first")',
  exitEvent: 'process.on("exit", (c) => { console.log("exit event", c); process.exitCode = 12; }); throw new Error("x")',
  exitThrow: 'process.on("exit", (c) => { throw new Error("in exit"); });',
};
async function run(name, code) {
  const lines = [];
  const print = (...values) => lines.push(util.format(...values));
  const w = new Worker(code, { eval: true, stdout: true, stderr: true });
  let out = '';
  let err = '';
  w.stdout.on('data', (d) => { out += d; });
  w.stderr.on('data', (d) => { err += d; });
  const events = [];
  w.on('online', () => events.push('online'));
  w.on('error', (e) => {
    events.push('error');
    const own = e !== null && typeof e === 'object' ? Object.getOwnPropertyNames(e).sort() : [];
    print(name, typeof e, e instanceof Error, Object.prototype.toString.call(e), own.join());
    if (typeof e !== 'object' || e === null || e.stack === undefined) print(util.inspect(e).split('\n')[0]);
    else print(e.stack.split('\n    at')[0].replace(/^node:[^]*\n\n/, ''));
    if (typeof e === 'object' && e) print(e.message, e.name, e.code, e.cause, util.types.isNativeError(e));
  });
  const [exitCode] = await once(w, 'exit');
  await new Promise((resolve) => { setImmediate(resolve); });
  print(name, 'exit', exitCode, events.join(), JSON.stringify(out), JSON.stringify(err));
  return lines.join('\n').replace(/\n +at .*/g, '');
}

(async () => {
  const entries = Object.entries(tests);
  for (let i = 0; i < entries.length; i += 5) {
    const texts = await Promise.all(entries.slice(i, i + 5).map(([name, code]) => run(name, code)));
    console.log(texts.join('\n'));
  }
})();
