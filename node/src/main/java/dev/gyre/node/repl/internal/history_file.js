'use strict';

// The history on disk: one line of the file for each entry, newest first. It is written a moment after the last change.

const {
  ArrayPrototypeFilter, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeSlice, ObjectDefineProperty, StringPrototypeTrim,
  splitByPattern,
} = require('internal/primordials');
const fs = require('fs');
const path = require('path');
const { clearTimeout, setTimeout } = require('timers');

const WRITE_DELAY_MS = 15;
const MODE = 0o0600;

class HistoryFile {
  #server;
  #path;
  #timer;
  #waiting = [];

  constructor(server, file) {
    this.#server = server;
    this.#path = file;
    server.on('line', () => this.#changed());
    ObjectDefineProperty(server.historyManager, 'isFlushing', { __proto__: null, configurable: true, get: () => this.isWriting });
  }

  get isWriting() { return this.#timer !== undefined; }

  whenWritten(callback) {
    ArrayPrototypePush(this.#waiting, callback);
    clearTimeout(this.#timer);
    this.#write();
  }

  #changed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), WRITE_DELAY_MS);
  }

  #write() {
    this.#timer = undefined;
    const lines = ArrayPrototypeSlice(this.#server.history, 0, this.#server.historySize);
    try {
      fs.writeFileSync(this.#path, ArrayPrototypeJoin(lines, '\n'), { mode: MODE });
    } catch {
      // The session goes on without the file, as Node's does.
    }
    this.#server.emit('flushHistory');
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let i = 0; i < waiting.length; i++) waiting[i]();
  }
}

function say(server, text) {
  server._writeToOutput(text);
  server._refreshLine();
}

// The first Up says why there is no history.
function tellOnce(server) {
  server._historyPrev = function _historyPrev() {
    delete server._historyPrev;
    if (server.history.length === 0) {
      say(server, '\nPersistent history support disabled. Set the NODE_REPL_HISTORY environment\nvariable to a valid, ' +
        'user-writable path to enable.\n');
    }
    return server._historyPrev();
  };
}

// config: a path, or { filePath, size, removeHistoryDuplicates, onHistoryFileLoaded }
function open(server, config, callback) {
  const settings = config !== null && typeof config === 'object' ? config : { filePath: config };
  const done = callback ?? settings.onHistoryFileLoaded ?? (() => {});
  let { filePath: file } = settings;
  if (typeof file === 'string') file = StringPrototypeTrim(file);
  if (file === '') {
    tellOnce(server);
    done(null, server);
    return;
  }
  if (!file) {
    try {
      file = path.join(require('os').homedir(), '.node_repl_history');
    } catch {
      say(server, '\nError: Could not get the home directory.\nREPL session history will not be persisted.\n');
      tellOnce(server);
      done(null, server);
      return;
    }
  }
  if (settings.size !== undefined) server.historySize = settings.size;
  server.pause();
  fs.open(file, 'a+', MODE, (error, fd) => {
    if (error) {
      say(server, '\nError: Could not open history file.\nREPL session history will not be persisted.\n');
      server.resume();
      tellOnce(server);
      done(null, server);
      return;
    }
    fs.close(fd, () => fs.readFile(file, 'utf8', (readError, text) => {
      if (readError) {
        done(readError);
        return;
      }
      begin(server, file, text);
      done(null, server);
    }));
  });
}

function begin(server, file, text) {
  const lines = ArrayPrototypeFilter(splitByPattern(/\r?\n+/, text), (line) => line !== '');
  server.history = ArrayPrototypeSlice(lines, 0, server.historySize);
  server.state.historyFile = new HistoryFile(server, file);
  if (!server.closed) server.resume();
}

module.exports = { open };
