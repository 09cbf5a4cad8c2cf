'use strict';

// The commands that begin with a dot.

const {
  ArrayPrototypeForEach, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypeSort, MathMax, ObjectKeys, ReflectApply,
  StringPrototypeRepeat,
} = require('internal/primordials');
const { codes: { ERR_MISSING_ARGS } } = require('internal/errors');

function helpOf(commands) {
  const names = ArrayPrototypeSort(ObjectKeys(commands));
  const width = ReflectApply(MathMax, undefined, ArrayPrototypeMap(names, (name) => name.length)) + 3;
  return ArrayPrototypeJoin(ArrayPrototypeMap(names, (name) => {
    const { help } = commands[name];
    return `.${name}${help ? StringPrototypeRepeat(' ', width - name.length) + help : ''}\n`;
  }), '');
}

function defineAll(server) {
  server.defineCommand('break', {
    help: 'Sometimes you get stuck, this gets you out',
    action() {
      this.clearBufferedCommand();
      this.displayPrompt();
    },
  });
  server.defineCommand('clear', {
    help: server.useGlobal ? 'Alias for .break' : 'Break, and also clear the local context',
    action() {
      this.clearBufferedCommand();
      if (!this.useGlobal) {
        this.output.write('Clearing context...\n');
        this.resetContext();
      }
      this.displayPrompt();
    },
  });
  server.defineCommand('exit', { help: 'Exit the REPL', action() { this.close(); } });
  server.defineCommand('help', {
    help: 'Print this help message',
    action() {
      this.output.write(`${helpOf(this.commands)}\nPress Ctrl+C to abort current expression, Ctrl+D to exit the REPL\n`);
      this.displayPrompt();
    },
  });
  server.defineCommand('save', {
    help: 'Save all evaluated commands in this REPL session to a file',
    action(file) {
      try {
        if (file === '') throw new ERR_MISSING_ARGS('file');
        require('fs').writeFileSync(file, ArrayPrototypeJoin(this.lines, '\n'));
        this.output.write(`Session saved to: ${file}\n`);
      } catch (error) {
        this.output.write(error.code === 'ERR_MISSING_ARGS' ? `${error.message}\n` : `Failed to save: ${file}\n`);
      }
      this.displayPrompt();
    },
  });
  server.defineCommand('load', {
    help: 'Load JS from a file into the REPL session',
    action(file) {
      load(this, file);
      this.displayPrompt();
    },
  });
  if (server.terminal) {
    server.defineCommand('editor', {
      help: 'Enter editor mode',
      action() {
        this.editorMode = true;
        this.output.write('// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\n');
      },
    });
  }
}

function load(server, file) {
  const fs = require('fs');
  try {
    if (file === '') throw new ERR_MISSING_ARGS('file');
    const stats = fs.statSync(file);
    if (!stats?.isFile()) {
      server.output.write(`Failed to load: ${file} is not a valid file\n`);
      return;
    }
    const text = fs.readFileSync(file, 'utf8');
    server.enterText(text);
  } catch (error) {
    server.output.write(error.code === 'ERR_MISSING_ARGS' ? `${error.message}\n` : `Failed to load: ${file}\n`);
  }
}

module.exports = { defineAll };
