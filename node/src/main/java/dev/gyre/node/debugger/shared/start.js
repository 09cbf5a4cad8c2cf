'use strict';

// `inspect`: the debugger in the terminal, and its probes.

const {
  ArrayPrototypeShift, ArrayPrototypeSlice, Number, RegExpPrototypeExec, itemsOf,
} = require('internal/primordials');
const { parseArgs } = require('util');
const { EXIT_BAD_OPTION, printUsageAndExit } = require('internal/debugger/usage');

const DEFAULT_PORT = 9229;

// Numbers are strings here: parseArgs knows no others.
const OPTIONS = {
  '__proto__': null,
  'cond': { type: 'string' },
  'expr': { type: 'string' },
  'help': { type: 'boolean', short: 'h' },
  'json': { type: 'boolean' },
  'max-hit': { type: 'string' },
  'port': { type: 'string' },
  'preview': { type: 'boolean' },
  'probe': { type: 'string' },
  'timeout': { type: 'string' },
};

// What the options before the script ask for.
function modeOf(tokens) {
  for (const token of itemsOf(tokens)) {
    if (token.kind !== 'option') break;
    if (token.name === 'help') return 'help';
    if (token.name === 'probe') {
      return !token.inlineValue && (token.value === '--help' || token.value === '-h') ? 'help' : 'probe';
    }
  }
  return 'commands';
}

// A program to start, or a place to connect to.
function targetOf(words) {
  const first = ArrayPrototypeShift(words);
  const place = RegExpPrototypeExec(/^([^:]+):(\d+)$/, first);
  if (place !== null) return { host: place[1], port: Number(place[2]), words: null };
  const port = RegExpPrototypeExec(/^--port=(\d+)$/, first);
  if (port !== null) return { host: '127.0.0.1', port: Number(port[1]), words };
  if (first === '-p' && words.length === 1 && RegExpPrototypeExec(/^\d+$/, words[0]) !== null) {
    openInspectorOf(Number(words[0]));
    return { host: '127.0.0.1', port: DEFAULT_PORT, words: null };
  }
  return { host: '127.0.0.1', port: DEFAULT_PORT, words: [first, ...itemsOf(words)] };
}

function openInspectorOf(pid) {
  try {
    process._debugProcess(pid);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
    process.stderr.write(`Target process: ${pid} doesn't exist.\n`);
    process.exit(1);
  }
}

function start() {
  const command = `${process.argv0} ${process.argv[1]}`;
  const words = ArrayPrototypeSlice(process.argv, 2);
  if (words.length === 0) printUsageAndExit(command, undefined, EXIT_BAD_OPTION);
  const { tokens } = parseArgs({ args: words, allowPositionals: true, options: OPTIONS, strict: false, tokens: true });
  const mode = modeOf(tokens);
  if (mode === 'help') {
    printUsageAndExit(command);
  } else if (mode === 'probe') {
    let options;
    try {
      options = require('internal/debugger/probe_options').parse(tokens, words);
    } catch (error) {
      printUsageAndExit(command, error.message, EXIT_BAD_OPTION);
    }
    require('internal/debugger/probe_session').run(options);
  } else {
    require('internal/debugger/terminal').start(targetOf(words));
  }
}

module.exports = { start };
