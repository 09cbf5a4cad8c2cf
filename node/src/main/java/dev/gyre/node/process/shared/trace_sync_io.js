'use strict';

// --trace-sync-io: a warning with its stack for every call that JavaScript waits for (files, crypto, zlib, child processes)
// once the loop runs. What a program does before that, while it starts, is not of interest.

const {
  ArrayPrototypeFilter, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypeSlice, StringPrototypeStartsWith,
} = require('internal/primordials');
const { callSites } = require('internal/util/call_sites');
const watchedCalls = require('internal/watched_calls');

const MAX_FRAMES = 10;
const MAX_SEEN_FRAMES = 40;
const LOOP_START = 4; // index in the milestones

let isRunning = false;

function hasLoopStarted() {
  return isRunning ||= binding('performance').milestones()[LOOP_START] > 0;
}

const fileOf = (site) => site.getScriptNameOrSourceURL() ?? '';
const isPlumbing = (site) => StringPrototypeStartsWith(fileOf(site), 'wasm://wasm/gyre-core-') || fileOf(site) === 'node:internal/bridge';
const isInner = (site) => StringPrototypeStartsWith(fileOf(site), 'node:internal/');

function describe(site) {
  const place = `${fileOf(site)}:${site.getLineNumber()}:${site.getColumnNumber()}`;
  const name = site.getFunctionName();
  return name ? `    at ${name} (${place})` : `    at ${place}`;
}

// From the function that the program called: what the core does inside of it would tell nobody anything.
function stackBelow(fn) {
  const sites = ArrayPrototypeFilter(callSites(MAX_SEEN_FRAMES, fn), (site) => site.getLineNumber() !== null && !isPlumbing(site));
  let from = 0;
  while (from < sites.length - 1 && isInner(sites[from]) && isCore(sites[from + 1])) from++;
  return ArrayPrototypeMap(ArrayPrototypeSlice(sites, from, from + MAX_FRAMES), describe);
}

const isCore = (site) => StringPrototypeStartsWith(fileOf(site), 'node:');

function began() {
  if (!hasLoopStarted()) return;
  const lines = ArrayPrototypeJoin(stackBelow(began), '\n');
  binding('process').writeStderr(`(node:${process.pid}) WARNING: Detected use of sync API\n${lines}\n\n`);
}

function start() {
  watchedCalls.attach({ began });
}

module.exports = { start };
