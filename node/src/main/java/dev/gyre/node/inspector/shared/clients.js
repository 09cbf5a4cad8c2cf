'use strict';

// What the core does when a client of the debugging protocol may come: nothing of it costs a program that has none.

const { ReflectApply } = require('internal/primordials');
const path = require('path');
const { isNativeError } = require('util/types');
const { cwdOrCommandFolder } = require('internal/util');
const { followTasks } = require('internal/inspector/async_tasks');
const { tellOfContexts } = require('internal/inspector/contexts');

let isReady = false;

// A client's command line has a function `require`, as in Node. Modules are found from the working directory.
function offerRequire() {
  const { Module, makeRequire } = require('internal/module/loader');
  const name = '<inspector console>';
  const module = new Module(name);
  const cwd = cwdOrCommandFolder();
  module.filename = path.join(cwd, name);
  module.paths = Module._nodeModulePaths(cwd);
  module.loaded = true;
  binding('inspector').offer('require', makeRequire(module));
}

function prepareForClients() {
  if (!isReady) {
    isReady = true;
    require('internal/inspector/console_messages').attach(() => require('internal/inspector/connection').deliver());
    offerRequire();
    tellOfContexts();
  }
  followTasks();
}

// An error ends the program. `where` is V8's location of the throw: file, line, its text, column; or undefined.
function exceptionThrown(error, where) {
  if (!isReady) return;
  const { 0: file = '', 1: line = 0, 3: column = 0 } = where ?? [];
  const text = isNativeError(error) && typeof error.stack === 'string' ? error.stack : require('internal/util/inspect').inspect(error);
  binding('inspector').exceptionThrown(ReflectApply, error, `Uncaught ${text}`, file, line, column);
}

module.exports = { exceptionThrown, prepareForClients };
