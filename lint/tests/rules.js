'use strict';

const bad = (code, messageId, count = 1, filename) => ({
  code, errors: Array.from({ length: count }, () => ({ messageId })), ...(filename === undefined ? {} : { filename }),
});

module.exports = (tester) => {
  const run = (name, cases) => tester.run(name, require(`../rules/${name}`), cases);

  run('no-patchable-globals', {
    valid: [
      "const { ObjectKeys, SafeMap } = require('internal/primordials'); ObjectKeys(new SafeMap());",
      'const Map = 1; use(Map);',
      "if (typeof WebAssembly === 'undefined') skip();",
      'object.Map(); ({ Map: 1 });',
    ],
    invalid: [
      bad('Object.keys(x);', 'patchable'),
      bad('const cache = new Map();', 'patchable'),
      bad('function f() { return JSON.parse(text); }', 'patchable'),
      bad('class A extends Error {}', 'patchable'),
      bad('value instanceof Promise', 'patchable'),
      bad('setTimeout(run, 1); Buffer.from(x);', 'patchable', 2),
    ],
  });

  run('no-patchable-methods', {
    valid: [
      'ArrayPrototypePush(list, item);',
      "const path = require('path'); path.join(a, b);",
      'const known = new SafeMap(); known.get(key);',
      'class A { #known = new SafeSet(); has(key) { return this.#known.has(key); } }',
      'class A extends B { push(x) { this.push(x); super.push(x); } }',
      'list[method]();',
      'class A { known = new SafeMap(); } a.known.get(key);',
      'state.known = new SafeSet(); state.known = undefined; state.known.has(key);',
      "const bridge = require('internal/bridge'); bridge.call(SEND);",
    ],
    invalid: [
      bad('list.push(item);', 'patchable'),
      bad('text.slice(1).toLowerCase();', 'patchable', 2),
      bad('callback.call(self, error);', 'patchable'),
      bad('promise.then(done);', 'patchable'),
      bad('value?.includes(x);', 'patchable'),
      bad('const known = new Map(); known.get(key);', 'patchable'),
      bad('let known = new SafeMap(); known = other; known.get(key);', 'patchable'),
      bad('/a/.test(text);', 'patchable'),
      bad("const EventEmitter = require('events'); EventEmitter.call(this);", 'patchable'),
      bad('state.known = new SafeSet(); state.known = []; state.known.includes(key);', 'patchable'),
    ],
  });

  run('no-patchable-iteration', {
    valid: [
      'for (let i = 0; i < list.length; i++) use(list[i]);',
      'for (const key in object) use(key);',
      'async function f() { for await (const chunk of stream) use(chunk); }',
      'const { 0: first } = list; const copy = { ...object };',
      'function f(...args) {}',
      'for (const item of itemsOf(list)) f(...itemsOf(item));',
    ],
    invalid: [
      bad('for (const item of list) use(item);', 'patchable'),
      bad('f(...args);', 'patchable'),
      bad('const copy = [...list];', 'patchable'),
      bad('const [first] = list;', 'patchable'),
      bad('list(([key, value]) => {});', 'patchable'),
    ],
  });

  run('descriptors-inherit-nothing', {
    valid: [
      "ObjectDefineProperty(o, 'a', { __proto__: null, value: 1 });",
      "ObjectDefineProperties(o, { a: { __proto__: null, value: 1 } });",
      "ObjectDefineProperty(o, 'a', descriptor);",
      'ObjectCreate(null);',
      "other.create(1, { a: {} });",
    ],
    invalid: [
      bad("ObjectDefineProperty(o, 'a', { value: 1 });", 'inherits'),
      bad("Reflect.defineProperty(o, 'a', { get() {} });", 'inherits'),
      bad("defineProperty(o, 'a', {});", 'inherits'),
      bad('ObjectDefineProperties(o, { a: { value: 1 }, b: { value: 2 } });', 'inherits', 2),
      bad('ObjectCreate(null, { a: { value: 1 } });', 'inherits'),
    ],
  });

  run('pure-top-level', {
    valid: [
      'function now() { return Date.now(); }',
      "const native = binding('os'); const cpus = () => native.cpus();",
      'atStart(() => { shared = new SharedArrayBuffer(8); });',
      'class A { started = Date.now(); }',
      "const ENABLED = typeof WebAssembly !== 'undefined';",
      'const { WeakRef } = primordials; new Date(0);',
    ],
    invalid: [
      bad('const started = Date.now();', 'impure'),
      bad("const native = binding('os'); const cpus = native.cpus();", 'impure'),
      bad("const { cpus } = binding('os'); const all = cpus();", 'impure'),
      bad("const all = binding('os').cpus();", 'impure'),
      bad('const home = process.env.HOME;', 'impure'),
      bad('setTimeout(() => {}, 1);', 'impure'),
      bad('const waiting = new Promise(() => {});', 'impure'),
      bad('const registry = new FinalizationRegistry(done);', 'impure'),
      bad('const { Module } = WebAssembly;', 'impure'),
      bad('class A { static started = Date.now(); }', 'impure'),
      bad('(() => { Date.now(); })();', 'impure'),
    ],
  });

  const FILES = { 'internal/fs/watch': 'fs/internal/watch.js', 'internal/fs/glob': 'fs/shared/glob.js', 'internal/errors': 'internal/errors.js', 'fs': 'fs/fs.js' };
  tester.run('own-internals', require('../rules/own-internals')((id) => FILES[id], new Set()), {
    valid: [
      { code: "require('internal/fs/watch');", filename: 'fs/fs.js' },
      { code: "require('internal/fs/watch');", filename: 'fs/internal/dir.js' },
      { code: "require('internal/fs/watch');", filename: 'fs/shared/glob.js' },
      { code: "require('internal/fs/glob'); require('internal/errors'); require('fs');", filename: 'net/net.js' },
    ],
    invalid: [bad("require('internal/fs/watch');", 'foreign', 1, 'net/net.js'), bad("require('internal/fs/watch');", 'foreign', 1, 'internal/main.js')],
  });

  run('no-undefined-names', {
    valid: ['const a = 1; a; require; Object;', 'typeof other;', '$PerformMicrotaskCheckpoint();'],
    invalid: [bad('fromCharCode(1);', 'undefined')],
  });

  const used = new Set();
  tester.run('known-primordials', require('../rules/known-primordials')(new Set(['ObjectKeys']), used), {
    valid: ["const { ObjectKeys: keys } = require('internal/primordials');", "const primordials = require('internal/primordials'); primordials.ObjectKeys;"],
    invalid: [
      bad("const { ObjectKeyes } = require('internal/primordials');", 'unknown'),
      bad("const primordials = require('internal/primordials'); const { ObjectKeyes } = primordials;", 'unknown'),
    ],
  });
};
