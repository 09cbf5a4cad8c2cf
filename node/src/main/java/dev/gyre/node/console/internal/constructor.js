'use strict';

// class Console. The global console is no instance of it, but has the same methods and state (internal/console/global).
//
// A console's state is stored under symbols on the object itself, beside the underscored properties that Node has always
// exposed. Methods are bound to the object, so that `const { log } = console` works.

const {
  ArrayPrototypeUnshift, Boolean, ErrorCaptureStackTrace: captureStackTrace, FunctionPrototypeBind, ObjectAssign,
  ObjectDefineProperty, ObjectKeys, ReflectApply, ReflectConstruct, SafeMap, StringPrototypeRepeat,
  StringPrototypeReplaceAll, StringPrototypeSlice, Symbol, SymbolHasInstance, SymbolToStringTag, itemsOf, joinLists,
} = require('internal/primordials');
const traceCaller = require('internal/console/trace_caller');
const {
  codes: { ERR_CONSOLE_WRITABLE_STREAM, ERR_INCOMPATIBLE_OPTION_PAIR },
  isStackOverflowError,
} = require('internal/errors');
const { validateArray, validateInteger, validateObject, validateOneOf } = require('internal/validators');
const { isMap } = require('util/types');
const { read, start } = require('internal/console/time');
const { GROUPS, emit, isOn } = require('internal/trace_events/tracing');

// Loaded when there is more to write than a string: a worker, which has neither in its snapshot, would compile both for that.
const inspect = (value, options) => require('internal/util/inspect').inspect(value, options);
let formatArguments;


const maxGroupIndentation = 1000;
const colorOptions = { colors: true };
const plainOptions = {};

const kColorMode = Symbol('kColorMode');
const kCounts = Symbol('counts');
const kGroupIndentation = Symbol('kGroupIndentation');
const kGroupIndentationWidth = Symbol('kGroupIndentWidth');
const kInspectOptions = Symbol('kInspectOptions');
const kIsConsole = Symbol('kIsConsole');

const ignore = () => {};

// Also Console(stdout, stderr, ignoreErrors), with or without `new`.
function Console(options, ...legacy) {
  if (new.target === undefined) return ReflectConstruct(Console, joinLists([options], legacy));
  const settings = !options || typeof options.write === 'function' ?
    { stdout: options, stderr: legacy[0], ignoreErrors: legacy[1] } : options;
  const {
    stdout, stderr = stdout, ignoreErrors = true, colorMode = 'auto', inspectOptions, groupIndentation,
  } = settings;
  if (typeof stdout?.write !== 'function') throw new ERR_CONSOLE_WRITABLE_STREAM('stdout');
  if (typeof stderr?.write !== 'function') throw new ERR_CONSOLE_WRITABLE_STREAM('stderr');
  validateOneOf(colorMode, 'colorMode', ['auto', true, false]);
  if (groupIndentation !== undefined) {
    validateInteger(groupIndentation, 'groupIndentation', 0, maxGroupIndentation);
  }
  const optionsByStream = inspectOptions === undefined ? undefined :
    inspectOptionsByStream(inspectOptions, stdout, stderr, settings.colorMode !== undefined);

  // Taken from the instance, because a subclass may have methods of its own under these names.
  for (let i = 0, list = ObjectKeys(Console.prototype); i < list.length; i++) {
    const name = list[i];
    this[name] = bindMethod(this[name], this, name);
  }
  setHidden(this, '_stdout', stdout);
  setHidden(this, '_stderr', stderr);
  initialize(this, { ignoreErrors, colorMode, groupIndentation, inspectOptions: optionsByStream });
}

function inspectOptionsByStream(inspectOptions, stdout, stderr, hasColorMode) {
  validateObject(inspectOptions, 'options.inspectOptions');
  const byStream = isMap(inspectOptions) ? inspectOptions :
    new SafeMap([[stdout, inspectOptions], [stderr, inspectOptions]]);
  for (const options of itemsOf(byStream.values())) {
    if (options.colors !== undefined && hasColorMode) {
      throw new ERR_INCOMPATIBLE_OPTION_PAIR('options.inspectOptions.color', 'colorMode');
    }
  }
  return byStream;
}

function bindMethod(method, console, name) {
  return ObjectDefineProperty(FunctionPrototypeBind(method, console), 'name', { __proto__: null, value: name });
}

function setHidden(console, key, value) {
  ObjectDefineProperty(console, key, {
    __proto__: null, value, writable: true, enumerable: false, configurable: true,
  });
}

function initialize(console, { ignoreErrors = true, colorMode = 'auto', groupIndentation = 2, inspectOptions }) {
  setHidden(console, '_stdoutErrorHandler', makeWriteErrorHandler(console, '_stdout'));
  setHidden(console, '_stderrErrorHandler', makeWriteErrorHandler(console, '_stderr'));
  setHidden(console, '_ignoreErrors', Boolean(ignoreErrors));
  setHidden(console, '_times', new SafeMap());
  setHidden(console, kCounts, new SafeMap());
  setHidden(console, kColorMode, colorMode);
  setHidden(console, kIsConsole, true);
  setHidden(console, kGroupIndentationWidth, groupIndentation);
  setHidden(console, kGroupIndentation, '');
  setHidden(console, kInspectOptions, inspectOptions);
  ObjectDefineProperty(console, SymbolToStringTag, {
    __proto__: null, value: 'console', writable: false, enumerable: false, configurable: true,
  });
}

ObjectDefineProperty(Console, SymbolHasInstance, {
  __proto__: null,
  value: { [SymbolHasInstance](instance) { return instance[kIsConsole]; } }[SymbolHasInstance],
});

// ---- writing

// A write that fails later calls its callback and then emits 'error', which would be uncaught without a listener.
function makeWriteErrorHandler(console, name) {
  return (error) => {
    const stream = console[name];
    if (error != null && !stream._writableState.errorEmitted && stream.listenerCount('error') === 0) {
      stream.once('error', ignore);
    }
  };
}

function write(console, stream, onWritten, message) {
  const indent = console[kGroupIndentation];
  const text = indent === '' ? `${message}\n` : `${indent}${StringPrototypeReplaceAll(message, '\n', `\n${indent}`)}\n`;
  if (console._ignoreErrors === false) {
    stream.write(text);
    return;
  }
  // The stream may fail at once (files, terminals) or later (pipes). A console is a debugging tool and ignores both.
  try {
    if (stream.listenerCount('error') === 0) stream.once('error', ignore);
    stream.write(text, onWritten);
  } catch (error) {
    if (isStackOverflowError(error)) throw error;
  } finally {
    stream.removeListener('error', ignore);
  }
}

const writeOut = (console, message) => write(console, console._stdout, console._stdoutErrorHandler, message);
const writeErr = (console, message) => write(console, console._stderr, console._stderrErrorHandler, message);

function inspectOptionsFor(console, stream) {
  const mode = console[kColorMode];
  const colors = mode === 'auto' ? require('internal/util/colors').shouldColorize(stream) : mode;
  const options = console[kInspectOptions]?.get(stream);
  if (!options) return colors ? colorOptions : plainOptions;
  if (options.colors === undefined) options.colors = colors;
  return options;
}

function format(console, stream, args) {
  if (args.length === 1 && typeof args[0] === 'string') return args[0];
  formatArguments ??= require('internal/util/format').formatArguments;
  return formatArguments(inspectOptionsFor(console, stream), args);
}

// ---- diagnostics channels console.log, console.warn, ...

const channels = { __proto__: null };

function publish(name, args) {
  const channel = channels[name] ??= require('diagnostics_channel').channel(`console.${name}`);
  if (channel.hasSubscribers) channel.publish(args);
}

// ---- methods, in the order that users see

const methods = {
  log(...args) {
    publish('log', args);
    writeOut(this, format(this, this._stdout, args));
  },

  info(...args) {
    publish('info', args);
    writeOut(this, format(this, this._stdout, args));
  },

  debug(...args) {
    publish('debug', args);
    writeOut(this, format(this, this._stdout, args));
  },

  warn(...args) {
    publish('warn', args);
    writeErr(this, format(this, this._stderr, args));
  },

  error(...args) {
    publish('error', args);
    writeErr(this, format(this, this._stderr, args));
  },

  dir(object, options) {
    writeOut(this, inspect(object, { customInspect: false, ...inspectOptionsFor(this, this._stdout), ...options }));
  },

  time(label = 'default') {
    start(this._times, `${label}`, 'console.time()');
  },

  timeEnd(label = 'default') {
    const duration = read(this._times, `${label}`, 'console.timeEnd()');
    if (duration !== undefined) this.log('%s: %s', `${label}`, duration);
    this._times.delete(`${label}`);
  },

  timeLog(label = 'default', ...data) {
    const duration = read(this._times, `${label}`, 'console.timeLog()');
    if (duration !== undefined) ReflectApply(this.log, this, joinLists(['%s: %s', `${label}`, duration], data));
  },

  trace(...args) {
    const trace = { name: 'Trace', message: format(this, this._stderr, args) };
    captureStackTrace(trace, traceCaller.current ?? methods.trace);
    this.error(trace.stack);
  },

  assert(expression, ...args) {
    if (expression) return;
    if (typeof args[0] === 'string') args[0] = `Assertion failed: ${args[0]}`;
    else ArrayPrototypeUnshift(args, 'Assertion failed');
    ReflectApply(this.warn, this, args);
  },

  // Moves the cursor to the upper left corner, then clears what is below.
  clear() {
    if (this._stdout.isTTY && process.env.TERM !== 'dumb') this._stdout.write('\u001b[1;1H\u001b[0J');
  },

  count(label = 'default') {
    const name = `${label}`;
    const count = (this[kCounts].get(name) ?? 0) + 1;
    this[kCounts].set(name, count);
    if (isOn.console) emit('C', GROUPS.console, `count::${name}`, 0, { data: count });
    this.log(`${name}: ${count}`);
  },

  countReset(label = 'default') {
    const name = `${label}`;
    if (!this[kCounts].delete(name)) process.emitWarning(`Count for '${name}' does not exist`);
    else if (isOn.console) emit('C', GROUPS.console, `count::${name}`, 0, { data: 0 });
  },

  group(...data) {
    if (data.length > 0) ReflectApply(this.log, this, data);
    this[kGroupIndentation] += StringPrototypeRepeat(' ', this[kGroupIndentationWidth]);
  },

  groupEnd() {
    const indent = this[kGroupIndentation];
    this[kGroupIndentation] = StringPrototypeSlice(indent, 0, indent.length - this[kGroupIndentationWidth]);
  },

  table(tabularData, properties) {
    if (properties !== undefined) validateArray(properties, 'properties');
    if (tabularData === null || typeof tabularData !== 'object') return this.log(tabularData);
    const options = inspectOptionsFor(this, this._stdout);
    const cell = (value, depth) =>
      inspect(value, { depth, maxArrayLength: 3, breakLength: Infinity, ...options });
    return this.log(require('internal/console/table').formatTable(tabularData, properties, cell));
  },
};

ObjectAssign(Console.prototype, methods, { dirxml: methods.log, groupCollapsed: methods.group });

module.exports = { Console, bindMethod, initialize };
