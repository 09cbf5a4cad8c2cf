'use strict';

// A REPL of the program, fed line by line: each answer is printed before the next line is entered.

const repl = require('repl');
const { PassThrough } = require('stream');

const LINES = [
  '1 + 1', 'let x = 5', 'x * 2', 'let x', 'x = x + 1; x', '{ a: 1 }', '{ let y = 1; y }', '{ a: 1 };', '_', 'const c = _ + 1', 'c',
  'function f(a) {', '  return a', '}', 'f(3)', '`two', 'lines`', '"a\\', 'b"', '({', 'b: [', '2 ] })', 'foo(', '.break', 'f(', ')',
  'throw new Error("thrown")', '_error.message', 'throw { not: "an error" }', 'throw null', 'missing', 'if (', ')', '/(/', 'var 1a',
  'function deep() { null.x }; deep()', '.1 + .2', '.nothing', '..5', '// a comment', '', '   ', 'await 7', 'const w = await Promise.resolve(8)', 'w',
  'const { p, q: [r] } = await ({ p: 1, q: [2] }); p + r', 'for await (const i of [1, 2]) x += i', 'x', 'await Promise.reject(new TypeError("late"))',
  'async function g() { return 5 }; await g()', 'class B {}; await 0; new B()', 'g() instanceof Promise', 'let fn = async () => await 4', 'await fn()',
  'import fs from "fs"', 'import { a as b } from "x"', '(await import("node:path")).sep', 'npm install x', 'path.basename("a/b")', 'typeof require + typeof module',
  'Promise.resolve(1)', 'Symbol("s")', 'new Map([[1, { a: 2 }]])', '[undefined, null, -0, 1n]', 'undefined', '_ = 3', '5', '_', '_error = 1', '.help',
];

const input = new PassThrough();
const output = new PassThrough();
const server = repl.start({ input, output, prompt: '> ' });
let printed = '';
let next = 0;
output.setEncoding('utf8').on('data', (text) => {
  printed += text;
  if (!/^(?:> |\| )$/m.test(printed.slice(printed.lastIndexOf('\n') + 1))) return;
  process.stdout.write(printed);
  printed = '';
  if (next === LINES.length) {
    process.stdout.write('\n');
    server.close();
    return;
  }
  const line = LINES[next++];
  process.stdout.write(`${line}\n`);
  input.write(`${line}\n`);
});
server.on('exit', () => console.log('exit'));
