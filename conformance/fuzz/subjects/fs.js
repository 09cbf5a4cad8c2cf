'use strict';

// Random calls of fs on a folder of its own, one after the other, each at once, with a callback or as a promise. The text
// holds what each call answered, or how it failed, and what the folder holds at the end.

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

exports.cases = 800;

let root;
let folder; // of the case

exports.before = () => {
  process.umask(0o022);
  root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'gyre-fuzz-'));
  folder = path.join(root, 'case', 'folder');
};
exports.after = () => fs.rmSync(root, { recursive: true, force: true });

const NAMES = ['a', 'b', 'c', 'ü', 'd', 'd/a', 'd/e', 'd/e/f', 'l', 'm', 'a/x', 'missing/x', '', '.', 'd/', 'd/../a', 'x'.repeat(300)];
const FLAGS = ['r', 'r+', 'w', 'w+', 'a', 'a+', 'wx', 'ax', 'rs+', 'xw', 'q', 0, 2, 577, null, undefined, 1.5, {}];
const ENCODINGS = ['utf8', 'latin1', 'hex', 'base64', 'ucs2', 'ascii', 'buffer', null, undefined, 'utf-7', 7];
const ODD = [-1, 1.5, NaN, Infinity, '1', null, undefined, {}, true, 5n, -1n];
const LARGE = [2 ** 31, 2 ** 32 + 1, 2 ** 53, 2n ** 63n]; // not where a file would become so large
const ALL_ODD = [...ODD, ...LARGE];

// ---- arguments

const KINDS = [Uint8Array, Int8Array, Uint8ClampedArray, Uint16Array, Float64Array, DataView, Buffer];

// A view at an odd place of its memory, if its elements allow that.
function view(random, size) {
  const Kind = random.pick(KINDS);
  const each = Kind.BYTES_PER_ELEMENT ?? 1;
  const start = each * random.int(9);
  const length = Math.floor(size / each);
  const memory = random.bytes(start + length * each + random.int(5)).buffer;
  if (Kind === Buffer) return Buffer.from(memory, start, length);
  return new Kind(memory, start, length);
}

const bytesOf = (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength);

// Sizes around those at which calls take another way.
const size = (random) => random.pick([
  random.size(300), random.size(300), random.size(40_000), random.between(16_300, 16_400), random.between(8_180, 8_200),
]);

const text = (random) => random.text(random.size(random.once(10) ? 20_000 : 40), ['a', 'b', 'é', '€', '😀', '\ud800', '\n', '\0', '00', 'ff']);
const data = (random) => (random.once() ? text(random) : view(random, size(random)));
const dataAndOptions = (random, more) =>
  (random.once(25) ? [random.pick([7, null, {}, undefined, [1]])] : [data(random), options(random, more)]);
const number = (random, plain, odd = ODD) => (random.once(8) ? random.pick(odd) : plain());

// Without the folder's own name, which is another in every run.
const shown = (value) => value.replaceAll(folder, '~').replaceAll(root, '^').replaceAll('x'.repeat(300), 'x…');

function describe(value) {
  if (ArrayBuffer.isView(value)) {
    const bytes = bytesOf(value);
    if (bytes.includes(root)) return `Buffer ${shown(bytes.toString())}`;
    return `${value.constructor.name} ${bytes.length} ${sum(bytes)}`;
  }
  if (typeof value === 'string') value = shown(value);
  if (value instanceof URL) return `URL ${shown(decodeURI(value.pathname))}`;
  if (typeof value === 'string') return value.length > 60 ? `'${value.slice(0, 20)}…' ${value.length} ${sum(Buffer.from(value))}` : JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(describe).join()}]`;
  if (typeof value?.isFIFO === 'function' && 'mode' in value) return status(value);
  if (value instanceof fs.Dirent) return `${value.name}:${value.isDirectory()}${value.isFile()}${value.isSymbolicLink()}`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.keys(value).map((key) => `${key}:${describe(value[key])}`).join()}}`;
  }
  return String(value);
}

// Of folders the system decides how large they are.
function status(stats) {
  const own = stats.isFile() ? `${stats.size} ${stats.nlink}` : '';
  return `${stats.isFile()}${stats.isDirectory()}${stats.isSymbolicLink()} ${(Number(stats.mode) & 0o7777).toString(8)} ${own}`;
}

function sum(bytes) {
  let a = 1;
  for (let i = 0; i < bytes.length; i++) a = (a * 31 + bytes[i]) >>> 0;
  return a.toString(36);
}

// ---- calls: [name, arguments]. `at` makes a path of a name, `fd` is an open file.

const CALLS = {
  writeFile: (random, at) => [at(), ...dataAndOptions(random, { mode: 0o600 })],
  appendFile: (random, at) => [at(), ...dataAndOptions(random, {})],
  readFile: (random, at) => [at(), options(random, {})],
  stat: (random, at) => [at(), random.once(4) ? { bigint: true } : {}],
  lstat: (random, at) => [at()],
  access: (random, at) => [at(), random.once(3) ? random.pick([0, 4, 8, -1, 'x', null]) : 0],
  exists: (random, at) => [at()],
  mkdir: (random, at) => [at(), random.pick([undefined, { recursive: true }, { recursive: false, mode: 0o700 }, 0o750, { recursive: 1 }])],
  rmdir: (random, at) => [at()],
  unlink: (random, at) => [at()],
  // Errors of rmSync come from the C++ library in Node, as 'Unknown error': only names that give none.
  rm: (random) => [`${folder}/${random.pick(['a', 'b', 'd', 'l', 'd/e', 'm'])}`, random.pick([undefined, { recursive: true }, { force: true }, { recursive: true, force: true }, { force: 7 }])],
  rename: (random, at) => [at(), at()],
  copyFile: (random, at) => [at(), at(), random.pick([undefined, 0, 1, 2, 8, -1, 'x'])],
  // Both names are looked at together, and which error comes first is left to chance.
  cp: (random) => [`${folder}/${random.pick(['a', 'b', 'ü'])}`, `${folder}/${random.pick(['c', 'd'])}`, random.pick([undefined, { recursive: true }, { recursive: true, errorOnExist: true, force: false }])],
  link: (random, at) => [at(), at()],
  symlink: (random) => [random.pick(['a', 'd', 'nowhere', 'l', '']), `${folder}/${random.pick(['l', 'm', 'd/l', 'missing/l'])}`, random.pick([undefined, 'file', 'dir', 'x'])],
  readlink: (random, at) => [at(), random.pick(['utf8', 'latin1', 'buffer', null, undefined, 'utf-7', 7])],
  realpath: (random, at) => [at()],
  truncate: (random, at) => [at(), number(random, () => random.size(500))],
  chmod: (random, at) => [at(), random.pick([0o744, 0o755, '700', '9', -1, 2 ** 40, null])],
  utimes: (random, at) => [at(), random.pick([1, 1.5, '2', new Date(5000), NaN, 'x', {}]), random.pick([7, 8.25, new Date(9000)])],
  readdir: (random, at) => [at(), random.pick([undefined, { recursive: true }, { withFileTypes: true }, 'latin1', 'buffer', { encoding: 'hex' }, 'x'])],
};

// Never two that are wrong: which of them is told is not worth keeping.
function options(random, more) {
  if (random.once(3)) return undefined;
  if (random.once(4)) return random.pick(ENCODINGS);
  return random.once(3) ? { ...more, flag: random.pick(FLAGS) } : { ...more, encoding: random.pick(ENCODINGS) };
}

// What is no path, with arguments that are right.
const NO_PATHS = [true, null, undefined, {}, 'a\0b', '', Buffer.from('a\0')];
const RIGHT = {
  __proto__: null, writeFile: ['x'], appendFile: ['x'], rename: ['b'], copyFile: ['b'], link: ['b'], chmod: [0o744], utimes: [1, 2],
  cp: ['b'], access: [0],
};

const WITH_DESCRIPTOR = {
  read: (random, fd) => {
    const target = random.once(30) ? random.pick([7, 'x', null]) : view(random, size(random));
    if (random.once(4)) return [fd, target, options3(random, ALL_ODD)];
    return [fd, target, number(random, () => random.size(20), ALL_ODD), number(random, () => random.size(20_000), ALL_ODD),
            position(random, ALL_ODD)];
  },
  write: (random, fd) => {
    if (random.once(3)) return [fd, text(random), position(random), random.pick(ENCODINGS)];
    const source = random.once(30) ? random.pick([7, null, {}]) : view(random, size(random));
    if (random.once(4)) return [fd, source, options3(random)];
    return [fd, source, number(random, () => random.size(20)), number(random, () => random.size(20_000)), position(random)];
  },
  readv: (random, fd) => [fd, views(random), position(random, ALL_ODD)],
  writev: (random, fd) => [fd, views(random), position(random)],
  ftruncate: (random, fd) => [fd, number(random, () => random.size(500))],
  fstat: (random, fd) => [fd],
  fsync: (random, fd) => [fd],
  futimes: (random, fd) => [fd, 3, 4],
};

const position = (random, odd) => (random.once(2) ? null : number(random, () => random.size(300), odd));
const views = (random) => (random.once(20) ? random.pick([7, [1], 'x']) :
  Array.from({ length: random.int(5) }, () => view(random, random.size(9000))));

function options3(random, odd) {
  const given = {};
  if (random.once()) given.offset = number(random, () => random.size(20), odd);
  if (random.once()) given.length = number(random, () => random.size(100), odd);
  if (random.once()) given.position = position(random, odd);
  return random.once(10) ? random.pick([null, undefined, 7, 'x', []]) : given;
}

// ---- forms

const failed = (how, error) =>
  `${how} ${error?.name} ${error?.code} ${error?.errno} ${error?.syscall} ${error?.path} ${error?.dest}: ${error?.message}`;

function callSync(name, args) {
  try {
    return describeAnswer(name, [fs[`${name}Sync`](...args)], args);
  } catch (error) {
    return failed('throws', error);
  }
}

function callBack(name, args) {
  return new Promise((resolve) => {
    const done = (error, ...answers) => {
      if (name === 'exists') return resolve(describe(error));
      resolve(error ? failed('calls back', error) : describeAnswer(name, answers, args));
    };
    try {
      fs[name](...args, done);
    } catch (error) {
      resolve(failed('throws', error));
    }
  });
}

async function callPromise(name, args) {
  try {
    return describeAnswer(name, [await fs.promises[name](...args)], args);
  } catch (error) {
    return failed('rejects', error);
  }
}

// The system gives names in any order. What was read into is shown by what calls it.
function describeAnswer(name, [answer], args) {
  if (name === 'readdir') return describe(answer.map(describe).sort());
  if (name === 'read' || name === 'readv') return `${describe(answer)} into ${describe(args[1])}`;
  return describe(answer);
}

// ---- a case

exports.run = async (random) => {
  fs.mkdirSync(folder, { recursive: true });
  const lines = [];
  const files = [];
  const at = () => {
    const name = `${folder}/${random.pick(NAMES)}`;
    return random.once(8) ? Buffer.from(name) : random.once(12) ? new URL(`file://${encodeURI(name)}`) : name;
  };
  try {
    const steps = random.between(3, 14);
    for (let i = 0; i < steps; i++) lines.push(shown(await step(random, at, files)));
  } finally {
    for (const fd of files) fs.closeSync(fd);
  }
  lines.push(fs.existsSync(folder) ? shown(tree(folder, '')) : 'gone');
  fs.rmSync(path.dirname(folder), { recursive: true, force: true });
  return lines.join('\n  ');
};

async function step(random, at, files) {
  if (files.length < 3 && random.once(4)) return open(random, at, files);
  const usesFile = files.length > 0 && random.once();
  const table = usesFile ? WITH_DESCRIPTOR : CALLS;
  const name = random.pick(Object.keys(table));
  const fd = random.once(30) ? random.pick([-1, 2 ** 31, 'x', null, 1.5]) : random.pick(files);
  let args = table[name](random, usesFile ? fd : at);
  if (!usesFile && name !== 'symlink' && random.once(25)) args = [random.pick(NO_PATHS), ...(RIGHT[name] ?? [])];
  const given = `${name}(${args.map((arg, i) => (usesFile && i === 0 && typeof fd === 'number' && files.includes(fd) ? `file${files.indexOf(fd)}` : describe(arg))).join()})`;
  const forms = [callSync, callBack];
  if (name in fs.promises) forms.push(callPromise);
  const form = random.pick(forms);
  return `${given} ${form.name} = ${await form(name, args)}`;
}

async function open(random, at, files) {
  const args = [at(), random.pick(FLAGS), random.pick([undefined, 0o600, '644'])];
  const given = `open(${args.map(describe).join()})`;
  try {
    files.push(random.once() ? fs.openSync(...args) : await new Promise((resolve, reject) => {
      fs.open(...args, (error, fd) => (error ? reject(error) : resolve(fd)));
    }));
    return `${given} = file${files.length - 1}`;
  } catch (error) {
    return failed(`${given}`, error);
  }
}

function tree(folder, indent) {
  return fs.readdirSync(folder).sort().map((name) => {
    const file = path.join(folder, name);
    const stats = fs.lstatSync(file);
    if (stats.isDirectory()) return `${indent}${name}/ ${tree(file, `${indent} `)}`;
    if (stats.isSymbolicLink()) return `${indent}${name} -> ${fs.readlinkSync(file)}`;
    return `${indent}${name} ${status(stats)} ${sum(fs.readFileSync(file))}`;
  }).join(';');
}
