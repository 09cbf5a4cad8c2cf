'use strict';
const path = require('node:path');

const PARTS = ['a', 'bc', '.', '..', '...', '/', '//', '\\', 'C:', 'c:\\', '//server/share', '.txt', 'x.tar.gz', ' ', 'ü', ''];
const METHODS = ['join', 'resolve', 'normalize', 'relative', 'dirname', 'basename', 'extname', 'isAbsolute', 'parse', 'toNamespacedPath', 'matchesGlob'];

exports.cases = 20_000;

exports.run = (random) => {
  const kind = random.pick(['posix', 'win32']);
  const name = random.pick(METHODS);
  const args = Array.from({ length: name === 'matchesGlob' || name === 'relative' ? 2 : random.between(1, 4) },
    () => random.once(30) ? random.pick([null, 7, {}, undefined]) : random.text(random.size(6), PARTS));
  // What is relative depends on the working folder, which the two runtimes share but another machine does not.
  // And without a drive, win32.relative() of Node answers '..b' for '/ba' and '/b'; that is not worth keeping.
  const root = kind === 'win32' ? 'C:/' : '/';
  if (name === 'resolve' || name === 'relative') args.forEach((arg, i) => { if (typeof arg === 'string') args[i] = root + arg; });
  const call = `${kind}.${name}(${args.map((arg) => JSON.stringify(arg)).join()})`;
  try {
    return `${call} = ${JSON.stringify(path[kind][name](...args))}`;
  } catch (error) {
    return `${call} throws ${error.code}: ${error.message}`;
  }
};
