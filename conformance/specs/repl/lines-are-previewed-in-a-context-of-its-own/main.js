'use strict';

// What stands below a line while it is typed, in the REPL's own context, in the main one, and in strict mode.
const repl = require('repl');
const { PassThrough, Writable } = require('stream');

const lines = [
  'abc', 'abc + gg', '1n + 2', 'null.x', '{throw 0}', '{throw {a: 1}}', 'new Error("q")', 'gg = 2', 'gg++', 'gg', '[3, 1, 2].sort()',
  'JSON.stringify({a: 1})', 'new Map([[1, 2]])', 'Object.keys({x: 1})', '[1].push(2)', '`a${abc}`', 'undefinedName', 'abc.foo.bar', '(x) => x', '1; 2',
  'throw new TypeError("t")', '{a: 1}', '{a: 1};', '[abc,',
];

function run(options) {
  let out = '';
  const output = new Writable({ write(chunk, _, next) { out += chunk; next(); } });
  const server = repl.start({ input: new PassThrough(), output, terminal: true, useColors: false, prompt: '> ', ...options });
  const evaluate = (code) => new Promise((resolve) => { server.eval(code, server.context, 'repl', resolve); });
  return evaluate('let abc = 5; globalThis.gg = 1').then(() => {
    for (const line of lines) {
      for (const character of line) {
        out = '';
        server.write(character);
      }
      console.log(line, JSON.stringify(out));
      server.write(null, { ctrl: true, name: 'u' });
    }
    server.complete('ab', (_, answer) => console.log(answer));
    server.close();
  });
}

run({ useGlobal: false }).then(() => run({ useGlobal: true })).then(() => run({ replMode: repl.REPL_MODE_STRICT }));
