'use strict';

// Requests of HTTP servers and clients, by http's diagnostics channels.

const { ObjectEntries, SafeWeakMap } = require('internal/primordials');
const { subscribe, unsubscribe } = require('diagnostics_channel');
const { emit } = require('internal/trace_events/tracing');

const GROUP = 'node,node.http';
const SERVER = 'http.server.request';
const CLIENT = 'http.client.request';

const ids = new SafeWeakMap();
let lastId = 0;

function begin(request, name) {
  ids.set(request, ++lastId);
  emit('b', GROUP, name, lastId);
}

function end(request, name, data) {
  const id = ids.get(request);
  if (id === undefined) return;
  ids.delete(request);
  emit('e', GROUP, name, id, { data });
}

const listeners = {
  'http.server.request.start': ({ request }) => begin(request, SERVER),
  'http.server.response.finish': ({ request, response }) =>
    end(request, SERVER, { url: request.url, statusCode: response.statusCode }),
  'http.client.request.start': ({ request }) => begin(request, CLIENT),
  'http.client.response.finish': ({ request, response }) =>
    end(request, CLIENT, { path: request.path, statusCode: response.statusCode }),
};

function watch(isWanted) {
  const change = isWanted ? subscribe : unsubscribe;
  for (let i = 0, list = ObjectEntries(listeners); i < list.length; i++) change(list[i][0], list[i][1]);
}

module.exports = { watch };
