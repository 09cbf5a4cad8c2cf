'use strict';
// What the preview below the line shows, without what moves the cursor.
const { start } = require('node:repl');
const { PassThrough, Writable } = require('node:stream');

const input = new PassThrough();
let written = '';
const output = new Writable({ write(chunk, encoding, callback) { written += chunk; callback(); } });
output.columns = 60;
const server = start({ input, output, terminal: true, useColors: true, preview: true, useGlobal: true, prompt: '> ' });

const preview = (text) => {
  server.write(text.slice(0, -1));
  written = '';
  server.write(text.at(-1));
  console.log(JSON.stringify(text), JSON.stringify([...written.matchAll(/\x1b\[90m(.*?)\x1b\[39m/g)].map((found) => found[1])));
  server.write(null, { name: 'e', ctrl: true });
  server.write(null, { name: 'u', ctrl: true });
};

globalThis.changed = 0;
for (const text of [
  '1 + 1', 'void 0', 'null', '"a\\nb"', '-0', '5n', 'Symbol("x")', '[1, , 3]', '{ a: 1 }', '{ changed }', '({})', 'x => x',
  'throw new Error("shown")', 'throw null', 'throw "text"', 'null.property', 'nosuch', '(', 'let a b', 'changed++', 'changed = 2',
  '"' + 'long '.repeat(30) + '"', '"日本語".repeat(20)', 'Array.from({ length: 50 })', 'new Map([[1, { a: { b: {} } }]])', 'class A {}',
  ' 7 ', '7', 'Math.PI', 'globalThi', 'changed.toFi',
]) preview(text);
console.log(changed);
server.close();
