'use strict';

// The command line of the process that runs a test file: the options of this process, except those that are about running
// files, and those of run().

const {
  ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypeMap, ArrayPrototypePush, Boolean, ObjectEntries, StringPrototypeSlice,
  StringPrototypeStartsWith, itemsOf, pushAll,
} = require('internal/primordials');
const options = require('internal/options');

const V8_FLAGS = '[v8-flags]';

// What only the process that runs the files uses, or what is added for each file.
const NOT_INHERITED = [
  '--test', '--experimental-test-coverage', '--test-randomize', '--watch', '--experimental-default-config-file',
  '--experimental-test-tag-filter', '--test-reporter', '--test-reporter-destination', '--test-random-seed',
  '--experimental-config-file',
];

function inherited() {
  const args = [];
  for (const { 0: name, 1: value } of itemsOf(ObjectEntries(options.all()))) {
    if (name[0] === '[' || value === false || ArrayPrototypeIncludes(NOT_INHERITED, name)) continue;
    if (StringPrototypeStartsWith(name, '--no-') && ArrayPrototypeIncludes(NOT_INHERITED, `--${StringPrototypeSlice(name, '--no-'.length)}`)) continue;
    if (value === true) ArrayPrototypePush(args, name);
    else if (ArrayIsArray(value)) pushAll(args, ArrayPrototypeMap(value, (item) => `${name}=${item}`));
    else ArrayPrototypePush(args, `${name}=${value}`);
  }
  pushAll(args, options.list(V8_FLAGS));
  return args;
}

const FIRST_PORT = 1024;
const LAST_PORT = 65535;
let debuggedProcesses = 0;

// Each process listens at a port of its own.
function inspectorPort(inspectPort) {
  let port = typeof inspectPort === 'function' ? inspectPort() : inspectPort;
  if (inspectPort === undefined || inspectPort === null) {
    port = process.debugPort + ++debuggedProcesses;
    if (port > LAST_PORT) port += FIRST_PORT - LAST_PORT - 1;
  }
  require('internal/validators').validatePort(port);
  return port;
}

const isDebugged = () => Boolean(options.get('--inspect') || options.get('--inspect-brk') || options.get('--inspect-wait'));

/** @param path of the test file, or undefined for one process that runs all of them. */
function argumentsFor(path, run) {
  const args = inherited();
  const each = (list, name) => {
    for (const item of itemsOf(list ?? [])) ArrayPrototypePush(args, `${name}=${item}`);
  };
  const given = (value, name) => {
    if (value !== undefined && value !== null) ArrayPrototypePush(args, `${name}=${value}`);
  };
  if (run.forceExit === true) ArrayPrototypePush(args, '--test-force-exit');
  if (isDebugged()) ArrayPrototypePush(args, `--inspect-port=${inspectorPort(run.inspectPort)}`);
  each(run.testNamePatterns, '--test-name-pattern');
  each(run.testSkipPatterns, '--test-skip-pattern');
  each(run.tagFilterExpressions, '--experimental-test-tag-filter');
  if (run.only === true) ArrayPrototypePush(args, '--test-only');
  given(run.root.timeout, '--test-timeout');
  given(run.rerunFailuresFilePath || undefined, '--test-rerun-failures');
  if (run.randomize) ArrayPrototypePush(args, '--test-randomize');
  given(run.randomSeed, '--test-random-seed');
  pushAll(args, run.execArgv);
  if (path === undefined) {
    pushAll(args, ['--test', '--test-isolation=none']);
    pushAll(args, run.hasFiles ? run.testFiles : run.globPatterns ?? []);
  } else {
    ArrayPrototypePush(args, path);
  }
  pushAll(args, run.argv);
  return args;
}

module.exports = { argumentsFor };
