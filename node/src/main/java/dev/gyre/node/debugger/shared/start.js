'use strict';

// `inspect`: the debugger in the terminal, and its probes.

const {
  ArrayPrototypeShift, ArrayPrototypeSlice, DateNow, Number, NumberParseInt, RegExpPrototypeExec, itemsOf,
} = require('internal/primordials');
const { existsSync, readFileSync } = require('fs');
const { setTimeout: delay } = require('timers/promises');
const { parseArgs } = require('util');
const { EXIT_BAD_OPTION, printUsageAndExit } = require('internal/debugger/usage');

const DEFAULT_PORT = 9229;
const START_LIMIT_MS = 5000;
const START_RETRY_MS = 20;
const SIGUSR1_BIT = 2; // in the third digit from the right

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
async function targetOf(words) {
  const first = ArrayPrototypeShift(words);
  const place = RegExpPrototypeExec(/^([^:]+):(\d+)$/, first);
  if (place !== null) return { host: place[1], port: Number(place[2]), words: null };
  const port = RegExpPrototypeExec(/^--port=(\d+)$/, first);
  if (port !== null) return { host: '127.0.0.1', port: Number(port[1]), words };
  if (first === '-p' && words.length === 1 && RegExpPrototypeExec(/^\d+$/, words[0]) !== null) {
    await openInspectorOf(Number(words[0]));
    return { host: '127.0.0.1', port: DEFAULT_PORT, words: null };
  }
  return { host: '127.0.0.1', port: DEFAULT_PORT, words: [first, ...itemsOf(words)] };
}

// A process that has just been started still ignores the signal.
async function untilListening(pid) {
  const endMs = DateNow() + START_LIMIT_MS;
  while (DateNow() < endMs) {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const ignored = RegExpPrototypeExec(/^SigIgn:\s*[0-9a-f]*([0-9a-f])[0-9a-f]{2}$/m, status);
    if (ignored === null || (NumberParseInt(ignored[1], 16) & SIGUSR1_BIT) === 0) return;
    await delay(START_RETRY_MS);
  }
}

async function openInspectorOf(pid) {
  try {
    if (existsSync(`/proc/${pid}/status`)) await untilListening(pid);
    process._debugProcess(pid);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
    process.stderr.write(`Target process: ${pid} doesn't exist.\n`);
    process.exit(1);
  }
}

async function start() {
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
    require('internal/debugger/terminal').start(await targetOf(words));
  }
}

module.exports = { start };
