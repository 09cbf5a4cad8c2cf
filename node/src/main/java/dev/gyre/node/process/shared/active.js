'use strict';

// The resources that keep the loop running, by name: process.getActiveResourcesInfo() and its two undocumented siblings.
//
// The bridge knows requests, and internal/slots those in slots. Handles (sockets, servers, watchers, child processes)
// register themselves: the owner of an open, referenced handle calls add(handle, 'TCPSocketWrap', owner), and remove(handle)
// at the end.

const { ArrayFrom, ArrayPrototypeFilter, ArrayPrototypeMap, ArrayPrototypePush, Symbol } = require('internal/primordials');
const bridge = require('internal/bridge');
const { IMMEDIATES_REF, TIMERS_REF } = require('internal/layout').Control;
const { LinkedSet } = require('internal/linked_set');

const handles = new LinkedSet(); // of { handle, name, owner }

const kEntry = Symbol('active');

// Computations of zlib and crypto are not among Node's.
const REQUEST_NAMES = { __proto__: null, fs: 'FSReqCallback', dns: 'GetAddrInfoReqWrap' };

function add(handle, name, owner = handle) {
  remove(handle);
  const entry = { handle, name, owner, previous: null, next: null };
  handle[kEntry] = entry;
  handles.add(entry);
}

function remove(handle) {
  const entry = handle[kEntry];
  if (entry === undefined) return;
  handle[kEntry] = undefined;
  handles.delete(entry);
}

const isReferenced = (handle) => typeof handle.hasRef !== 'function' || handle.hasRef();

function activeRequests() {
  const active = require('internal/slots').activeCalls();
  bridge.requests.forEach((request) => { ArrayPrototypePush(active, request); });
  return active;
}

function requestNames() {
  const { bindingOf } = require('internal/core');
  const known = ArrayFrom(activeRequests(), ({ code }) => REQUEST_NAMES[bindingOf(code)]);
  return ArrayPrototypeFilter(known, (name) => name !== undefined);
}

function names() {
  const { i32 } = bridge.words;
  const active = requestNames();
  for (let i = 0, list = handles.toArray(); i < list.length; i++) {
    const { handle, name } = list[i];
    if (isReferenced(handle)) ArrayPrototypePush(active, name);
  }
  for (let n = i32[TIMERS_REF]; n > 0; n--) ArrayPrototypePush(active, 'Timeout');
  for (let n = i32[IMMEDIATES_REF]; n > 0; n--) ArrayPrototypePush(active, 'Immediate');
  return active;
}

module.exports = {
  add,
  remove,
  names,
  owners: () => ArrayPrototypeMap(handles.toArray(), ({ owner }) => owner),
  requests: activeRequests,
};
