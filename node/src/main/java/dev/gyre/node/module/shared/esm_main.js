'use strict';

// The entry point as an ES module, and the modules of --import before it.

const { StringPrototypeEndsWith, StringPrototypeRepeat } = require('internal/primordials');
const { codes: { ERR_INPUT_TYPE_NOT_ALLOWED } } = require('internal/errors');
const { forgetLastMatch } = require('internal/last_match');
const options = require('internal/options');
const packages = require('internal/module/package_json');
const esm = require('internal/module/esm_loader');
const { hasTypes } = require('internal/module/typescript');
const { URL, pathToFileURL } = require('url');

const EXIT_UNSETTLED = 13;

let pending = false; // the entry point has not been evaluated completely
let entry;

const folderURL = () => `${pathToFileURL(process.cwd())}/`;

// Hooks or modules that come first make the ES module loader load everything.
const isForced = () => options.list('--import').length > 0 || options.list('--experimental-loader').length > 0;

// Whether the ES module loader has to run the file, which was found by the rules of CommonJS.
function isModuleMain(file) {
  if (isForced() || StringPrototypeEndsWith(file, '.mjs') || StringPrototypeEndsWith(file, '.wasm')) return true;
  if (StringPrototypeEndsWith(file, '.mts') && hasTypes(file)) return true;
  if (StringPrototypeEndsWith(file, '.cjs') || StringPrototypeEndsWith(file, '.cts')) return false;
  return packages.scopeOf(file)?.type === 'module';
}

// Runs the modules of --import, one after the other, then `load`, which returns the entry to be run or nothing.
async function start(load) {
  pending = true;
  try {
    require('internal/module/hooks_thread').awaitStart();
    for (let i = 0, items = options.list('--import'); i < items.length; i++) await esm.importModule(items[i], folderURL());
    await undefined;
    entry = await load();
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

// The source of -e or stdin. One that V8 refuses may have types; if it is no TypeScript either, the first error says both.
function runText(text, mayHaveTypes = false) {
  const url = `${folderURL()}[eval1]`;
  start(async () => {
    await esm.prepareText(text, url);
    try {
      return esm.loadText(text, url, true);
    } catch (error) {
      if (!mayHaveTypes || error?.name !== 'SyntaxError') throw error;
      return esm.loadText(strippedText(text, error), url, true);
    }
  });
}

function strippedText(text, first) {
  const typescript = require('internal/module/typescript');
  try {
    return typescript.strip(text, '[eval]');
  } catch (error) {
    if (!typescript.isSyntaxError(error)) throw error;
    first.stack = `${error.message}\n\n${first.stack}`;
    throw first;
  }
}

// ---- an entry point whose evaluation never ends

// The exit code if the program set none.
const exitCode = () => (pending ? EXIT_UNSETTLED : 0);

function warnOfUnsettled() {
  if (entry === undefined || options.get('--no-warnings')) return;
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

module.exports = { isForced, isModuleMain, runFile, runURL, runText, start, exitCode, warnOfUnsettled, EXIT_UNSETTLED };
