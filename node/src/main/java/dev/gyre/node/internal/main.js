'use strict';

// Runs what the command line asks for: a file, a text (-e, -p), stdin, or only a syntax check.

const {
  ArrayIsArray, ArrayPrototypeForEach, ArrayPrototypeIncludes, ArrayPrototypeJoin, ArrayPrototypePush, ObjectAssign,
  ObjectDefineProperty, ObjectEntries, ObjectPrototype, ReflectDefineProperty, StringPrototypeIncludes,
  StringPrototypeStartsWith, copyList,
  joinLists,
} = require('internal/primordials');
const options = require('internal/options');
const { forgetLastMatch } = require('internal/last_match');
const { cwdOrCommandFolder } = require('internal/util');
const { Module, makeRequire, syntaxError } = require('internal/module/loader');
const { ownWrapping, wrapSafe } = require('internal/module/compile');
const path = require('path');
const { pathToFileURL } = require('url');
const esmMain = require('internal/module/esm_main');
const { valuesOf, urlOfFile } = require('internal/module/esm_loader');
const { formatOf, isModuleError } = require('internal/module/esm_format');
const { rewriteScript } = require('internal/module/esm_syntax');
const thisContext = require('internal/vm/this_context');

const EXIT_BAD_OPTION = 9;

function run() {
  if (process.env.GYRE_START_GATE) require('internal/watch_mode/start_gate').wait();
  if (options.get('--trace-sync-io')) require('internal/process/trace_sync_io').start();
  if (options.get('--worker-thread')) {
    require('internal/worker_threads/worker_main').start({ prepare, runFile: (file) => Module.runMain(file), runText: evaluate, runURL: esmMain.runURL });
    return;
  }
  if (process.env.NODE_CHANNEL_FD) require('internal/child_process/channel').openInherited();
  if (process.env.NODE_UNIQUE_ID) require('internal/cluster/role').start();
  loadEnvFiles();
  if (process.env.NODE_V8_COVERAGE) {
    process.env.NODE_V8_COVERAGE = path.resolve(process.env.NODE_V8_COVERAGE); // for children
    require('internal/module/source_maps').keepForCoverage();
  }
  if (options.get('--trace-event-categories')) require('internal/trace_events/tracing').start();
  const title = options.get('--title');
  if (title !== undefined) process.title = title;
  prepare();
  if (options.get('--embedded-session')) {
    require('internal/host_session').start();
    return;
  }
  if (options.get('--heapsnapshot-signal')) require('internal/v8/heap_snapshot').writeAtSignal(options.get('--heapsnapshot-signal'));
  if (options.get('--inspect') || options.get('--inspect-brk') || options.get('--inspect-wait')) {
    require('internal/inspector/console_messages').attach(() => require('internal/inspector/connection').deliver());
  }
  if (options.get('--experimental-network-inspection')) require('internal/inspector/network_tracking').start();
  const text = options.get('--eval');
  const { 1: script } = process.argv;
  if (options.get('--test')) {
    require('internal/test/main').start();
    return;
  }
  if (options.get('--watch')) {
    require('internal/watch_mode/main').start();
    return;
  }
  if (options.get('--interactive') && (text !== undefined || script === undefined)) require('internal/repl/main').start(text, evaluate);
  else if (text !== undefined) evaluate('[eval]', text);
  else if (script === 'inspect') require('internal/debugger/start').start();
  else if (script !== undefined && script !== '-') runFile(script);
  else if (script === undefined && require('tty').isatty(0)) require('internal/repl/main').start(undefined, evaluate);
  else evaluate('[stdin]', process._eval = require('fs').readFileSync(0, 'utf8'));
}

// What the options ask for before the program's own script, in every thread.
function prepare() {
  if (options.get('--zero-fill-buffers')) require('internal/v8internals/raw_memory').fillWithZeros();
  if (options.get('--disallow-code-generation-from-strings')) thisContext.refuseStrings();
  const disableProto = options.get('--disable-proto');
  if (disableProto !== undefined) restrictProto(disableProto);
  if (options.get('--no-experimental-global-navigator')) {
    delete globalThis.navigator;
    delete globalThis.Navigator;
  }
  if (options.get('--no-experimental-webstorage')) {
    delete globalThis.Storage;
    delete globalThis.localStorage;
    delete globalThis.sessionStorage;
  } else if (options.get('--localstorage-file')) {
    ObjectDefineProperty(globalThis, 'localStorage', { __proto__: null, enumerable: true });
  }
  if (options.get('--report-on-signal') || options.get('--report-uncaught-exception')) loadReports();
  if (options.get('--experimental-eventsource')) require('internal/globals').installEventSource();
  if (options.get('--no-experimental-websocket')) {
    delete globalThis.WebSocket;
    delete globalThis.CloseEvent;
  }
  if (options.get('--use-env-proxy')) require('internal/http/proxy').checkEnv();
  const order = options.get('--dns-result-order');
  if (order !== undefined) require('internal/dns/order').checkOption(order);
  Module._initPaths();
  // With all tests in this process they belong to the tests, and are loaded with them.
  if (!options.get('--test') || options.get('--test-isolation') !== 'none') Module._preloadModules(options.list('--require'));
  if (options.get('--frozen-intrinsics')) require('internal/frozen_intrinsics').freezeIntrinsics();
  const mounts = options.list('--vfs-mount');
  if (mounts.length > 0) require('internal/vfs/registry').mountAll(mounts);
}

// Existing environment variables take precedence over all files, and a later file over an earlier one.
function loadEnvFiles() {
  const files = options.list('--env-file');
  const wanted = options.list('--env-file-if-exists');
  if (files.length === 0 && wanted.length === 0) return;
  const fs = require('fs');
  const { parseEnv } = require('util');
  const found = {};
  const missing = [];
  for (let i = 0, items = joinLists(files, wanted); i < items.length; i++) {
    const file = items[i];
    if (fs.existsSync(file)) ObjectAssign(found, parseEnv(fs.readFileSync(file, 'utf8')));
    else if (ArrayPrototypeIncludes(files, file)) ArrayPrototypePush(missing, `${process.argv0}: ${file}: not found\n`);
    else binding('process').writeStderr(`${file} not found. Continuing without it.\n`);
  }
  if (missing.length > 0) {
    binding('process').writeStderr(ArrayPrototypeJoin(missing, ''));
    binding('process').reallyExit(EXIT_BAD_OPTION);
  }
  for (let j = 0, all = ObjectEntries(found); j < all.length; j++) {
    const { 0: name, 1: value } = all[j];
    process.env[name] ??= value;
  }
}

// process.report is loaded when it is first read, and then obeys the options.
const loadReports = () => process.report;

function restrictProto(mode) {
  require('internal/proto_access').restrict(ObjectPrototype, mode);
}

function runFile(script) {
  const file = path.resolve(script);
  if (options.get('--check')) {
    const found = Module._resolveFilename(file, null, true);
    const source = require('fs').readFileSync(found, 'utf8');
    const url = pathToFileURL(found);
    if (formatOf(url, () => source, true) === 'module') checkModule(source, url.href);
    else check(source, found);
    process.exit();
  }
  process.argv[1] = file;
  Module.runMain(file);
}

const MODULE_NAMES = ['exports', 'require', 'module', '__filename', '__dirname'];

// A file is compiled as the body of a function with these parameters, a text as a script.
function check(source, name, parameters = MODULE_NAMES) {
  const text = StringPrototypeStartsWith(source, '#!') ? `//${source}` : source;
  const { compileFunction, checkSyntax } = require('internal/compiler');
  const script = parameters.length === 0 ? text : ownWrapping(text);
  const wrong = script === undefined ? compileFunction(joinLists([text, name], parameters)) : checkSyntax(script, name);
  if (ArrayIsArray(wrong)) throw syntaxError(wrong, check);
}

function checkModule(source, url) {
  const wrong = require('internal/compiler').compileModule(source, url);
  if (ArrayIsArray(wrong)) throw syntaxError(wrong, checkModule);
}

// A text is a script unless --input-type says that it is a module. As in Node, nobody looks whether it could be one.
function checkText(name, text, isModule) {
  if (isModule) checkModule(text, name);
  else if (ownWrapping('') === undefined) wrapSafe(name, text, 'commonjs');
  else check(text, name);
}

// As in Node: a module named after the origin of the text, its names (require, module, ...) as globals, and the text as a
// classic script in the global scope.
function evaluate(name, text) {
  const type = options.get('--input-type');
  if (options.get('--check')) {
    checkText(name, text, type === 'module');
    return;
  }
  if (type === 'module' || (type === undefined && isModuleText(name, text))) {
    if (options.get('--check')) checkModule(text, name);
    else esmMain.runText(text);
    return;
  }
  if (options.list('--import').length > 0) {
    esmMain.start(() => { evaluateScript(name, text); });
    return;
  }
  evaluateScript(name, text);
}

function isModuleText(name, text) {
  if (options.get('--print')) return false;
  const wrong = binding('bridge').checkSyntax(text, name);
  return wrong !== undefined && isModuleError(wrong[0], text, name);
}

function evaluateScript(name, text) {
  const cwd = cwdOrCommandFolder();
  const module = new Module(name);
  module.filename = path.join(cwd, name);
  module.paths = Module._nodeModulePaths(cwd);
  const require = makeRequire(module);
  globalThis.module = module;
  globalThis.exports = module.exports;
  globalThis.require = require;
  globalThis.__filename = name;
  globalThis.__dirname = '.';
  if (name === '[eval]') for (let j = 0, list = Module.builtinModules; j < list.length; j++) defineLazyModule(list[j]);
  if (StringPrototypeIncludes(text, 'import')) check(text, name, []); // only what is valid can be scanned
  const { source, bindings } = rewriteScript(text);
  const values = valuesOf(bindings, () => urlOfFile(name));
  ArrayPrototypeForEach(copyList(bindings.keys()), (name, i) => ObjectDefineProperty(globalThis, name, { __proto__: null, value: values[i], configurable: true }));
  if (options.get('--inspect-brk')) binding('inspector').pauseOnStart();
  const run = thisContext.compile(source, name);
  if (ArrayIsArray(run)) throw syntaxError(run, evaluateScript);
  forgetLastMatch();
  const result = run();
  if (options.get('--print')) {
    const { log } = globalThis.console;
    process.on('exit', () => log(result));
  }
}

function defineLazyModule(id) {
  // The global crypto is another object than the module.
  if ((id in globalThis && id !== 'crypto') || StringPrototypeIncludes(id, '/') || StringPrototypeStartsWith(id, '_') || StringPrototypeIncludes(id, ':')) return;
  ObjectDefineProperty(globalThis, id, {
    __proto__: null,
    configurable: true,
    enumerable: false,
    get() {
      const exports = require(id);
      // The program may have made the property one that can't be changed; then it stays an accessor.
      ReflectDefineProperty(globalThis, id, { __proto__: null, value: exports, configurable: true, enumerable: false, writable: true });
      return exports;
    },
    set(value) {
      ReflectDefineProperty(globalThis, id, { __proto__: null, value, configurable: true, enumerable: true, writable: true });
    },
  });
}

module.exports = { run };
