'use strict';

// The history on disk: one line of the file for each entry, newest first. It is written a moment after the last change.

const {
  ArrayPrototypeFilter, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice, StringPrototypeTrim,
  replacePattern, splitByPattern,
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
    const lines = ArrayPrototypeMap(ArrayPrototypeSlice(this.#server.history, 0, this.#server.historySize),
      (line) => replacePattern(/\n/g, line, '\r'));
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

// config: a path, or { filePath, size, removeHistoryDuplicates, onHistoryFileLoaded }
function open(server, config, callback) {
  const settings = config !== null && typeof config === 'object' ? config : { filePath: config };
  const done = callback ?? settings.onHistoryFileLoaded ?? (() => {});
  let { filePath: file } = settings;
  if (typeof file === 'string') file = StringPrototypeTrim(file);
  if (file === '') {
    server.historyIsOff = true;
    done(null, server);
    return;
  }
  if (!file) {
    try {
      file = path.join(require('os').homedir(), '.node_repl_history');
    } catch {
      say(server, '\nError: Could not get the home directory.\nREPL session history will not be persisted.\n');
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
  const lines = ArrayPrototypeFilter(splitByPattern(/\n+/, text), (line) => line !== '');
  server.history = ArrayPrototypeMap(ArrayPrototypeSlice(lines, 0, server.historySize), (line) => replacePattern(/\r/g, line, '\n'));
  server.state.historyFile = new HistoryFile(server, file);
  if (!server.closed) server.resume();
}

module.exports = { open };
