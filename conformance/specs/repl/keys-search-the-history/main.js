'use strict';
const { start } = require('node:repl');
const { PassThrough, Writable } = require('node:stream');

const input = new PassThrough();
const output = new Writable({ write(chunk, encoding, callback) { callback(); } });
output.columns = 80;
const server = start({ input, output, terminal: true, useColors: false, preview: false, prompt: '> ' });
server.history = ['beta = 2', '"a a a"', 'let alpha = 1', 'beta'];

const show = (what) => console.log(what, JSON.stringify([server.line, server.cursor, server.historyIndex]));
const key = (name, more) => server.write(null, { name, ...more });
const search = (...keys) => {
  for (const one of keys) {
    if (one === '<') key('r', { ctrl: true });
    else if (one === '>') key('s', { ctrl: true });
    else if (one.length > 1) key(one);
    else server.write(one);
  }
};
const clear = () => {
  key('e', { ctrl: true });
  key('u', { ctrl: true });
};

search('<', 'a', 'right');
show('newest:');
clear();
search('<', 'a', '<', '<', 'right');
show('the third place:');
clear();
search('<', 'a', 'l', 'right');
show('two characters:');
clear();
search('<', 'a', '<', '<', '<', '>', 'right');
show('turned around:');
clear();
server.write('typed');
search('<', 'z', 'z', 'right');
show('nothing found:');
search('<', 'b', 'e', 'escape');
show('given up:');
search('<', 'b', 'e');
key('c', { ctrl: true });
show('given up by Ctrl+C:');
clear();
search('<', 'p', 'q', 'backspace', 'right');
show('corrected:');
server.close();
