'use strict';

// In the editor a line that is typed begins below the last one; a line of pasted text begins where it is. Also: an entry of
// several lines is found in the history again, and Error.prepareStackTrace makes the stacks of a REPL with its own context.

const readline = require('readline');
const repl = require('repl');
const { PassThrough, Writable } = require('stream');

function open(options) {
  const shown = { text: '' };
  const input = new PassThrough();
  const output = new Writable({ write(chunk, encoding, callback) { shown.text += chunk; callback(); } });
  return { server: repl.start({ input, output, useColors: false, ...options }), input, shown };
}

for (const isTyped of [true, false]) {
  const { server, input } = open({ terminal: true });
  input.emit('data', '.editor\n');
  const text = '    let i = 1;\n';
  if (isTyped) for (const char of text) input.emit('data', char);
  else input.emit('data', text);
  console.log(isTyped ? 'typed:' : 'pasted:', JSON.stringify(server.line), server.cursor);
  server.write('', { ctrl: true, name: 'd' });
  server.close();
}

const lines = readline.createInterface({ input: new PassThrough(), output: new PassThrough(), terminal: true, removeHistoryDuplicates: true });
for (const line of ['one\ntwo', 'other', 'one\ntwo']) {
  lines.line = line;
  lines.input.emit('keypress', '', { name: 'enter' });
}
console.log(lines.history);
lines.close();

const { prepareStackTrace } = Error;
Error.prepareStackTrace = (error, frames) => `made of ${error.message} and ${frames.length} frames`;
for (const line of ["throw new Error('x')", "(function () { throw new TypeError('y'); })()"]) {
  const { server, shown } = open({ terminal: false });
  server.write(`${line}\n`);
  console.log(JSON.stringify(shown.text));
  server.close();
}
Error.prepareStackTrace = prepareStackTrace;
