'use strict';

// Performance entries of type 'http'. They are made from http's diagnostics channels, so an unobserved server has no cost.

const { ObjectEntries } = require('internal/primordials');
const { subscribe, unsubscribe } = require('diagnostics_channel');
const measure = require('internal/perf_hooks/measure').of('http');

const answerOf = ({ statusCode, statusMessage }, headers) => ({ res: { statusCode, statusMessage, headers } });

const listeners = {
  'http.server.response.created'({ request, response }) {
    const { method, url, headers } = request;
    measure.begin(response, 'HttpRequest', { req: { method, url, headers } });
  },

  'http.server.response.finish'({ response }) {
    measure.end(response, answerOf(response, response.getHeaders()));
  },

  'http.client.request.start'({ request }) {
    const { method, protocol, path } = request;
    const { kAuthority } = require('internal/http/client');
    const { kIsAbsolute } = require('internal/http/proxy');
    const url = request[kIsAbsolute] ? path : `${protocol}//${request[kAuthority]}${path}`;
    measure.begin(request, 'HttpClient', { req: { method, url, headers: request.getHeaders() } });
  },

  'http.client.response.finish'({ request, response }) {
    measure.end(request, answerOf(response, response.headers));
  },
};

let isWatching = false;

function watch(yes) {
  if (yes === isWatching) return;
  isWatching = yes;
  const change = yes ? subscribe : unsubscribe;
  for (let i = 0, list = ObjectEntries(listeners); i < list.length; i++) {
    const { 0: name, 1: listener } = list[i];
    change(name, listener);
  }
}

module.exports = { watch };
