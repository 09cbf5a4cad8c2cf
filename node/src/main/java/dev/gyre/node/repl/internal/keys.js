'use strict';

// Keys on a terminal: those that wait while something is awaited, the editor's, the search in the history, and previews.

const { ArrayPrototypePush, FunctionPrototypeBind } = require('internal/primordials');
const { Preview } = require('internal/repl/preview');
const { Search } = require('internal/repl/search');

const nothing = { hide() {}, show() {} };

function attach(server, isPreviewing) {
  if (!server.terminal || process.env.TERM === 'dumb') return;
  const write = FunctionPrototypeBind(server._ttyWrite, server);
  const preview = isPreviewing ? new Preview(server) : nothing;
  const search = new Search(server);
  let isPasting = false;
  server._ttyWrite = (text, key) => {
    key ||= {};
    if (!server.isCompletionEnabled) {
      isPasting = true;
    } else if (isPasting) {
      isPasting = false;
      findRow(server);
    }
    const { held } = server.state;
    if (held !== null) {
      if (server.breakEvalOnSigint && key.ctrl && key.name === 'c') write(text, key);
      else ArrayPrototypePush(held, () => server._ttyWrite(text, key));
      return;
    }
    if (server.editorMode) {
      editorKey(server, write, text, key);
      return;
    }
    if (key.ctrl && key.name === 'd' && server.cursor === 0 && server.line.length === 0) server.clearLine();
    preview.hide(key);
    if (search.take(text, key)) return;
    write(text, key);
    preview.show(key);
  };
}

// What is pasted is written without drawing the line anew, so the terminal wraps it; at the right edge, with the next character.
function findRow(server) {
  const { cols, rows } = server.getCursorPos();
  server.prevRows = cols === 0 && rows > 0 ? rows - 1 : rows;
}

function editorKey(server, write, text, key) {
  if (key.ctrl && !key.shift) {
    if (key.name === 'd') server.finishEditing();
    else if (key.name !== 'n' && key.name !== 'p') write(text, key);
  } else if (key.name !== 'up' && key.name !== 'down') {
    write(text, key);
  }
}

module.exports = { attach };
