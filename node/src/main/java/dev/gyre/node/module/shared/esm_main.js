'use strict';

// The entry point as an ES module, and the modules of --import before it.

const { StringPrototypeEndsWith, StringPrototypeRepeat } = require('internal/primordials');
const { codes: { ERR_EVAL_ESM_CANNOT_PRINT, ERR_INPUT_TYPE_NOT_ALLOWED } } = require('internal/errors');
const { forgetLastMatch } = require('internal/last_match');
const options = require('internal/options');
const packages = require('internal/module/package_json');
const esm = require('internal/module/esm_loader');
const { URL, pathToFileURL } = require('url');

const EXIT_UNSETTLED = 13;

let pending = false; // the entry point has not been evaluated completely
let entry;

const folderURL = () => `${pathToFileURL(process.cwd())}/`;

// Whether the ES module loader has to run the file, which was found by the rules of CommonJS.
function isModuleMain(file) {
  if (options.list('--import').length > 0 || StringPrototypeEndsWith(file, '.mjs')) return true;
  if (StringPrototypeEndsWith(file, '.cjs')) return false;
  return packages.scopeOf(file)?.type === 'module';
}

// Runs the modules of --import, one after the other, then `load`, which returns the entry to be run or nothing.
async function start(load) {
  pending = true;
  try {
    for (let i = 0, items = options.list('--import'); i < items.length; i++) await esm.importModule(items[i], folderURL());
    await undefined;
    entry = load();
    if (entry !== undefined && options.get('--inspect-brk')) binding('inspector').pauseOnStart();
    forgetLastMatch();
    if (entry !== undefined) await esm.run(entry);
  } catch (error) {
    pending = false;
    require('internal/process/fatal').triggerHere(error, true);
  }
  pending = false;
}

function runFile(file) {
  if (options.get('--input-type')) throw new ERR_INPUT_TYPE_NOT_ALLOWED();
  start(() => esm.loadMain(file));
}

function runURL(specifier) {
  start(() => esm.loadMain(new URL(specifier, folderURL())));
}

// The source of -e or stdin.
function runText(text) {
  if (options.get('--print')) throw new ERR_EVAL_ESM_CANNOT_PRINT();
  start(() => esm.loadText(text, `${folderURL()}[eval1]`, true));
}

// ---- an entry point whose evaluation never ends

// The exit code if the program set none.
const exitCode = () => (pending ? EXIT_UNSETTLED : 0);

function warnOfUnsettled() {
  if (entry === undefined) return;
  const stalled = stalledIn(entry);
  if (stalled === undefined) return;
  const { line, sourceLine, column } = require('internal/module/esm_await').topLevelAwait(stalled);
  binding('process').writeStderr(
    `Warning: Detected unsettled top-level await at ${stalled.url}:${line}\n${sourceLine}\n${StringPrototypeRepeat(' ', column - 1)}^\n\n\n\n`);
}

// The first module that awaits and has not ended although its imports have.
function stalledIn(root) {
  const { awaiting } = require('internal/module/esm_await');
  return awaiting(root).find(isPending);
}

function isPending(module) {
  const promise = esm.evaluate(module);
  const { 0: state } = binding('util').getPromiseDetails(promise);
  return state === 0;
}

module.exports = { isModuleMain, runFile, runURL, runText, start, exitCode, warnOfUnsettled, EXIT_UNSETTLED };
