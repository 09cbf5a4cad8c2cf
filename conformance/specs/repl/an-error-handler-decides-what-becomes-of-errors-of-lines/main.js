'use strict';

// Errors of lines have been caught: with 'unhandled' they are not shown, and end nothing. Those of callbacks are thrown again.

const repl = require('repl');
const { PassThrough } = require('stream');

process.on('uncaughtException', (error) => console.log('uncaught', error.message));

const HOWS = ['ignore', 'print', 'unhandled'];

function tryNext() {
  if (HOWS.length === 0) return;
  const how = HOWS.shift();
  const input = new PassThrough();
  const output = new PassThrough().setEncoding('utf8');
  const server = repl.start({ input, output, handleError(error) { console.log(how, error.message); return how; } });
  input.write("throw new Error('of a line')\n1\nsetImmediate(() => { throw new Error('of a callback'); }); 3\nlet let\n");
  setImmediate(() => setImmediate(() => {
    server.on('exit', () => {
      console.log(JSON.stringify(output.read()));
      tryNext();
    });
    input.end();
  }));
}

tryNext();
