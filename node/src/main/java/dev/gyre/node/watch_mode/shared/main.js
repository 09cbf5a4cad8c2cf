'use strict';

// `gyre --watch app.js`: runs the program in a process of its own, and again whenever one of its files changes.
//
//   a file changes      the next process starts, and waits before it runs anything (see start_gate)
//   200 ms of quiet     the old process is ended
//   it has ended        the next one goes on
//
// So the time that a process takes to start passes while the files come to rest.

const {
  ArrayPrototypeIncludes, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeSome, Boolean, Promise,
  PromisePrototypeThen, StringPrototypeStartsWith, itemsOf, pushAll,
} = require('internal/primordials');
const options = require('internal/options');
const path = require('path');
const { clearTimeout, setTimeout } = require('timers');
const colors = require('internal/util/colors');
const { FilesWatcher } = require('internal/watch_mode/files_watcher');
const { VARIABLE } = require('internal/watch_mode/start_gate');

const WAITING = 'Waiting for file changes before restarting...';
const GRACE_MS = 500;
const GATE_FD = 4;

// As in Node, a configuration file is for this process alone.
const OWN_FLAGS = ['--watch', '--experimental-default-config-file'];
const OWN_OPTIONS = ['--watch-path', '--experimental-config-file'];

function commandLine() {
  const args = [];
  const { execArgv } = process;
  for (let i = 0; i < execArgv.length; i++) {
    const word = execArgv[i];
    if (ArrayPrototypeIncludes(OWN_OPTIONS, word)) i++; // its value
    else if (!isOwn(word)) ArrayPrototypePush(args, word);
  }
  pushAll(args, ArrayPrototypeSlice(process.argv, 1));
  return args;
}

function isOwn(word) {
  const hasValue = (name) => StringPrototypeStartsWith(word, `${name}=`);
  return ArrayPrototypeIncludes(OWN_FLAGS, word) || ArrayPrototypeSome(OWN_OPTIONS, hasValue) || hasValue('--watch');
}

const isDebugged = () => Boolean(options.get('--inspect') || options.get('--inspect-brk') || options.get('--inspect-wait'));

// One run of the program.
class Run {
  hasEnded = false;
  isStopping = false;

  /** @param isAhead whether it waits for go() */
  constructor(args, hasChannel, isAhead) {
    const env = { ...process.env, WATCH_REPORT_DEPENDENCIES: '1' };
    const stdio = ['inherit', 'inherit', 'inherit'];
    if (hasChannel) ArrayPrototypePush(stdio, 'ipc');
    if (isAhead) {
      if (!hasChannel) ArrayPrototypePush(stdio, 'ignore');
      ArrayPrototypePush(stdio, 'pipe');
      env[VARIABLE] = `${GATE_FD}`;
    }
    this.child = require('child_process').spawn(process.execPath, args, { __proto__: null, stdio, env });
    this.gate = isAhead ? this.child.stdio[GATE_FD] : undefined;
    this.gate?.on('error', () => {}); // the process has ended already
    this.ended = new Promise((resolve) => {
      this.child.once('exit', (code) => {
        this.hasEnded = true;
        resolve(code);
      });
    });
  }

  go() {
    this.gate?.end('g');
    this.gate = undefined;
  }

  stop(signal) {
    this.isStopping = true;
    if (!this.hasEnded) this.child.kill(signal);
    return this.ended;
  }
}

class Watch {
  #args = commandLine();
  #command = require('internal/util/inspect').inspect(ArrayPrototypeJoin(ArrayPrototypeSlice(process.argv, 1), ' '));
  #preservesOutput = Boolean(options.get('--watch-preserve-output'));
  #killSignal = signalOf(options.get('--watch-kill-signal') ?? 'SIGTERM');
  #paths = options.list('--watch-path');
  #watcher = new FilesWatcher({ mode: this.#paths.length === 0 ? 'filter' : 'all' });
  #current;
  #next;
  #isRestarting = false;

  start() {
    colors.refresh();
    for (const folder of itemsOf(this.#paths)) this.#watcher.watchFolder(path.resolve(folder));
    this.#current = this.#begin(this.#make(false));
    this.#watcher.on('changing', () => this.#prepare());
    this.#watcher.on('changed', ({ trigger }) => this.#restart(trigger));
    this.#watcher.on('error', (error) => require('internal/process/fatal').triggerHere(error, true));
    for (const signal of itemsOf(['SIGTERM', 'SIGINT'])) process.on(signal, () => this.#end(signal));
  }

  #make(isAhead) {
    return new Run(this.#args, this.#paths.length === 0, isAhead);
  }

  // What a process reads before the program runs must be new: with these options it starts when the old one has ended.
  #prepare() {
    const readsFiles = options.list('--env-file').length + options.list('--env-file-if-exists').length > 0;
    if (this.#next === undefined && !this.#isRestarting && !readsFiles && !isDebugged()) this.#next = this.#make(true);
  }

  #begin(run) {
    this.#watcher.watchProcess(run.child, undefined);
    for (const file of itemsOf(options.list('--env-file'))) this.#watcher.watchFile(path.resolve(file));
    for (const file of itemsOf(options.list('--env-file-if-exists'))) this.#watcher.watchFile(path.resolve(file));
    run.go();
    PromisePrototypeThen(run.ended, (code) => {
      if (run.isStopping) return;
      const outcome = code === 0 ? `${colors.blue}Completed` : `${colors.red}Failed`;
      process.stdout.write(`${outcome} running ${this.#command}. ${WAITING}${colors.white}\n`);
    });
    return run;
  }

  async #restart(trigger) {
    if (this.#isRestarting) return;
    this.#isRestarting = true;
    const { inspect } = require('internal/util/inspect');
    this.#clearScreen();
    process.stdout.write(`${colors.blue}Change detected in ${inspect(trigger)}${colors.white}\n` +
      `${colors.green}Restarting ${this.#command}${colors.white}\n`);
    this.#watcher.stopForwarding(this.#current.child);
    this.#watcher.forgetFiles();
    const stopped = this.#reportSlowEnd();
    await this.#current.stop(this.#killSignal);
    stopped();
    const next = this.#next ?? this.#make(false);
    this.#next = undefined;
    this.#current = this.#begin(next.hasEnded ? this.#make(false) : next);
    this.#isRestarting = false;
  }

  #clearScreen() {
    if (!this.#preservesOutput) process.stdout.write(colors.clear);
  }

  #reportSlowEnd() {
    let isTold = false;
    const timer = setTimeout(() => {
      isTold = true;
      process.stdout.write(`${colors.blue}Waiting for graceful termination...${colors.white}\n`);
    }, GRACE_MS);
    return () => {
      clearTimeout(timer);
      if (!isTold) return;
      this.#clearScreen();
      process.stdout.write(`${colors.green}Gracefully restarted ${this.#command}${colors.white}\n`);
    };
  }

  async #end(signal) {
    this.#watcher.stop();
    this.#next?.stop('SIGKILL');
    const code = await this.#current.stop(signal);
    process.exit(code ?? 0);
  }
}

function signalOf(name) {
  const { convertToValidSignal } = require('internal/util');
  return convertToValidSignal(name);
}

function start() {
  new Watch().start();
}

module.exports = { start };
