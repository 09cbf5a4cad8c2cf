'use strict';

// Trace events: --trace-event-categories, node:trace_events.
//
// An event belongs to a group of categories ('node,node.fs,node.fs.sync') and is written if one of them is enabled.
// TraceLog.java writes them, for a main runtime and its workers together, as JSON that Perfetto and chrome://tracing read.
//
// Nobody pays for events that are not enabled: most come from *instruments*, modules of this folder that attach themselves
// to what the core tells anyway (diagnostics channels, async hooks, watched calls, V8's collections), and are loaded when one
// of their groups is first enabled. Where nothing is told, the core asks a field of `isOn` first.

const {
  ArrayPrototypePush, JSONStringify, NumberPrototypeToString, SafeMap, StringPrototypeSplit, itemsOf,
} = require('internal/primordials');
const { openChannel } = require('internal/bridge');
const options = require('internal/options');

const DEFAULT_PATTERN = 'node_trace.${rotation}.log';

// Groups whose events the core writes itself; the names are used as isOn.NAME.
const GROUPS = {
  __proto__: null,
  console: 'node,node.console',
  dns: 'node,node.dns,node.dns.native',
  modules: 'node,node.module_timer',
  net: 'node,node.net,node.net.native',
  rejections: 'node,node.promises,node.promises.rejections',
  scripts: 'node,node.vm,node.vm.script',
};

const isOn = { console: false, dns: false, modules: false, net: false, rejections: false, scripts: false };

// Group -> module with watch(isWanted).
const INSTRUMENTS = {
  '__proto__': null,
  'node,node.fs,node.fs.sync': 'internal/trace_events/sync_calls',
  'node,node.fs,node.fs.async': 'internal/trace_events/async_calls',
  'node,node.threadpoolwork,node.threadpoolwork.async': 'internal/trace_events/pool_work',
  'node.http': 'internal/trace_events/http',
  'node,node.async_hooks': 'internal/trace_events/async_resources',
  'node,node.environment': 'internal/trace_events/environment',
};

const attached = new SafeMap(); // group -> whether its instrument is attached
let hasBegun = false;
let followsClients = false;

const native = () => binding('trace_events');

// Phases are those of Chrome's format: B, E, X, b, n, e, I, C. Asynchronous events have an id.
function emit(phase, group, name, id, args) {
  native().emit(phase, group, name, id === undefined ? null : `0x${NumberPrototypeToString(id, 16)}`,
               args === undefined ? '{}' : JSONStringify(args));
}

// An event that began `startMs` by performance.now().
function emitSpan(group, name, startMs) {
  native().emitAt('X', group, name, startMs, binding('performance').now() - startMs);
}

function emitMoment(group, name, atMs) {
  native().emitAt('I', group, name, atMs, 0);
}

function update() {
  const { isEnabled, watchCollections, watchWork } = native();
  for (const name in GROUPS) isOn[name] = isEnabled(GROUPS[name]);
  for (const group in INSTRUMENTS) {
    const isWanted = isEnabled(group);
    if (isWanted === (attached.get(group) ?? false)) continue;
    attached.set(group, isWanted);
    require(INSTRUMENTS[group]).watch(isWanted);
  }
  watchCollections(isEnabled('devtools.timeline,v8'));
  watchWork(isEnabled('node,node.threadpoolwork,node.threadpoolwork.sync'));
}

function begin() {
  if (hasBegun) return;
  hasBegun = true;
  const { arch, platform, release, title, versions } = process;
  native().begin(options.get('--trace-event-file-pattern') ?? DEFAULT_PATTERN, title,
                 versions.node,
                 JSONStringify({ process: { versions, arch, platform, release: { name: release.name } } }));
  native().nameThread('JavaScriptMainThread');
}

// Returns the number to disable them by.
function enable(categories) {
  begin();
  const client = native().enable(categories);
  update();
  return client;
}

function disable(client) {
  native().disable(client);
  update();
}

// Clients of the debugging protocol may begin and end to collect events (TracingDomain.java). Those of other threads tell so
// later, the program's own session right after its command.
function followClients() {
  if (followsClients || !native().isMain()) return;
  followsClients = true;
  begin();
  native().onChange(openChannel(update));
  if (categories() !== undefined) update(); // somebody was faster
}

function clientsChanged() {
  followClients();
  update();
}

const categories = () => native().categories() ?? undefined;

// --trace-event-categories
function start() {
  const list = [];
  const names = StringPrototypeSplit(options.get('--trace-event-categories'), ',');
  for (const name of itemsOf(names)) if (name !== '') ArrayPrototypePush(list, name);
  if (list.length > 0) enable(list);
}

// In a worker, the file and the categories are those of the main thread.
function startInWorker(name, threadId) {
  if (categories() === undefined) return;
  native().nameThread(`[worker ${threadId}] ${name}`);
  update();
}

module.exports = {
  GROUPS, categories, clientsChanged, disable, emit, emitMoment, emitSpan, enable, followClients, isOn, start, startInWorker,
};
