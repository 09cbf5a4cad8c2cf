'use strict';

// run(): runs test files, each in a process of its own or all of them in this one, and returns the stream of their events.

const {
  ArrayPrototypeFilter, ArrayPrototypeMap, MathMax, ObjectFreeze, PromiseAll, PromiseWithResolvers, itemsOf,
} = require('internal/primordials');
const { validateObject } = require('internal/validators');
const options = require('internal/options');
const { readConfig } = require('internal/test/config');
const { checked } = require('internal/test/run_options');
const { Root } = require('internal/test/root');
const { Test } = require('internal/test/test');
const { findFiles } = require('internal/test/test_files');
const harness = require('internal/test/harness');

const NO_OPTIONS = ObjectFreeze({ __proto__: null });

// The numbers of processes that run at the same time, one after the other.
function workerIds(concurrency) {
  const highest = concurrency === true ? MathMax(require('os').availableParallelism() - 1, 1) :
    typeof concurrency === 'number' ? concurrency : 1;
  let last = 0;
  return () => (last++ % highest) + 1;
}

function configOf(run) {
  const {
    coverage, coverageIncludeAll, coverageExcludeGlobs, coverageIncludeGlobs, lineCoverage, branchCoverage, functionCoverage,
    rerunFailuresFilePath, cwd, globalSetupPath, randomize, randomSeed, tagFilters,
  } = run;
  return {
    __proto__: null, ...readConfig(), coverage, coverageIncludeAll, coverageExcludeGlobs, coverageIncludeGlobs, lineCoverage,
    branchCoverage, functionCoverage, rerunFailuresFilePath, cwd, globalSetupPath, randomize, randomSeed,
    tagFilters: tagFilters ?? [],
  };
}

// ---- all files in this process

async function importFiles(run) {
  const path = require('path');
  const { pathToFileURL } = require('url');
  const { importModule } = require('internal/module/esm_loader');
  const { root, cwd, testFiles } = run;
  const parentURL = `${pathToFileURL(cwd)}/`;
  if (root.config.isRunner) require('internal/module/loader').Module._preloadModules(options.list('--require'));
  for (const specifier of itemsOf(options.list('--import'))) await importModule(specifier, parentURL);
  let count = 0;
  for (const file of itemsOf(testFiles)) {
    root.filePath = path.resolve(file);
    let failed;
    try {
      await importModule(pathToFileURL(path.resolve(cwd, file)).href, parentURL, {}, file === testFiles[0]);
    } catch (error) {
      failed = { error };
    }
    if (root.subtests.all.length === count) {
      // A file without tests counts as one.
      const location = { __proto__: null, line: 1, column: 1, file: path.resolve(file) };
      const test = root.createSubtest(Test, file, {}, undefined, location);
      if (failed !== undefined) test.fail(failed.error);
      root.startWhenCollected(test);
    }
    count = root.subtests.all.length;
  }
  root.filePath = undefined;
}

async function runHere(run) {
  const { root } = run;
  const { promise: imported, resolve } = PromiseWithResolvers();
  root.hold(imported);
  await root.scope.run(importFiles, undefined, [run]);
  resolve();
  if (root.subtests.ended !== null) await root.subtests.ended;
}

// ---- each file in a process

async function runInProcesses(run) {
  const { runFile } = require('internal/test/file_test');
  run.root.isReady = true;
  await PromiseAll(ArrayPrototypeMap(run.testFiles, (file) => start(file, () => runFile(file, run), run)));
}

async function runInOneProcess(run) {
  const { runFile } = require('internal/test/file_test');
  run.root.isReady = true;
  await start(undefined, () => runFile(undefined, run), run);
}

function start(file, runFile, run) {
  const ended = runFile();
  run.watched?.running(file, ended);
  return ended;
}

function warnOfRecursion({ root }) {
  process.emitWarning('node:test run() is being called recursively within a test file. skipping running files.');
  root.finish();
}

function watch(run) {
  const { WatchedFiles } = require('internal/test/watched_files');
  run.watched = new WatchedFiles(run);
}

async function runAll(run, runFiles) {
  const { root } = run;
  await root.booted();
  if (typeof run.setup === 'function') await run.setup(root.stream);
  await runFiles(run);
  if (run.isolation === 'none' || run.watched) return; // it ends with the process
  root.finish();
  root.teardown();
}

/** @param reports whether with the reporters of the command line */
function run(given = NO_OPTIONS, reports = false) {
  validateObject(given, 'options');
  const run = checked(given);
  const config = configOf(run);
  const { concurrency, timeout, signal } = given;
  const root = new Root(config, { __proto__: null, concurrency, timeout, signal, reports });
  harness.useRoot(root);
  run.root = root;
  run.hasFiles = run.files !== undefined && run.files !== null;
  run.testFiles = run.hasFiles ? run.files : findFiles(run.globPatterns, run.cwd);
  run.nextWorkerId = workerIds(config.concurrency ?? concurrency);
  run.showsColors = require('internal/test/reporting').showsColors(config.reporters);
  if (run.randomize) root.diagnostic(`Randomized test order seed: ${run.randomSeed}`);
  const { shard } = run;
  if (shard) run.testFiles = ArrayPrototypeFilter(run.testFiles, (_, i) => i % shard.total === shard.index - 1);

  if (run.isolation === 'process') {
    if (process.env.NODE_TEST_CONTEXT !== undefined) {
      warnOfRecursion(run);
      return root.stream;
    }
    if (run.watch) watch(run);
    runAll(run, runInProcesses);
    return root.stream;
  }
  process.env.NODE_TEST_WORKER_ID = '1';
  if (run.watch) watch(run);
  runAll(run, run.watch ? runInOneProcess : runHere);
  return root.stream;
}

module.exports = { run };
