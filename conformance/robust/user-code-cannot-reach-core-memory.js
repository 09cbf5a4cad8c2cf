'use strict';

// The core has memory that a program must not get: the rings it shares with Java, slots with addresses for the kernel, and
// a WebAssembly module that sees all of the process. A program can replace every built-in and look at every frame of the
// stack. Each attack here runs in a process of its own, with everything that reaches it looked through; none may find
// memory that is not its own, an address, or a function of the runtime's inside.

const { spawnSync } = require('node:child_process');

const SMALL = 64 * 1024; // the program's own memory is no larger
const SHARED_SIZES = [32 * 1024]; // what stdout goes through
const isAddress = (n) => n >= 2 ** 45 && n < 2 ** 47 && n % 1 === 0;

const attack = process.argv[2];
if (attack === undefined) {
  const failures = [];
  for (const name of Object.keys(attacks())) {
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, [__filename, name], { encoding: 'utf8' });
    if (status !== 0 || stdout !== 'safe\n') failures.push(`${name}: ${signal ?? status}\n${stdout}${stderr}`);
  }
  if (failures.length > 0) {
    console.error(failures.join('\n'));
    process.exit(1);
  }
  console.log('ok');
} else {
  run(attacks()[attack]);
}

// ---- what no program may see

function watcher() {
  const { apply, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const uncurry = (fn) => (self, ...args) => apply(fn, self, args);
  const getter = (object, key) => uncurry(getOwnPropertyDescriptor(object, key).get);
  const bufferOf = getter(getPrototypeOf(Uint8Array.prototype), 'buffer');
  const dataViewBufferOf = getter(DataView.prototype, 'buffer');
  const sizeOf = getter(ArrayBuffer.prototype, 'byteLength');
  const nameOf = getter(getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);
  const sourceOf = uncurry(Function.prototype.toString);
  const includes = uncurry(String.prototype.includes);
  const { isView } = ArrayBuffer;
  const { Instance, Module, Memory, Table } = WebAssembly;
  const wasmClasses = [Instance.prototype, Module.prototype, Memory.prototype, Table.prototype];
  const found = [];
  let depth = 0;
  let isBusy = false;

  const inherits = (value, prototype) => {
    for (let o = value; o !== null; o = getPrototypeOf(o)) if (o === prototype) return true;
    return false;
  };

  const sizeIfBuffer = (value) => {
    try {
      return sizeOf(value);
    } catch {
      return -1;
    }
  };

  function faultOf(value) {
    if (typeof value === 'number') return isAddress(value) ? `an address, 0x${value.toString(16)}` : undefined;
    if (typeof value === 'function') {
      return includes(sourceOf(value), 'function native()') ? 'a native function' : undefined;
    }
    if (typeof value !== 'object' || value === null) return undefined;
    for (let i = 0; i < wasmClasses.length; i++) {
      if (inherits(value, wasmClasses[i]) && value !== wasmClasses[i]) return 'an object of WebAssembly';
    }
    const buffer = isView(value) ? (nameOf(value) === undefined ? dataViewBufferOf(value) : bufferOf(value)) : value;
    const size = sizeIfBuffer(buffer);
    if (size > SMALL || SHARED_SIZES.indexOf(size) >= 0) return `memory of ${size} bytes`;
    if (ownKeys(value).indexOf('native') >= 0) return 'the door';
    return undefined;
  }

  // The value, and what it holds.
  function look(value, where) {
    if (isBusy && depth === 0) return;
    isBusy = true;
    try {
      const fault = faultOf(value);
      if (fault !== undefined) found[found.length] = `${where}: ${fault}`;
      if (typeof value === 'object' && value !== null && depth < 3 && !isView(value)) {
        depth++;
        const keys = ownKeys(value);
        for (let i = 0; i < keys.length && i < 64; i++) {
          const property = getOwnPropertyDescriptor(value, keys[i]);
          if (property !== undefined && 'value' in property) look(property.value, where);
        }
        depth--;
      }
    } catch {
      depth = 0; // a proxy
    } finally {
      if (depth === 0) isBusy = false;
    }
  }

  return { found, look, isIdle: () => !isBusy };
}

// ---- what a program does

async function work() {
  const fs = require('node:fs');
  const os = require('node:os');
  const path = require('node:path');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reach-'));
  const file = path.join(folder, 'file');
  fs.writeFileSync(file, 'contents of the file');
  fs.readFileSync(file);
  fs.readFileSync(Buffer.from(file), 'utf8');
  fs.statSync(file);
  fs.readdirSync(folder);
  fs.readdirSync(folder, { withFileTypes: true, recursive: true });
  const fd = fs.openSync(file, 'r+');
  const bytes = Buffer.alloc(20000);
  for (let i = 0; i < 3; i++) {
    fs.readSync(fd, bytes, 0, 20000, 0);
    fs.readSync(fd, bytes, 0, 10, 0);
    fs.writeSync(fd, bytes, 0, 20000, 0);
  }
  await new Promise((resolve) => { fs.read(fd, bytes, 0, 20000, 0, resolve); });
  await new Promise((resolve) => { fs.write(fd, bytes, 0, 20000, 0, resolve); });
  await new Promise((resolve) => { fs.readFile(file, resolve); });
  await new Promise((resolve) => { fs.readdir(folder, { recursive: true }, resolve); });
  await new Promise((resolve) => { fs.stat(file, resolve); });
  fs.closeSync(fd);
  fs.rmSync(folder, { recursive: true });
  await exchange();
  await datagram();
  await new Promise((resolve) => { require('node:zlib').gzip('text', resolve); });
  await new Promise((resolve) => { require('node:crypto').randomBytes(100, resolve); });
  require('node:crypto').createHash('sha1').update('text').digest('hex');
  await new Promise((resolve) => { setTimeout(resolve, 1); });
  await new Promise((resolve) => { setImmediate(resolve); });
  encode();
}

function exchange() {
  const http = require('node:http');
  return new Promise((resolve, reject) => {
    const server = http.createServer((request, response) => { request.resume(); response.end('answer'.repeat(100)); });
    server.listen(0, '127.0.0.1', () => {
      const request = http.request({ port: server.address().port, method: 'POST', agent: false }, (response) => {
        response.resume();
        response.on('end', () => server.close(resolve));
      });
      request.on('error', reject);
      request.write(Buffer.from('body'));
      request.end('more of it');
    });
  });
}

function datagram() {
  const socket = require('node:dgram').createSocket('udp4');
  return new Promise((resolve) => {
    socket.on('message', () => socket.close(resolve));
    socket.bind(0, '127.0.0.1', () => socket.send('text', socket.address().port, '127.0.0.1'));
  });
}

// Enough for all the ways that texts and bytes go, the last of which opens after 64 MiB.
function encode(latin = Buffer.alloc(16000, 0xe4)) {
  let total = 0;
  for (let i = 0; i < 5000; i++) total += latin.toString('latin1').length;
  for (let i = 0; i < 20; i++) {
    for (const encoding of ['utf8', 'latin1', 'ascii', 'utf16le', 'hex', 'base64']) {
      total += Buffer.from(latin.toString(encoding), encoding).length;
    }
  }
  latin.indexOf('text');
  latin.swap16();
  if (total < 80e6) throw new Error('texts are cut');
}

function run(attack) {
  const watch = watcher();
  const log = console.log.bind(console);
  const { exit } = process;
  const finish = () => {
    const unique = [...new Set(watch.found)];
    log(unique.length === 0 ? 'safe' : unique.slice(0, 20).join('\n'));
    exit(unique.length === 0 ? 0 : 1);
  };
  attack(watch, finish);
}

// ---- the attacks

function attacks() {
  return {
    __proto__: null,

    // Every function and getter of every built-in is replaced by one that looks at what it gets and answers.
    'replaced built-ins see nothing'(watch, finish) {
      replaceAll(watch);
      work().then(finish);
    },

    'setters and getters on Object.prototype see nothing'(watch, finish) {
      const { defineProperty } = Object;
      const names = ['memory', 'buffer', 'u8', 'i32', 'f64', 'exports', 'table', 'functions', 'instance', 'native', 'learn',
        'fill', 'read', 'in', 'out', 'outs', 'inPiece', 'words', 'door', 'address', 'source', 'view', 'shared', 'index',
        'resource', 'transfer', 'maximum', 'minimum'];
      for (const name of names) {
        defineProperty(Object.prototype, name, {
          configurable: true,
          get() {
            watch.look(this, `get ${name}`);
            return undefined;
          },
          set(value) {
            watch.look(this, `set ${name}`);
            watch.look(value, `set ${name}`);
            defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
          },
        });
      }
      work().then(finish);
    },

    'setters on Array.prototype see nothing'(watch, finish) {
      const { defineProperty } = Object;
      for (let i = 0; i < 1100; i++) {
        defineProperty(Array.prototype, i, {
          configurable: true,
          get() {
            watch.look(this, `get ${i}`);
            return undefined;
          },
          set(value) {
            watch.look(this, `set ${i}`);
            watch.look(value, `set ${i}`);
            defineProperty(this, i, { value, writable: true, enumerable: true, configurable: true });
          },
        });
      }
      work().then(finish);
    },

    'constructors by way of Symbol.species see nothing'(watch, finish) {
      const spy = (Base) => class extends Base {
        constructor(...args) {
          for (const arg of args) watch.look(arg, 'species');
          super(...args);
        }
      };
      for (const Class of [Uint8Array, Int32Array, Float64Array, ArrayBuffer, Array, Map, Promise]) {
        const Spy = spy(Class);
        Object.defineProperty(Class.prototype, 'constructor', {
          configurable: true,
          get() {
            watch.look(this, `${Class.name}.prototype.constructor`);
            return Spy;
          },
        });
      }
      work().then(finish);
    },

    'frames of the stack give nothing'(watch, finish) {
      const seen = new Set();
      Error.stackTraceLimit = 200;
      Error.prepareStackTrace = (error, sites) => {
        for (const site of sites) {
          const where = `frame ${site.getFunctionName()}`;
          const self = site.getThis();
          // An instance of WebAssembly is what V8 gives: it must have nothing.
          if (self instanceof WebAssembly.Instance) {
            seen.add('wasm');
            if (Reflect.ownKeys(self.exports).length > 0) watch.found.push(`${where}: ${Object.keys(self.exports)}`);
          } else if (self !== globalThis) {
            watch.look(self, where);
          }
          const fn = site.getFunction();
          if (typeof fn === 'function') watch.look(fn.arguments, where);
        }
        return '';
      };
      function look() {
        void new Error('look').stack;
      }
      // With the end of the stack at every place within the functions.
      let size = 0;
      const latin = Buffer.alloc(5000, 0xe4);
      function descend() {
        try {
          void latin.toString('latin1');
          void Buffer.from('text'.repeat(1000), 'latin1');
          descend();
        } catch (error) {
          if (size++ < 50) void error.stack;
          throw error;
        }
      }
      encode();
      for (let i = 0; i < 20; i++) {
        try {
          descend();
        } catch {
          size = 0;
        }
      }
      process.nextTick(look);
      queueMicrotask(look);
      setImmediate(look);
      setTimeout(look, 1);
      require('node:fs').stat(__filename, look);
      require('node:fs').readFile(__filename, look);
      require('node:crypto').randomBytes(10, look);
      const server = require('node:net').createServer((socket) => {
        look();
        socket.on('data', look).on('close', () => {
          look();
          server.close(() => {
            if (!seen.has('wasm')) watch.found.push('no frame of WebAssembly was seen: the attack is not the same any more');
            finish();
          });
        });
      }).listen(0, '127.0.0.1', () => { require('node:net').connect(server.address().port, '127.0.0.1').end('text'); });
    },

    'async hooks get no calls with addresses'(watch, finish) {
      const { createHook, executionAsyncResource } = require('node:async_hooks');
      const spoil = (resource) => {
        watch.look(resource, 'resource');
        if (typeof resource !== 'object' || resource === null) return;
        for (const name of ['a', 'b', 'c', 'd', 'e', 'view', 'source', 'args', 'code', 'operation', 'loans']) {
          try {
            resource[name] = name === 'view' ? undefined : 4096;
          } catch {
            // it is read-only
          }
        }
      };
      createHook({
        init(id, type, trigger, resource) { if (type !== 'PROMISE') spoil(resource); },
        before() { spoil(executionAsyncResource()); },
      }).enable();
      const fs = require('node:fs');
      const target = Buffer.alloc(20000);
      const fd = fs.openSync(__filename, 'r');
      let left = 4;
      const done = (error, count) => {
        if (error) watch.found.push(`a spoilt call fails: ${error.message}`);
        if (--left === 0) finish();
      };
      fs.read(fd, target, 0, 18000, 0, done);
      for (const request of process._getActiveRequests()) spoil(request);
      fs.stat(__filename, done);
      require('node:crypto').randomFill(target, done);
      require('node:zlib').gzip(target, done);
      for (const request of process._getActiveRequests()) spoil(request);
    },

    'internal modules stay closed'(watch, finish) {
      const tryAll = (require) => {
        for (const id of ['internal/core', 'node:internal/core', 'internal/bridge', 'internal/slots', 'internal/primordials',
          'internal/wasm_module', 'internal/bootstrap/realm']) {
          try {
            require(id);
            watch.found.push(`require of ${id}`);
          } catch {
            // as it should
          }
          try {
            if (process.getBuiltinModule(id) !== undefined) watch.found.push(`getBuiltinModule of ${id}`);
          } catch {
            // as it should
          }
        }
      };
      tryAll(require);
      for (const name of ['bridge', 'fs', 'buffer', 'core', 'process', 'net']) {
        try {
          watch.look(process.binding(name), `process.binding ${name}`);
          process._linkedBinding(name);
        } catch {
          // as it should
        }
      }
      const originals = { startsWith: String.prototype.startsWith, slice: String.prototype.slice };
      String.prototype.startsWith = () => false;
      tryAll(require);
      String.prototype.startsWith = originals.startsWith;
      String.prototype.slice = () => 'internal/core';
      tryAll((id) => { // require itself would look for a package of that name for ever
        if (process.getBuiltinModule(`node:${id}`) === undefined) throw new Error('not found');
      });
      String.prototype.slice = originals.slice;
      const { has, get } = Map.prototype;
      let registry;
      Map.prototype.get = function(key) {
        if (Reflect.apply(has, this, ['internal/core'])) registry = this;
        return Reflect.apply(get, this, [key]);
      };
      require('node:http');
      if (registry !== undefined) watch.found.push('the table of modules');
      Map.prototype.get = get;
      finish();
    },

    // Lengths and offsets that lie, and memory that goes away between a check and its use.
    'values that lie write nowhere else'(watch, finish) {
      const fs = require('node:fs');
      const liar = Buffer.alloc(20000, 'x');
      Object.defineProperty(liar, 'length', { value: 5 });
      Object.defineProperty(liar, 'byteLength', { value: 5 });
      for (let i = 0; i < 10; i++) {
        try {
          fs.statSync(liar);
        } catch {
          // no such file
        }
        fs.stat(liar, () => {});
      }
      const huge = Buffer.alloc(10);
      Object.defineProperty(huge, 'length', { value: 2 ** 31 });
      for (const use of [() => huge.toString('latin1'), () => huge.latin1Slice(0, 2 ** 31), () => huge.utf8Slice(0, NaN),
        () => Buffer.prototype.toString.call(huge, 'latin1', -5, 1e9), () => Buffer.from('text').write.call(huge, 'x'.repeat(5000))]) {
        try {
          watch.look(use(), 'a liar');
        } catch {
          // refused
        }
      }
      encode();
      const { buffer } = new Uint8Array(50000);
      const view = Buffer.from(buffer);
      const end = { valueOf() { buffer.transfer(); return 50000; } };
      try {
        const text = view.toString('latin1', 0, end);
        if (text.length > 0 && view.length === 0) watch.found.push('text of memory that is gone');
      } catch {
        // refused
      }
      const resizable = new ArrayBuffer(50000, { maxByteLength: 50000 });
      const tracked = Buffer.from(resizable);
      try {
        tracked.toString('latin1', { valueOf() { resizable.resize(10); return 0; } });
      } catch {
        // refused
      }
      setImmediate(finish);
    },
  };
}

// Every function and accessor that can be reached from the global object.
function replaceAll(watch) {
  const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const { look } = watch;
  const done = new Set();
  const wrapped = new Map();
  const skipped = new Set([Function.prototype.toString]);
  const { has, add } = Set.prototype;
  const { apply, construct } = Reflect;

  function wrap(fn, name) {
    if (wrapped.has(fn)) return wrapped.get(fn);
    const proxy = new Proxy(fn, {
      __proto__: null,
      apply(target, self, args) {
        if (watch.isIdle()) {
          look(self, `this of ${name}`);
          for (let i = 0; i < args.length; i++) look(args[i], `argument of ${name}`);
        }
        const answer = apply(target, self, args);
        if (watch.isIdle()) look(answer, `answer of ${name}`);
        return answer;
      },
      construct(target, args, newTarget) {
        if (watch.isIdle()) for (let i = 0; i < args.length; i++) look(args[i], `argument of new ${name}`);
        return construct(target, args, newTarget);
      },
    });
    wrapped.set(fn, proxy);
    return proxy;
  }

  function replaceIn(object, name) {
    if (object === null || (typeof object !== 'object' && typeof object !== 'function')) return;
    if (apply(has, done, [object])) return;
    apply(add, done, [object]);
    for (const key of ownKeys(object)) {
      const property = getOwnPropertyDescriptor(object, key);
      const path = `${name}.${String(key)}`;
      if (property === undefined || key === 'constructor') continue;
      const { value, get, set } = property;
      if (typeof value === 'function' && property.configurable && !skipped.has(value)) {
        replaceIn(value, path);
        if (value.prototype) replaceIn(value.prototype, `${path}.prototype`);
        defineProperty(object, key, { ...property, value: wrap(value, path) });
      } else if (get !== undefined && property.configurable) {
        defineProperty(object, key, { ...property, get: wrap(get, `get ${path}`), set: set && wrap(set, `set ${path}`) });
      } else if (typeof value === 'object') {
        replaceIn(value, path);
      }
    }
  }

  const NAMES = ['Array', 'ArrayBuffer', 'Atomics', 'BigInt', 'BigInt64Array', 'DataView', 'Date', 'Error', 'Float64Array',
    'Function', 'Int32Array', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'Proxy', 'Reflect', 'RegExp', 'Set',
    'SharedArrayBuffer', 'String', 'Symbol', 'TextDecoder', 'TextEncoder', 'Uint8Array', 'Uint16Array', 'WeakMap', 'WeakRef',
    'WeakSet', 'WebAssembly', 'FinalizationRegistry'];
  const more = {
    typedArray: getPrototypeOf(Uint8Array), typedArrayPrototype: getPrototypeOf(Uint8Array.prototype),
    arrayIterator: getPrototypeOf([][Symbol.iterator]()), mapIterator: getPrototypeOf(new Map().entries()),
    setIterator: getPrototypeOf(new Set().entries()), stringIterator: getPrototypeOf(''[Symbol.iterator]()),
    iterator: getPrototypeOf(getPrototypeOf([][Symbol.iterator]())), generator: getPrototypeOf(function* () {}),
  };
  for (const name of NAMES) {
    replaceIn(globalThis[name], name);
    replaceIn(globalThis[name].prototype, `${name}.prototype`);
  }
  for (const name of Object.keys(more)) replaceIn(more[name], name);
  for (const name of NAMES) {
    const property = getOwnPropertyDescriptor(globalThis, name);
    if (typeof property.value === 'function') defineProperty(globalThis, name, { ...property, value: wrap(property.value, name) });
  }
}
