'use strict';

// What the debugger knows of the program: its scripts, its breakpoints, and the frames of a pause.

const {
  ArrayPrototypeFilter, ArrayPrototypeFindIndex, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush,
  ArrayPrototypeSlice, ArrayPrototypeSome, MathMax, ObjectAssign, ObjectDefineProperty, SafeMap, String,
  StringPrototypeIncludes, StringPrototypePadStart, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith, copyList, itemsOf, replacePattern,
} = require('internal/primordials');
const path = require('path');
const { fileURLToPath } = require('url');
const { codes: { ERR_DEBUGGER_ERROR } } = require('internal/errors');
const { inspect } = require('internal/util/inspect');
const { Scope } = require('internal/debugger/remote_values');

// A path in the working folder is shown as relative to it.
function shortName(urlOrPath) {
  const file = StringPrototypeStartsWith(urlOrPath, 'file://') ? fileURLToPath(urlOrPath) : urlOrPath;
  const folder = StringPrototypeSlice(path.join(path.resolve(), 'x'), 0, -1);
  return StringPrototypeStartsWith(file, folder) ? StringPrototypeSlice(file, folder.length) : file;
}

const padded = (number, largest) => StringPrototypePadStart(`${number}`, MathMax(2, String(largest).length));

// Lines of a script around a place in it.
class Snippet {
  #program;
  #location;
  #delta;
  #source;

  constructor(program, location, delta, source) {
    this.#program = program;
    this.#location = location;
    this.#delta = delta;
    this.#source = source;
  }

  [inspect.custom](depth, options) {
    const { lineNumber, columnNumber, scriptId } = this.#location;
    const first = MathMax(1, lineNumber - this.#delta + 1);
    const end = lineNumber + this.#delta + 1;
    const lines = ArrayPrototypeSlice(StringPrototypeSplit(this.#source, '\n'), first - 1, end);
    return ArrayPrototypeJoin(ArrayPrototypeMap(lines, (line, i) => {
      const number = first + i;
      const isCurrent = number === lineNumber + 1;
      const mark = isCurrent ? '>' : this.#program.hasBreakpointAt(scriptId, number - 1) ? '*' : ' ';
      return `${mark}${padded(number, end)} ${isCurrent && options.colors ? colored(line, columnNumber) : line}`;
    }), '\n');
  }
}

// The word at the column is green.
function colored(line, column) {
  return StringPrototypeSlice(line, 0, column) +
    replacePattern(/(.+?)([^\w]|$)/, StringPrototypeSlice(line, column), '\u001b[32m$1\u001b[39m$2');
}

class Program {
  breakpoints = [];
  frames = null; // of the pause
  #client;
  #scripts = new SafeMap(); // by their number

  constructor(client) {
    this.#client = client;
    client.on('Debugger.scriptParsed', (script) => {
      if (script.url) this.#scripts.set(script.scriptId, script);
    });
    client.on('Debugger.breakpointResolved', ({ breakpointId, location }) => this.noteBreakpoint(breakpointId, location));
    client.on('Debugger.resumed', () => this.forgetPause());
    client.on('close', () => this.reset());
  }

  // It runs, or is about to.
  forgetPause() { this.frames = null; }

  reset() {
    this.forgetPause();
    this.#scripts = new SafeMap();
  }

  // The innermost frame of the pause.
  frame() {
    if (this.frames === null) throw new ERR_DEBUGGER_ERROR('Requires execution to be paused');
    return this.frames[0];
  }

  paused(callFrames) {
    const program = this;
    this.frames = copyList(callFrames);
    ObjectDefineProperty(this.frames, inspect.custom, {
      __proto__: null,
      value() { return program.#backtrace(this); },
    });
  }

  #backtrace(frames) {
    return ArrayPrototypeJoin(ArrayPrototypeMap(frames, ({ functionName, location }, i) => {
      const script = this.#scripts.get(location.scriptId);
      const place = `${script === undefined ? '<unknown>' : shortName(script.url)}:${location.lineNumber + 1}:${location.columnNumber}`;
      return `#${i} ${functionName || '(anonymous)'} ${place}`;
    }), '\n');
  }

  // The names of all variables of the pause, scope by scope, without globals.
  async scopes() {
    const local = ArrayPrototypeFilter(this.frame().scopeChain, (scope) => scope.type !== 'global');
    const all = [];
    for (let i = 0; i < local.length; i++) {
      const { result } = await this.#client.ask('Runtime.getProperties',
        { objectId: local[i].object.objectId, generatePreview: true });
      ArrayPrototypePush(all, new Scope(local[i], result).names);
    }
    return all;
  }

  async snippet(location, delta) {
    const { scriptSource } = await this.#client.ask('Debugger.getScriptSource', { scriptId: location.scriptId });
    return new Snippet(this, location, delta, scriptSource);
  }

  // ---- scripts

  script(scriptId) { return this.#scripts.get(scriptId); }

  // The numbers of the scripts with this number, or this text in their URL.
  findScripts(text) {
    if (this.#scripts.has(text)) return [text];
    const found = [];
    for (const { scriptId, url } of itemsOf(this.#scripts.values())) {
      if (StringPrototypeIncludes(url, text)) ArrayPrototypePush(found, scriptId);
    }
    return found;
  }

  isCurrent(script) { return this.frames !== null && this.frame().location.scriptId === script.scriptId; }

  listScripts(includesCore) {
    const shown = [];
    for (const script of itemsOf(this.#scripts.values())) {
      const isCore = StringPrototypeStartsWith(script.url, 'node:internal/');
      if (isCore && !includesCore && !this.isCurrent(script)) continue;
      ArrayPrototypePush(shown, `${this.isCurrent(script) ? '*' : ' '} ${script.scriptId}: ${shortName(script.url)}${isCore ? ' <native>' : ''}`);
    }
    return ArrayPrototypeJoin(shown, '\n');
  }

  // ---- breakpoints

  noteBreakpoint(breakpointId, location) {
    const url = this.#scripts.get(location.scriptId)?.url;
    const noted = url === undefined ? location : ObjectAssign(location, { scriptUrl: url });
    const at = ArrayPrototypeFindIndex(this.breakpoints, (known) => known.breakpointId === breakpointId);
    if (at < 0) ArrayPrototypePush(this.breakpoints, { breakpointId, location: noted });
    else this.breakpoints[at].location = noted;
  }

  hasBreakpointAt(scriptId, lineNumber) {
    return ArrayPrototypeSome(this.breakpoints, ({ location }) =>
      location?.scriptId === scriptId && location.lineNumber === lineNumber);
  }

  listBreakpoints() {
    return ArrayPrototypeJoin(ArrayPrototypeMap(this.breakpoints, ({ location }, i) => {
      if (!location) return `#${i} <unknown location>`;
      const url = this.#scripts.get(location.scriptId)?.url ?? location.scriptUrl;
      return `#${i} ${shortName(url)}:${location.lineNumber + 1}`;
    }), '\n');
  }
}

module.exports = { Program, padded, shortName };
