'use strict';

// What the command was asked to do: run a file, a text (-e, -p), stdin, or only check.

const options = require('internal/options');
const { Module, runMain, syntaxError } = require('internal/module/loader');
const path = require('path');

function run() {
  openChannel();
  Module._initPaths();
  Module._preloadModules(options.list('--require'));
  const text = options.get('--eval');
  const [, script] = process.argv;
  if (text !== undefined) evaluate('[eval]', text);
  else if (script !== undefined && script !== '-') runFile(script);
  else {
    if (script === '-') process.argv[1] = '-';
    evaluate('[stdin]', require('fs').readFileSync(0, 'utf8'));
  }
}

// A forked process has a channel to its parent.
function openChannel() {
  const { NODE_CHANNEL_FD, NODE_CHANNEL_SERIALIZATION_MODE } = process.env;
  if (!NODE_CHANNEL_FD) return;
  delete process.env.NODE_CHANNEL_FD;
  delete process.env.NODE_CHANNEL_SERIALIZATION_MODE;
  require('child_process')._forkChild(Number.parseInt(NODE_CHANNEL_FD, 10), NODE_CHANNEL_SERIALIZATION_MODE || 'json');
}

function runFile(script) {
  const file = path.resolve(script);
  if (options.get('--check')) {
    const found = Module._findPath(file, null, true) || file;
    check(require('fs').readFileSync(found, 'utf8'), found);
    process.exit();
  }
  process.argv[1] = file;
  runMain(file);
}

const MODULE_NAMES = ['exports', 'require', 'module', '__filename', '__dirname'];

// A file is the body of a function with these parameters, a text is a script.
function check(source, name, parameters = MODULE_NAMES) {
  const text = source.startsWith('#!') ? `//${source}` : source;
  const { compileFunction, checkSyntax } = binding('bridge');
  const wrong = parameters.length === 0 ? checkSyntax(text, name) : compileFunction(text, name, ...parameters);
  if (Array.isArray(wrong)) throw syntaxError(wrong, check);
}

// As Node does: a module named after where the text came from, its names (require, module, ...) as globals, and the
// text as a classic script in the global scope.
function evaluate(name, text) {
  if (options.get('--check')) {
    check(text, name);
    return;
  }
  const cwd = process.cwd();
  const module = new Module(name);
  module.filename = path.join(cwd, name);
  module.paths = Module._nodeModulePaths(cwd);
  const require = Module.createRequire(`${cwd}/`);
  globalThis.module = module;
  globalThis.exports = module.exports;
  globalThis.require = require;
  globalThis.__filename = name;
  globalThis.__dirname = '.';
  for (const id of Module.builtinModules) defineLazyModule(id);
  check(text, name, []);
  const result = (0, eval)(`${text}\n//# sourceURL=${name}`);
  if (options.get('--print')) {
    const { log } = globalThis.console;
    process.on('exit', () => log(result));
  }
}

function defineLazyModule(id) {
  if (id in globalThis || id.includes('/') || id.startsWith('_') || id.startsWith('node:')) return;
  Object.defineProperty(globalThis, id, {
    configurable: true,
    enumerable: false,
    get() {
      const exports = require(id);
      Object.defineProperty(globalThis, id, { value: exports, configurable: true, enumerable: false, writable: true });
      return exports;
    },
    set(value) {
      Object.defineProperty(globalThis, id, { value, configurable: true, enumerable: true, writable: true });
    },
  });
}

module.exports = { run };
