'use strict';

// The prompt of the debugger: lines are handed to `evaluate`, whose result is printed. It is what the REPL is to other
// programs, as far as a debugger needs it.

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypeSort, ObjectKeys, RegExpPrototypeExec, StringPrototypePadEnd,
  StringPrototypeSlice, StringPrototypeTrim,
} = require('internal/primordials');
const EventEmitter = require('events');
const readline = require('readline');
const { inspect } = require('internal/util/inspect');

const COMMAND_WIDTH = 12;

class Prompt extends EventEmitter {
  evaluate;
  #lines;
  #output;
  #isColored;
  #wasInterrupted = false;
  #commands = { __proto__: null };

  constructor({ input, output, text, evaluate }) {
    super();
    this.evaluate = evaluate;
    this.#output = output;
    this.#isColored = output.isTTY === true;
    this.#lines = readline.createInterface({ input, output, prompt: text, terminal: this.#isColored });
    this.#lines.on('line', (line) => this.#read(line));
    this.#lines.on('close', () => this.emit('exit'));
    this.#lines.on('SIGINT', () => this.#interrupt());
    this.define('break', 'Sometimes you get stuck, this gets you out', () => this.show());
    this.define('exit', 'Exit the REPL', () => this.#lines.close());
    this.define('help', 'Print this help message', () => this.#help());
    this.define('interrupt', '', () => this.#interrupt());
  }

  define(name, help, action) { this.#commands[name] = { help, action }; }

  set text(text) { this.#lines.setPrompt(text); }

  show(keepsCursor) { this.#lines.prompt(keepsCursor); }
  pause() { this.#lines.pause(); }
  resume() { this.#lines.resume(); }

  #read(line) {
    this.#wasInterrupted = false;
    const command = RegExpPrototypeExec(/^\s*\.([^\s\d]\S*)/, line);
    if (command !== null) {
      const known = this.#commands[command[1]];
      if (known === undefined) {
        this.#output.write('Invalid REPL keyword\n');
        this.show();
      } else {
        known.action();
      }
      return;
    }
    this.evaluate(`${line}\n`, (error, hasFailed, result) => {
      if (hasFailed) this.#output.write(`${this.#failure(error)}\n`);
      else if (result !== undefined) this.#output.write(`${inspect(result, { colors: this.#isColored })}\n`);
      this.show();
    });
  }

  // V8's picture of the place stands before the word.
  #failure(error) {
    const text = inspect(error, { colors: this.#isColored });
    const picture = RegExpPrototypeExec(/^\S+:\d+\n[^\n]*\n *\^+\n\n/, text)?.[0] ?? '';
    return `${picture}Uncaught ${StringPrototypeSlice(text, picture.length)}`;
  }

  #interrupt() {
    if (this.listenerCount('SIGINT') > 0) {
      this.emit('SIGINT');
    } else if (this.#wasInterrupted) {
      this.#lines.close();
    } else {
      this.#wasInterrupted = true;
      this.#output.write('(To exit, press Ctrl+C again or Ctrl+D or type .exit)\n');
      this.show();
    }
  }

  #help() {
    const names = ArrayPrototypeSort(ObjectKeys(this.#commands));
    const lines = ArrayPrototypeMap(names, (name) =>
      StringPrototypeTrim(`${StringPrototypePadEnd(`.${name}`, COMMAND_WIDTH)} ${this.#commands[name].help}`));
    this.#output.write(`${ArrayPrototypeJoin(lines, '\n')}\n\n` +
      'Press Ctrl+C to abort current expression, Ctrl+D to exit the REPL\n');
    this.show();
  }
}

module.exports = { Prompt };
