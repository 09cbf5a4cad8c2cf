'use strict';

// The REPL of the command: without a script on a terminal, or with --interactive.

const { NumberIsNaN, NumberParseFloat, StringPrototypeToLowerCase, StringPrototypeTrim } = require('internal/primordials');

const options = require('internal/options');

const DEFAULT_HISTORY = 1000;
const EXIT_BAD_OPTION = 9;

function settings(repl, kStandalone) {
  const { env } = process;
  const given = {
    [kStandalone]: true,
    ignoreUndefined: false,
    useGlobal: true,
    breakEvalOnSigint: true,
    allowBlockingCompletions: true,
    terminal: env.NODE_NO_READLINE ? false : undefined,
    replMode: { __proto__: null, strict: repl.REPL_MODE_STRICT, sloppy: repl.REPL_MODE_SLOPPY }[
      StringPrototypeToLowerCase(StringPrototypeTrim(env.NODE_REPL_MODE ?? ''))],
    historySize: DEFAULT_HISTORY,
  };
  const size = NumberParseFloat(env.NODE_REPL_HISTORY_SIZE);
  if (!NumberIsNaN(size) && size > 0) given.historySize = size;
  return given;
}

// `text` is that of -e. It runs after the first prompt, as in Node.
function start(text, evaluate) {
  if (options.get('--input-type') !== undefined) {
    binding('process').writeStderr('Cannot specify --input-type for REPL\n');
    process.exit(EXIT_BAD_OPTION);
  }
  const { kStandalone } = require('internal/repl/server');
  const repl = require('repl');
  process.stdout.write(`Welcome to Node.js ${process.version}.\nType ".help" for more information.\n`);
  const server = repl.start(settings(repl, kStandalone));
  repl.repl = server; // lines can look at the REPL that runs them
  if (server.terminal) server.setupHistory(process.env.NODE_REPL_HISTORY, (error) => { if (error) throw error; });
  server.on('exit', () => {
    if (server.state.historyFile?.isWriting) server.once('flushHistory', () => process.exit());
    else process.exit();
  });
  if (text === undefined) return;
  const { module, require: own } = server.context;
  try {
    evaluate('[eval]', text);
  } finally { // the text had its own
    server.context.module = module;
    server.context.require = own;
  }
}

module.exports = { start };
