'use strict';
// Keys are fed to a REPL on a terminal; the line, the cursor in it and the history are printed, not the screen.
const { start } = require('node:repl');
const { PassThrough, Writable } = require('node:stream');

const input = new PassThrough();
const output = new Writable({ write(chunk, encoding, callback) { callback(); } });
output.columns = 80;
const server = start({ input, output, terminal: true, useColors: false, preview: false, prompt: '> ' });

const show = (what) => console.log(what, JSON.stringify([server.line, server.cursor]));
const key = (name, more) => server.write(null, { name, ...more });
const type = (text) => {
  server.write(text);
  key('return');
};

type('function f(a) {');
show('goes on:');
type('return a + 1');
show('and on:');
type('}');
show('complete:');
console.log(JSON.stringify(server.history), server.context.f(1));

key('up');
show('recalled:');
key('up');
show('a line up:');
key('end');
key('up');
key('up');
show('from the end:');
key('down');
show('a line down:');
key('a', { ctrl: true });
show('beginning:');
key('up');
show('beyond the first line:');
key('down');
show('and back:');

key('c', { ctrl: true });
show('given up:');
type('const list = [');
type('1,');
key('up');
show('in the first line:');
key('end');
key('left');
key('return');
show('a new line in the middle:');
server.write('2,');
key('end');
show('end:');
type(']');
console.log(JSON.stringify(server.history));

type('let a b');
type('"correct"');
console.log(JSON.stringify(server.history));
type('nosuch.property');
type('`template');
type('${server}`');
console.log(JSON.stringify(server.history));
server.close();
