'use strict';

// Runs what the command line asks for: a file, a text (-e, -p), stdin, or only a syntax check.

const {
  ArrayIsArray, ArrayPrototypeForEach, ArrayPrototypeJoin, ArrayPrototypeSlice, ArrayPrototypeSome,
  ObjectDefineProperty, ObjectEntries, ObjectPrototype, ReflectDefineProperty, StringPrototypeIncludes,
  StringPrototypeSplit, StringPrototypeStartsWith, copyList,
  joinLists,
} = require('internal/primordials');
const asyncIds = require('internal/async_ids');
const options = require('internal/options');
const { forgetLastMatch } = require('internal/last_match');
const { cwdOrCommandFolder } = require('internal/util');
const { Module, makeRequire, syntaxError } = require('internal/module/loader');
const { ownWrapping, wrapSafe } = require('internal/module/compile');
const path = require('path');
const { pathToFileURL } = require('url');
const esmMain = require('internal/module/esm_main');
const { importer, valuesOf, urlOfFile } = require('internal/module/esm_loader');
const { nameImporter } = require('internal/vm/importers');
const { formatOf, isModuleError } = require('internal/module/esm_format');
const { rewriteScript } = require('internal/module/esm_syntax');
const typescript = require('internal/module/typescript');
const thisContext = require('internal/vm/this_context');
const { codes: { ERR_EVAL_ESM_CANNOT_PRINT } } = require('internal/errors');

const TEXT_OF_NOTHING = '[worker eval]';

function run() {
  if (process.env.GYRE_START_GATE) require('internal/watch_mode/start_gate').wait();
  if (options.get('--trace-sync-io')) require('internal/process/trace_sync_io').start();
  if (options.get('--worker-thread')) {
    require('internal/worker_threads/worker_main').start({ prepare, runFile: (file) => Module.runMain(file), runText: evaluate, runURL: esmMain.runURL });
    return;
  }
  if (process.env.NODE_CHANNEL_FD) require('internal/child_process/channel').openInherited();
  if (process.env.NODE_UNIQUE_ID) require('internal/cluster/role').start();
  if (options.get('--run') !== undefined) {
    require('internal/module/run_script').run(options.get('--run'), options.list('--run-arguments'));
    return;
  }
  loadEnvFiles();
  if (options.get('--experimental-config-file')) require('internal/util').emitExperimentalWarning('--experimental-config-file');
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
    require('internal/inspector/clients').prepareForClients();
    require('internal/trace_events/tracing').followClients();
  }
  if (options.get('--experimental-network-inspection')) require('internal/inspector/network_tracking').start();
  const text = options.get('--eval');
  const { 1: script } = process.argv;
  if (options.get('--test')) {
    require('internal/test/main').start();
    return;
  }
  if (options.get('--watch') && !isWatched()) {
    require('internal/watch_mode/main').start();
    return;
  }
  if (options.get('--inspect-brk')) require('internal/permission/model').require('inspector', 'PauseOnNextJavascriptStatement');
  if (options.get('--interactive') && !options.get('--check') && (text !== undefined || script === undefined)) require('internal/repl/main').start(text, evaluate);
  else if (text !== undefined) evaluate('[eval]', text);
  else if (script === 'inspect') require('internal/debugger/start').start();
  else if (script && script !== '-') runFile(script);
  else if (!script && require('tty').isatty(0)) require('internal/repl/main').start(undefined, evaluate);
  else evaluate('[stdin]', process._eval = require('fs').readFileSync(0, 'utf8'));
}

// What the options ask for before the program's own script, in every thread.
// `isCore`: the thread runs a module of the core.
function prepare(isCore = false) {
  require('internal/permission/model').start();
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
  if (process.env.NODE_COMPILE_CACHE) require('internal/module/compile_cache').enableByEnvironment();
  // With all tests in this process they belong to the tests, and are loaded with them.
  if (!options.get('--test') || options.get('--test-isolation') !== 'none') Module._preloadModules(options.list('--require'));
  if (options.get('--frozen-intrinsics')) require('internal/frozen_intrinsics').freezeIntrinsics();
  const mounts = options.list('--vfs-mount');
  if (mounts.length > 0) require('internal/vfs/registry').mountAll(mounts);
  if (!isCore && options.list('--experimental-loader').length > 0) require('internal/module/hooks_thread').startLoaders();
}

// The command has read the files. Existing environment variables take precedence over them.
// With --watch they are for the process that is watched, which reads them anew each time. It would inherit the old values.
function loadEnvFiles() {
  if (options.get('--watch') && !isWatched()) return;
  const variables = options.get('[env-files]');
  if (variables === undefined) return;
  for (let i = 0, all = ObjectEntries(variables); i < all.length; i++) {
    const { 0: name, 1: value } = all[i];
    process.env[name] ??= value;
  }
}

// process.report is loaded when it is first read, and then obeys the options.
const loadReports = () => process.report;

function restrictProto(mode) {
  require('internal/proto_access').restrict(ObjectPrototype, mode);
}

// A process that is run by one with --watch would watch, too, where the option is in NODE_OPTIONS, and so on without end.
const isWatched = () => process.env.WATCH_REPORT_DEPENDENCIES !== undefined &&
  !ArrayPrototypeSome(process.execArgv, (word) => StringPrototypeStartsWith(word, '--watch'));

function runFile(script) {
  if (options.get('--entry-url')) {
    require('internal/util').emitExperimentalWarning('--entry-url');
    esmMain.runURL(script);
    return;
  }
  const file = path.resolve(script);
  if (options.get('--check')) {
    const found = Module._resolveFilename(file, null, true);
    const source = require('fs').readFileSync(found, 'utf8');
    const url = pathToFileURL(found);
    // Types are not stripped here, as in Node.
    if (!typescript.hasTypes(found) && formatOf(url, () => source, true) === 'module') checkModule(source, url.href);
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
  const mayBeOther = type === undefined && (typescript.isOn() || !options.get('--print')); // than a script
  const wrong = mayBeOther ? binding('bridge').checkSyntax(text, name) : undefined;
  if (type === 'module' || isModuleText(name, text, wrong)) {
    runModuleText(text, type === undefined);
    return;
  }
  if (typescript.isTypeScript(type)) {
    text = typescript.strip(text, name);
    if (type === 'module-typescript') {
      runModuleText(text, false);
      return;
    }
  } else if (wrong !== undefined && typescript.isOn()) {
    const stripped = stripWrong(name, text, wrong);
    if (isModuleText(name, stripped, binding('bridge').checkSyntax(stripped, name))) {
      runModuleText(text, true);
      return;
    }
    text = stripped;
  }
  if (esmMain.isForced()) {
    esmMain.start(() => { evaluateScript(name, text); });
    return;
  }
  evaluateScript(name, text);
}

// A text that is no JavaScript may have types. If it is no TypeScript either, the first error is thrown, and says both.
function stripWrong(name, text, wrong) {
  try {
    return typescript.strip(text, '[eval]');
  } catch (error) {
    if (!typescript.isSyntaxError(error)) throw error;
    const first = syntaxError(wrong, evaluate);
    const lines = StringPrototypeSplit(first.stack, '\n');
    first.stack = ArrayPrototypeJoin(joinLists(ArrayPrototypeSlice(lines, 0, 3), [error.message], ArrayPrototypeSlice(lines, 3)), '\n');
    throw first;
  }
}

function runModuleText(text, mayHaveTypes) {
  if (options.get('--print')) throw new ERR_EVAL_ESM_CANNOT_PRINT();
  if (options.get('--check')) {
    checkModule(text, '[stdin]');
    return;
  }
  esmMain.runText(text, mayHaveTypes && typescript.isOn());
}

// `wrong`: what the check of its syntax as a script has found.
function isModuleText(name, text, wrong) {
  return wrong !== undefined && !options.get('--print') && isModuleError(wrong[0], text, name);
}

// A worker's start is cold code: all of it runs for the first time. Where a runtime waits for its worker, this has run it once
// before, with nothing: V8 has then made what it needs to run the functions, and has seen the shapes of their objects.
function warmUp() {
  const id = asyncIds.last();
  require('internal/worker_threads/worker_main').warmUp();
  const module = new Module(TEXT_OF_NOTHING);
  makeRequire(module);
  Module._load('worker_threads', module, false);
  Module._initPaths();
  const { bindings } = rewriteScript('');
  valuesOf(bindings, () => urlOfFile(TEXT_OF_NOTHING));
  binding('bridge').checkSyntax('', TEXT_OF_NOTHING);
  thisContext.compile('', TEXT_OF_NOTHING);
  asyncIds.rewind(id);
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
  nameImporter(globalThis, name, importer(() => urlOfFile(name)));
  const { source, bindings } = rewriteScript(text);
  const values = valuesOf(bindings, () => urlOfFile(name));
  ArrayPrototypeForEach(copyList(bindings.keys()), (name, i) => ObjectDefineProperty(globalThis, name, { __proto__: null, value: values[i], configurable: true }));
  const run = thisContext.compile(source, name);
  if (ArrayIsArray(run)) throw syntaxError(run, evaluateScript);
  forgetLastMatch();
  // As in Node, the text of a worker does not pause before its first line.
  if (options.get('--inspect-brk') && !options.get('--worker-thread')) binding('inspector').pauseOnStart();
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

module.exports = { run, warmUp };
