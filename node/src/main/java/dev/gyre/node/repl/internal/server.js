'use strict';

// REPLServer: reads a line, evaluates it, prints the result.
//
//   'line' ──> dot command?  ──> run it
//              else: what is buffered + the line ──> eval ──> finish: error  ──> "Uncaught …"
//                                                                     Recoverable ──> buffer the line, prompt "| "
//                                                                     value  ──> writer, `_`
//
// Each server has a domain, so that what its code throws later, in callbacks, is printed too and does not end the process.

const {
  ArrayPrototypeForEach, ArrayPrototypePush, ArrayPrototypeShift, FunctionPrototypeCall, NumberIsNaN,
  NumberParseFloat, ObjectAssign, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectGetOwnPropertyNames, ObjectHasOwn,
  ObjectSetPrototypeOf, ReflectApply, RegExpPrototypeExec, SafeSet, SafeWeakSet, StringPrototypeStartsWith, StringPrototypeTrim,
  Symbol, SyntaxError, joinLists,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_REPL_EVAL_CONFIG, ERR_INVALID_REPL_INPUT, ERR_INVALID_STATE } } = require('internal/errors');
const { cwdOrCommandFolder } = require('internal/util');
const { validateFunction } = require('internal/validators');
const { inspect } = require('internal/util/inspect');
const { Interface } = require('readline');
const domain = require('domain');
const vm = require('vm');
const { contextOf } = require('internal/vm/context');
const { Module, makeRequire } = require('internal/module/loader');
const { defineAll } = require('internal/repl/commands');
const { evaluate } = require('internal/repl/evaluate');
const errors = require('internal/repl/errors');
const { keepingMatch } = require('internal/repl/last_match');
const { REPL_MODE_SLOPPY, REPL_MODE_STRICT } = require('internal/repl/modes');

const kBuffered = Symbol('bufferedCommand');
const kStandalone = Symbol('kStandaloneREPL');
const MORE = '| ';

class Recoverable extends SyntaxError {
  constructor(err) {
    super();
    this.err = err;
  }
}

function writer(object) { return inspect(object, writer.options); }
writer.options = { ...inspect.defaultOptions, showProxy: true };

ObjectDefineProperty(inspect, 'replDefaults', {
  __proto__: null,
  configurable: true,
  get: () => writer.options,
  set(options) {
    if (options === null || typeof options !== 'object') throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
    ObjectAssign(writer.options, options);
  },
});

let scripts = 0;
const domains = new SafeWeakSet();
let servers = 0; // of programs, that are open
let languageNames; // names of globals that every context has by itself

// A listener of 'uncaughtException' would never be called in the REPL of a program: its domain takes the errors.
function refuseListener(event, listener) {
  if (event !== 'uncaughtException' || !process.domain || !domains.has(process.domain)) return;
  if (listener.name === 'domainUncaughtExceptionClear') return;
  throw new ERR_INVALID_REPL_INPUT('Listeners for `uncaughtException` cannot be used in the REPL');
}

function watchListeners(server) {
  if (servers++ === 0) process.prependListener('newListener', refuseListener);
  server.once('exit', () => {
    if (--servers === 0) process.removeListener('newListener', refuseListener);
  });
}

function hasColors(output) {
  if (process.env.FORCE_COLOR !== undefined) return require('tty').WriteStream.prototype.getColorDepth() > 2;
  return output.isTTY === true && (typeof output.getColorDepth === 'function' ? output.getColorDepth() > 2 : true);
}

// (options) or (prompt, stream, eval, useGlobal, ignoreUndefined, replMode)
function settingsOf(prompt, stream, evaluate, useGlobal, ignoreUndefined, replMode) {
  const given = prompt !== null && typeof prompt === 'object' ? { ...prompt } :
    { prompt, stream, eval: evaluate, useGlobal, ignoreUndefined, replMode };
  const source = given.input === undefined && given.output === undefined ? given.stream : undefined;
  given.input ??= source?.stdin ?? source ?? process.stdin;
  given.output ??= source?.stdout ?? source ?? process.stdout;
  given.terminal ??= given.output.isTTY;
  given.terminal = !!given.terminal;
  if (given.terminal && given.useColors === undefined) {
    given.useColors = hasColors(given.output);
  }
  return given;
}

function REPLServer(prompt, stream, evaluateBy, useGlobal, ignoreUndefined, replMode) {
  if (!(this instanceof REPLServer)) return new REPLServer(prompt, stream, evaluateBy, useGlobal, ignoreUndefined, replMode);
  const settings = settingsOf(prompt, stream, evaluateBy, useGlobal, ignoreUndefined, replMode);
  if (settings.breakEvalOnSigint && settings.eval) throw new ERR_INVALID_REPL_EVAL_CONFIG();
  if (settings.handleError !== undefined) validateFunction(settings.handleError, 'options.handleError');
  const preview = settings.terminal && (settings.preview !== undefined ? !!settings.preview : !settings.eval);

  this.inputStream = settings.input;
  this.outputStream = settings.output;
  this.useColors = !!settings.useColors;
  this._domain = settings.domain || domain.create();
  this.useGlobal = !!settings.useGlobal;
  this.ignoreUndefined = !!settings.ignoreUndefined;
  this.replMode = settings.replMode || REPL_MODE_SLOPPY;
  this.underscoreAssigned = false;
  this.last = undefined;
  this.underscoreErrAssigned = false;
  this.lastError = undefined;
  this.breakEvalOnSigint = !!settings.breakEvalOnSigint;
  this.allowBlockingCompletions = !!settings.allowBlockingCompletions; // whether folders are read for completions
  this.editorMode = false;
  this.commands = { __proto__: null };
  this.lines = [];
  this[kBuffered] = '';
  this[kStandalone] = !!settings[kStandalone];
  this.state = { sawInterrupt: false, sawEnd: false, held: null, interrupt: undefined, isLoading: false, isOfLine: false, handleError: settings.handleError };
  domains.add(this._domain);
  this._domain.on('error', (error) => showError(this, error));

  const byDefault = settings.eval === undefined || settings.eval === null;
  const runner = byDefault ? (code, context, file, callback) => {
    evaluate(this, code, context, file, { isStrict: this.replMode === REPL_MODE_STRICT, Recoverable, tell: (error) => tell(this, error) }, callback);
  } : settings.eval;
  this.eval = (code, context, file, callback) => this._domain.run(() => ReflectApply(runner, this, [code, context, file, callback]));

  FunctionPrototypeCall(Interface, this, {
    input: settings.input,
    output: settings.output,
    completer: settings.completer ?? ((text, callback) => FunctionPrototypeCall(require('internal/repl/completion').complete, this, text, callback)),
    terminal: settings.terminal,
    historySize: settings.historySize,
    removeHistoryDuplicates: settings.removeHistoryDuplicates,
    prompt: settings.prompt === undefined ? '> ' : `${settings.prompt}`,
  });
  this.initialPrompt = this._prompt;
  this.resetContext();
  defineAll(this);
  this.writer = settings.writer || writer;
  if (this.writer === writer && settings.useColors) {
    this.writer = (object) => inspect(object, writer.options);
    writer.options.colors = true;
    this.writer.options = writer.options;
  }
  listen(this);
  if (!this[kStandalone]) watchListeners(this);
  require('internal/repl/keys').attach(this, preview);
  this.displayPrompt();
  return undefined;
}
ObjectSetPrototypeOf(REPLServer.prototype, Interface.prototype);
ObjectSetPrototypeOf(REPLServer, Interface);

// ---- lines

function listen(server) {
  server.on('close', () => {
    if (server.state.held !== null) {
      ArrayPrototypePush(server.state.held, () => server.emit('exit'));
      return;
    }
    emitExit(server);
  });
  server.on('SIGINT', () => interrupt(server));
  server.on('line', (line) => onLine(server, line ?? ''));
  // The user goes on after a stop (Ctrl+Z).
  server.on('SIGCONT', () => {
    if (server.editorMode) {
      server.output.write(`${server.initialPrompt}.editor\n`);
      server.output.write('// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\n');
      server.output.write(`${server[kBuffered]}\n`);
      server.prompt(true);
    } else {
      server.displayPrompt(true);
    }
  });
}

function emitExit(server) {
  const { historyFile } = server.state;
  if (historyFile?.isWriting) {
    historyFile.whenWritten(() => server.emit('exit'));
    return;
  }
  process.nextTick(() => server.emit('exit'));
}

function interrupt(server) {
  const { state } = server;
  if (state.held !== null && state.interrupt !== undefined) {
    state.interrupt();
    return;
  }
  const isEmpty = server.line.length === 0;
  server.clearLine();
  server.editorMode = false;
  server._prompt = server.initialPrompt;
  if (server[kBuffered] === '' && isEmpty) {
    if (state.sawInterrupt) {
      state.sawInterrupt = false;
      server.close();
      return;
    }
    server.output.write('(To exit, press Ctrl+C again or Ctrl+D or type .exit)\n');
    state.sawInterrupt = true;
  } else {
    state.sawInterrupt = false;
  }
  server.clearBufferedCommand();
  server.displayPrompt();
}

function onLine(server, line) {
  const { state } = server;
  state.sawInterrupt = false;
  if (server.editorMode) {
    server[kBuffered] += `${line}\n`;
    remember(server, line);
    if (server._isTyped && !state.isLoading && server.terminal) indentAs(server, line); // pasted text has its own indentation
    return;
  }
  const text = StringPrototypeTrim(line);
  if (text[0] === '.' && text[1] !== '.' && NumberIsNaN(NumberParseFloat(text))) {
    const { 1: keyword, 2: rest } = RegExpPrototypeExec(/^\.(\S*)\s*(.*)$/, text);
    const command = keyword === '' ? undefined : server.commands[keyword];
    if (command !== undefined) {
      FunctionPrototypeCall(command.action, server, rest);
      return;
    }
    if (server[kBuffered] === '') {
      server.output.write('Invalid REPL keyword\n');
      finish(server, line, []);
      return;
    }
  }
  const code = `${server[kBuffered]}${line}\n`;
  server.eval(code, server.context, `REPL${++scripts}`, (...answer) => finish(server, line, answer));
}

function indentAs(server, line) {
  const { 0: indent } = RegExpPrototypeExec(/^\s*/, line);
  if (indent === '') return;
  server.write(indent);
}

function remember(server, line) {
  if (line !== '' || server.lines.length > 0) ArrayPrototypePush(server.lines, line);
}

function finish(server, line, answer) {
  const { 0: error, 1: value } = answer;
  const { state } = server;
  const isRecoverable = error instanceof Recoverable;
  const failed = answer.length > 2 || (error !== null && error !== undefined);
  const goesOn = isRecoverable && !state.sawEnd && server.terminal; // with the same entry
  if (answer.length > 0 && !goesOn) remember(server, line);
  if (failed) {
    if (!isRecoverable && server[kBuffered] === '' && StringPrototypeStartsWith(StringPrototypeTrim(line), 'npm ')) {
      server.output.write('npm should be run outside of the Node.js REPL, in your normal shell.\n(Press Ctrl+D to exit.)\n');
      server.displayPrompt();
      return;
    }
    if (goesOn) {
      server.historyManager.isNewestBegun = true;
      server._continueLine();
      return;
    }
    if (isRecoverable && !state.sawEnd) {
      server[kBuffered] += `${line}\n`;
      server.displayPrompt();
      return;
    }
    // An entry that could not even be compiled leaves the history when the next one is made.
    if (answer.length <= 2) server.historyManager.isNewestWrong = true;
    tell(server, isRecoverable ? error.err : error);
    state.sawEnd = false;
    return;
  }
  server.clearBufferedCommand();
  server.historyManager.isNewestWrong = false;
  state.sawEnd = false;
  if (answer.length >= 2 && (!server.ignoreUndefined || value !== undefined)) {
    if (!server.underscoreAssigned) server.last = value;
    server.output.write(`${server.writer(value)}\n`);
  }
  if (!server.closed) server.displayPrompt();
}

// ---- errors

// An error of a line, and not of a callback.
function tell(server, error) {
  server.state.isOfLine = true;
  try {
    server._domain.emit('error', error);
  } finally {
    server.state.isOfLine = false;
  }
}

function showError(server, error) {
  const how = server.state.handleError === undefined ? 'print' : server.state.handleError(error);
  if (how === 'ignore') return;
  if (how === 'unhandled') {
    if (!server.state.isOfLine) process.nextTick(() => { throw error; }); // that of a line has been caught
    return;
  }
  if (how !== 'print') {
    server._domain.exit(); // or the error would come back here
    throw new ERR_INVALID_STATE(`External REPL error handler must return either "ignore", "print", or "unhandled", but received: ${how}`);
  }
  if (isObject(error)) errors.prepare(error, server.lines[server.lines.length - 1] ?? '', errorClassOf(server));
  if (!server.underscoreErrAssigned) server.lastError = error;
  if (server[kStandalone] && process.listenerCount('uncaughtException') !== 0) {
    process.nextTick(() => {
      process.emit('uncaughtException', error);
      server.clearBufferedCommand();
      if (!server.closed) server.displayPrompt();
    });
    return;
  }
  server.output.write(errors.uncaught(server.writer(error), server.writer.options?.breakLength ?? Infinity));
  server.clearBufferedCommand();
  if (!server.closed) server.displayPrompt();
}

const errorClassOf = (server) => (server.useGlobal ? globalThis.Error : contextOf(server.context)?.realm.language.Error ?? globalThis.Error);

const isObject = (value) => typeof value === 'object' && value !== null;

// ---- the context

function newContext(server) {
  const context = vm.createContext();
  languageNames ??= new SafeSet(vm.runInNewContext('Object.getOwnPropertyNames(globalThis)'));
  ArrayPrototypeForEach(ObjectGetOwnPropertyNames(globalThis), (name) => {
    if (languageNames.has(name)) return;
    ObjectDefineProperty(context, name, { __proto__: null, ...ObjectGetOwnPropertyDescriptor(globalThis, name) });
  });
  context.global = context;
  const { Console } = require('console');
  ObjectDefineProperty(context, 'console', { __proto__: null, configurable: true, writable: true, value: new Console(server.output) });
  return context;
}

function defineModules(context) {
  const ids = Module.builtinModules;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (RegExpPrototypeExec(/^_|[/:]/, id) !== null || ObjectHasOwn(context, id)) continue;
    const set = (value) => {
      ObjectDefineProperty(context, id, { __proto__: null, value, configurable: true, enumerable: true, writable: true });
    };
    ObjectDefineProperty(context, id, {
      __proto__: null,
      get() {
        const exports = FunctionPrototypeCall(Module.prototype.require, process.mainModule ?? new Module('<repl>'), id);
        ObjectDefineProperty(context, id, { __proto__: null, get: () => exports, set, configurable: true, enumerable: false });
        return exports;
      },
      set,
      configurable: true,
      enumerable: false,
    });
  }
}

// `_` and `_error` follow the last value and the last error until the program assigns them.
function defineLast(server, name, field, assigned) {
  ObjectDefineProperty(server.context, name, {
    __proto__: null,
    configurable: true,
    get: () => server[field],
    set(value) {
      server[field] = value;
      if (server[assigned]) return;
      server[assigned] = true;
      server.output.write(`Expression assignment to ${name} now disabled.\n`);
    },
  });
}

const methods = {
  createContext() {
    const context = this.useGlobal ? globalThis : newContext(this);
    const module = new Module('<repl>');
    module.paths = joinLists(Module._nodeModulePaths(require('path').join(cwdOrCommandFolder(), 'repl')), Module.globalPaths);
    ObjectDefineProperty(context, 'module', { __proto__: null, configurable: true, writable: true, value: module });
    ObjectDefineProperty(context, 'require', { __proto__: null, configurable: true, writable: true, value: makeRequire(module) });
    defineModules(context);
    return context;
  },

  resetContext() {
    this.context = this.createContext();
    this.underscoreAssigned = false;
    this.underscoreErrAssigned = false;
    this.lines = [];
    defineLast(this, '_', 'last', 'underscoreAssigned');
    defineLast(this, '_error', 'lastError', 'underscoreErrAssigned');
    this.emit('reset', this.context);
  },

  displayPrompt(preserveCursor) {
    FunctionPrototypeCall(Interface.prototype.setPrompt, this, this[kBuffered] === '' ? this.initialPrompt : MORE);
    this.prompt(preserveCursor);
  },

  setPrompt(prompt) {
    this.initialPrompt = prompt;
    FunctionPrototypeCall(Interface.prototype.setPrompt, this, prompt);
  },

  clearBufferedCommand() { this[kBuffered] = ''; },

  defineCommand(keyword, command) {
    const entry = typeof command === 'function' ? { action: command } : command;
    validateFunction(entry?.action, 'cmd.action');
    this.commands[keyword] = entry;
  },

  close() {
    if (this.terminal && this.state.historyFile?.isWriting) {
      this.state.historyFile.whenWritten(() => FunctionPrototypeCall(Interface.prototype.close, this));
      return;
    }
    FunctionPrototypeCall(Interface.prototype.close, this);
  },

  setupHistory(config, callback) {
    require('internal/repl/history_file').open(this, config, callback);
  },

  complete(...args) { ReflectApply(this.completer, this, args); },

  // The text of a file, as one piece.
  enterText(text) {
    this.editorMode = true;
    this.state.isLoading = true;
    this.write(text);
    this.editorMode = false;
    this.state.isLoading = false;
    this.write('\n');
  },

  finishEditing() {
    this.editorMode = false;
    this.state.sawEnd = true;
    this.write('', { name: 'return' });
  },

  get bufferedCommand() { return this[kBuffered]; },

  runScript(script) {
    const run = this.useGlobal ? () => keepingMatch(script) : script;
    if (!this.breakEvalOnSigint || !this.terminal) return run();
    // In raw mode the terminal sends a character instead of the signal.
    const wasRaw = this._setRawMode(false);
    try {
      return run();
    } finally {
      this._setRawMode(wasRaw);
    }
  },

  // Calls `stop` when the user interrupts what is awaited; the answer ends that.
  onInterrupt(stop) {
    if (!this.breakEvalOnSigint) return () => {};
    const once = () => {
      end();
      stop();
    };
    const end = () => {
      if (this.state.interrupt === once) this.state.interrupt = undefined;
      if (!this.terminal) process.removeListener('SIGINT', once);
    };
    this.state.interrupt = once;
    if (!this.terminal) process.on('SIGINT', once);
    return end;
  },

  // While a promise is awaited, what comes in waits.
  hold() { this.state.held ??= []; },

  release() {
    const { held } = this.state;
    this.state.held = null;
    while (held !== null && held.length > 0 && this.state.held === null) ArrayPrototypeShift(held)();
    if (held !== null && held.length > 0) for (let i = 0; i < held.length; i++) ArrayPrototypePush(this.state.held, held[i]);
  },
};

for (let i = 0, names = ObjectGetOwnPropertyNames(methods); i < names.length; i++) {
  ObjectDefineProperty(REPLServer.prototype, names[i], {
    __proto__: null, ...ObjectGetOwnPropertyDescriptor(methods, names[i]), enumerable: false,
  });
}

// Interface calls this for each line; while something is awaited, it waits too.
REPLServer.prototype._onLine = function _onLine(line) {
  const deliver = () => FunctionPrototypeCall(Interface.prototype._onLine, this, line);
  if (this.state.held === null) deliver();
  else ArrayPrototypePush(this.state.held, deliver);
};

function start(prompt, source, evaluateBy, useGlobal, ignoreUndefined, replMode) {
  return new REPLServer(prompt, source, evaluateBy, useGlobal, ignoreUndefined, replMode);
}

module.exports = { REPLServer, REPL_MODE_SLOPPY, REPL_MODE_STRICT, Recoverable, kStandalone, start, writer };
