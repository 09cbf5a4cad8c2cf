'use strict';

// The debugger in the terminal: the connection to the program, and what is printed.

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePop, PromisePrototypeThen, splitByPattern,
} = require('internal/primordials');
const { setTimeout: delay } = require('timers/promises');
const { ProtocolClient } = require('internal/debugger/protocol_client');
const { launch } = require('internal/debugger/launch');
const { Commands } = require('internal/debugger/commands');

const CONNECT_ATTEMPTS = 5;
const CONNECT_RETRY_MS = 1000;

class Terminal {
  client = new ProtocolClient();
  target;
  input = process.stdin;
  output = process.stdout;
  prompt = null;
  #child = null;
  #isHeld = true; // no prompt is shown
  #unfinished = { __proto__: null, stdout: '', stderr: '' }; // lines

  constructor(target) { this.target = target; }

  // ---- the program

  // Starts the program, or finds the one that runs, and connects to it.
  async run() {
    this.kill();
    let { host, port } = this.target;
    if (this.target.words !== null) {
      const started = await launch(this.target.words, { host, port }, (text, stream) => this.#printOfChild(text, stream));
      ({ host, port } = started);
      this.#child = started.child;
    }
    this.print(`connecting to ${host}:${port} ..`, false);
    for (let i = 0; i < CONNECT_ATTEMPTS; i++) {
      this.output.write('.');
      try {
        await this.client.connect(port, host);
        this.output.write(' ok\n');
        return;
      } catch {
        await delay(CONNECT_RETRY_MS);
      }
    }
    this.output.write(' failed to connect, please retry\n');
    process.exit(1);
  }

  kill() {
    this.client.reset();
    this.#child?.kill();
    this.#child = null;
  }

  // ---- printing

  print(text, endsLine = true) {
    if (this.output.isTTY) {
      this.output.cursorTo(0);
      this.output.clearLine(1);
    } else {
      this.output.write('\b');
    }
    this.output.write(endsLine ? `${text}\n` : text);
  }

  #printOfChild(text, stream) {
    const lines = splitByPattern(/\r\n|\r|\n/g, this.#unfinished[stream] + text);
    this.#unfinished[stream] = lines[lines.length - 1] === '' ? '' : ArrayPrototypePop(lines);
    if (lines.length > 0) {
      const all = ArrayPrototypeJoin(ArrayPrototypeMap(lines, (line) => `< ${line}`), '\n');
      this.print(all);
      if (!this.#isHeld) this.prompt.show(true);
    }
  }

  // Shows no prompt while something is printed that needs answers of the program.
  async holdWhile(print) {
    this.prompt?.pause();
    this.input.pause();
    this.#isHeld = true;
    try {
      await print();
      this.release();
    } catch (error) {
      process.nextTick(() => { throw error; });
    }
  }

  release() {
    this.#isHeld = false;
    if (this.prompt !== null) {
      this.prompt.resume();
      this.prompt.show();
    }
    this.input.resume();
  }
}

function fail(terminal, error) {
  if (error?.code === 'ERR_DEBUGGER_STARTUP_ERROR') process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`There was an internal error in Gyre. Please report this bug.\n${error?.message}\n${error?.stack}\n`);
  terminal.kill();
  process.exit(1);
}

async function converse(terminal) {
  await terminal.run();
  const commands = new Commands(terminal);
  const prompt = await commands.start();
  prompt.on('exit', () => process.exit(0));
}

function start(target) {
  const terminal = new Terminal(target);
  process.on('exit', () => terminal.kill());
  process.once('SIGTERM', () => process.exit(0));
  process.once('SIGHUP', () => process.exit(0));
  process.on('uncaughtException', (error) => fail(terminal, error));
  terminal.input.resume();
  PromisePrototypeThen(converse(terminal), undefined, (error) => fail(terminal, error));
}

module.exports = { start };
