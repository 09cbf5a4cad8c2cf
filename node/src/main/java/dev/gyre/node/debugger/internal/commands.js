'use strict';

// What can be typed at the debugger's prompt: JavaScript, in a context whose globals are the commands.

const {
  ArrayPrototypeForEach, ArrayPrototypeIndexOf, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush,
  ArrayPrototypeSplice, JSONStringify, ObjectDefineProperty, ObjectEntries, ObjectGetOwnPropertyDescriptor,
  ObjectGetOwnPropertyNames, PromisePrototypeThen, PromiseResolve, Proxy, ReflectApply, RegExpPrototypeExec,
  StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeReplaceAll, StringPrototypeSplit,
  StringPrototypeStartsWith, StringPrototypeTrim,
} = require('internal/primordials');
const EventEmitter = require('events');
const vm = require('vm');
const { validateNumber, validateString } = require('internal/validators');
const { inspect } = require('internal/util/inspect');
const { Breakpoints } = require('internal/debugger/breakpoints');
const { HELP, SHORT_NAMES } = require('internal/debugger/help');
const { Profiles } = require('internal/debugger/profiles');
const { Program, padded, shortName } = require('internal/debugger/paused_program');
const { Prompt } = require('internal/debugger/prompt');
const { RemoteValue } = require('internal/debugger/remote_values');

const DOMAINS = ['Debugger', 'HeapProfiler', 'Profiler', 'Runtime'];
const OBJECT_GROUP = 'node-inspect';

// `Debugger.getScriptSource({ … })` and its like, as functions; events of the domain are emitted.
function agentOf(domain, client) {
  const agent = new EventEmitter();
  const shown = { [inspect.custom]: (depth, { stylize }) => stylize(`[Agent ${domain}]`, 'special') };
  agent.then = (done, failed) => PromisePrototypeThen(PromiseResolve(shown), done, failed);
  return new Proxy(agent, {
    __proto__: null,
    get: (target, name) => (name in target ? target[name] : (params) => client.ask(`${domain}.${name}`, params)),
  });
}

const isObjectLiteral = (text) =>
  StringPrototypeStartsWith(StringPrototypeTrim(text), '{') && !StringPrototypeEndsWith(StringPrototypeTrim(text), ';');

class Commands {
  #terminal;
  #client;
  #program;
  #breakpoints;
  #profiles;
  #prompt = null;
  #agents = { __proto__: null };
  #context = vm.createContext({});
  #watched = [];
  #contextLines = 2;
  #pauseOnExceptions = 'none';
  #last = ''; // command
  #count = 0; // of commands
  #endRepl = null;
  #firstPause = null; // printed, or about to be

  constructor(terminal) {
    const { client } = terminal;
    this.#terminal = terminal;
    this.#client = client;
    const print = (value, endsLine) => this.#print(value, endsLine);
    this.#program = new Program(client);
    this.#breakpoints = new Breakpoints(client, this.#program, print);
    this.#profiles = new Profiles(client, print);
    ArrayPrototypeForEach(DOMAINS, (domain) => { this.#agents[domain] = agentOf(domain, client); });
    client.on('protocolEvent', (name, params) => {
      const { 0: domain, 1: event } = StringPrototypeSplit(name, '.', 2);
      this.#agents[domain]?.emit(event, params);
    });
    client.on('close', () => this.#endRepl?.());
    client.on('Debugger.paused', (event) => this.#paused(event));
    this.#fillContext();
  }

  // Returns the prompt, when the program's first pause was printed.
  async start() {
    await this.#begin();
    const { input, output } = this.#terminal;
    this.#prompt = new Prompt({
      input, output, text: 'debug> ', evaluate: (line, callback) => this.#evaluateCommand(line, callback),
    });
    this.#terminal.prompt = this.#prompt;
    this.#terminal.release();
    return this.#prompt;
  }

  async #begin() {
    const isHeld = this.#terminal.target.words !== null && process.env.NODE_INSPECT_RESUME_ON_START !== '1';
    const ask = (method, params) => this.#client.ask(method, params);
    this.#firstPause = null;
    await ask('Runtime.enable');
    await ask('Profiler.enable');
    await ask('Profiler.setSamplingInterval', { interval: 100 });
    await ask('Debugger.enable');
    await ask('Debugger.setAsyncCallStackDepth', { maxDepth: 0 });
    await ask('Debugger.setBlackboxPatterns', { patterns: [] });
    await ask('Debugger.setPauseOnExceptions', { state: this.#pauseOnExceptions });
    await this.#breakpoints.restore();
    await ask('Runtime.runIfWaitingForDebugger');
    if (isHeld) await this.#firstPause;
  }

  async #restart() {
    await this.#terminal.run();
    await this.#begin();
  }

  #print(value, endsLine = true) {
    this.#terminal.print(typeof value === 'string' ? value : this.#inspect(value), endsLine);
  }

  #inspect(value) { return inspect(value, { colors: this.#terminal.output.isTTY === true }); }

  #paused({ callFrames, reason }) {
    if (process.env.NODE_INSPECT_RESUME_ON_START === '1' && reason === 'Break on start') {
      this.#client.ask('Debugger.resume');
      return;
    }
    this.#program.paused(callFrames);
    const { location } = this.#program.frame();
    const script = this.#program.script(location.scriptId);
    const place = `${script === undefined ? '[unknown]' : shortName(script.url)}:${location.lineNumber + 1}`;
    this.#firstPause = this.#terminal.holdWhile(async () => {
      const watched = await this.#watchers(true);
      const snippet = this.#inspect(await this.#program.snippet(location, this.#contextLines));
      const text = watched === '' ? snippet : `${watched}\n${snippet}`;
      this.#print(`${reason === 'other' ? 'break' : reason} in ${place}\n${text}`);
    });
  }

  // ---- evaluation

  async #evaluateInProgram(expression) {
    if (expression === '.scope') return this.#program.scopes();
    const how = { expression, objectGroup: OBJECT_GROUP, generatePreview: true };
    const { result } = this.#program.frames === null ?
      await this.#client.ask('Runtime.evaluate', how) :
      await this.#client.ask('Debugger.evaluateOnCallFrame', { callFrameId: this.#program.frame().callFrameId, ...how });
    return new RemoteValue(result);
  }

  // An empty line repeats the last command; `exec expression` and `p expression` are calls.
  #codeOf(line) {
    if (line === '\n') return this.#last;
    const call = RegExpPrototypeExec(/^\s*(?:exec|p)\s+([^\n]*)/, line);
    const text = call === null ? line : call[1];
    const expression = isObjectLiteral(text) ? `(${StringPrototypeTrim(text)})\n` : text;
    this.#last = call === null ? expression : `exec(${JSONStringify(expression)})`;
    return this.#last;
  }

  #evaluateCommand(line, callback) {
    const failed = (error) => callback(error, true);
    const done = (result) => callback(null, false, result);
    try {
      const result = vm.runInContext(this.#codeOf(line), this.#context, `REPL${++this.#count}`);
      const then = result?.then;
      if (typeof then === 'function') ReflectApply(then, result, [done, failed]);
      else done(result);
    } catch (error) {
      failed(error);
    }
  }

  async #watchers(hasTitle) {
    if (this.#watched.length === 0) return '';
    const values = [];
    for (let i = 0; i < this.#watched.length; i++) {
      ArrayPrototypePush(values, await PromisePrototypeThen(this.#evaluateInProgram(this.#watched[i]), undefined,
        (error) => `<${error.message}>`));
    }
    const list = ArrayPrototypeJoin(ArrayPrototypeMap(this.#watched, (expression, i) => {
      const value = this.#inspect(values[i]);
      const title = ` ${padded(i, this.#watched.length - 1)}: ${expression} =`;
      return StringPrototypeIncludes(value, '\n') ?
        `${title}\n    ${StringPrototypeReplaceAll(value, '\n', '\n    ')}` : `${title} ${value}`;
    }), '\n');
    return hasTitle ? `Watchers:\n${list}\n` : list;
  }

  // ---- commands

  #go(method) {
    this.#program.forgetPause();
    return this.#client.ask(method);
  }

  async #setPauseOnExceptions(state) {
    await this.#client.ask('Debugger.setPauseOnExceptions', { state });
    this.#pauseOnExceptions = state;
  }

  // Lines are expressions of the program, until Ctrl+C.
  #repl() {
    const prompt = this.#prompt;
    const { evaluate } = prompt;
    this.#endRepl = () => {
      prompt.removeListener('SIGINT', this.#endRepl);
      this.#endRepl = null;
      prompt.evaluate = evaluate;
      prompt.text = 'debug> ';
      prompt.show();
    };
    prompt.on('SIGINT', this.#endRepl);
    prompt.evaluate = (line, callback) => {
      PromisePrototypeThen(this.#evaluateInProgram(line), (result) => callback(null, false, result),
        (error) => callback(error, true));
    };
    prompt.text = '> ';
    this.#print('Press Ctrl+C to leave debug repl');
  }

  #scriptsFunction() {
    const scripts = (includesCore = false) => { this.#print(this.#program.listScripts(includesCore)); };
    return ObjectDefineProperty(scripts, inspect.custom, { __proto__: null, value: () => this.#program.listScripts(false) });
  }

  // Commands that are names alone.
  #words() {
    const program = this.#program;
    return {
      __proto__: null,
      help: () => { this.#print(HELP); },
      run: () => this.#restart(),
      restart: () => this.#restart(),
      kill: () => this.#terminal.kill(),
      cont: () => this.#go('Debugger.resume'),
      next: () => this.#go('Debugger.stepOver'),
      step: () => this.#go('Debugger.stepInto'),
      out: () => this.#go('Debugger.stepOut'),
      pause: () => this.#client.ask('Debugger.pause'),
      backtrace: () => program.frames,
      breakpoints: () => this.#breakpoints.list(),
      profile: () => this.#profiles.start(),
      profileEnd: () => this.#profiles.stop(),
      profiles: () => this.#profiles.all,
      watchers: async () => { this.#print(await this.#watchers(false)); },
      repl: () => this.#repl(),
      version: async () => {
        const { result } = await this.#client.ask('Runtime.evaluate',
          { expression: 'process.versions.v8', contextId: 1, returnByValue: true });
        this.#print(result.value);
      },
      breakOnException: () => this.#setPauseOnExceptions('all'),
      breakOnUncaught: () => this.#setPauseOnExceptions('uncaught'),
      breakOnNone: () => this.#setPauseOnExceptions('none'),
    };
  }

  #functions() {
    const program = this.#program;
    const watched = this.#watched;
    return {
      __proto__: null,
      exec: (expression) => this.#evaluateInProgram(expression),
      takeHeapSnapshot: (file) => this.#profiles.takeHeapSnapshot(file),
      watch: (expression) => {
        validateString(expression, 'expression');
        ArrayPrototypePush(watched, expression);
      },
      unwatch: (expressionOrIndex) => {
        const at = ArrayPrototypeIndexOf(watched, expressionOrIndex);
        ArrayPrototypeSplice(watched, at < 0 ? +expressionOrIndex : at, 1);
      },
      scripts: this.#scriptsFunction(),
      setBreakpoint: (script, line, condition) => this.#breakpoints.setAtPlace(script, line, condition),
      clearBreakpoint: (url, line) => this.#breakpoints.remove(url, line),
      setPauseOnExceptions: (state) => this.#setPauseOnExceptions(state),
      list: (delta = 5) => program.snippet(program.frame().location, delta),
      setContextLineNumber: (delta = 2) => {
        program.frame();
        validateNumber(delta, 'delta', 1);
        this.#contextLines = delta;
        this.#print(`The contextLine has been changed to ${delta}.`);
      },
    };
  }

  #fillContext() {
    const context = this.#context;
    const define = (name, descriptor) => ObjectDefineProperty(context, name, {
      __proto__: null, configurable: true, enumerable: true, ...descriptor,
    });
    const known = vm.runInContext('globalThis', context);
    ArrayPrototypeForEach(ObjectGetOwnPropertyNames(globalThis), (name) => {
      if (!(name in known)) define(name, { ...ObjectGetOwnPropertyDescriptor(globalThis, name), enumerable: false });
    });
    define('require', { value: require('module').createRequire(`${process.cwd()}/debugger`), writable: true, enumerable: false });
    ArrayPrototypeForEach(DOMAINS, (domain) => define(domain, { value: this.#agents[domain] }));
    ArrayPrototypeForEach(ObjectEntries(this.#words()), ({ 0: name, 1: get }) => define(name, { get }));
    ArrayPrototypeForEach(ObjectEntries(this.#functions()), ({ 0: name, 1: value }) => define(name, { value, writable: true }));
    ArrayPrototypeForEach(ObjectEntries(SHORT_NAMES), ({ 0: name, 1: short }) =>
      define(short, ObjectGetOwnPropertyDescriptor(context, name)));
  }
}

module.exports = { Commands };
