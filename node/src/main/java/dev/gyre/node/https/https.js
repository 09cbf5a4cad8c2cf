'use strict';

// TLS is not implemented. Requests, agents and servers can be created, because many programs create them without using them.
// A connection fails, and its request emits the error. A server can't listen.

const {
  ArrayPrototypeShift, FunctionPrototypeCall, ObjectAssign, ObjectSetPrototypeOf, ReflectConstruct, joinLists,
} = require('internal/primordials');
const http = require('http');
const { ClientRequest } = require('internal/http/client');
const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
const { URL, isURL } = require('internal/url');
const { urlToHttpOptions } = require('url');

function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  FunctionPrototypeCall(http.Agent, this, { defaultPort: 443, protocol: 'https:', ...options });
}
ObjectSetPrototypeOf(Agent.prototype, http.Agent.prototype);
ObjectSetPrototypeOf(Agent, http.Agent);
Agent.prototype.createConnection = function createConnection(options, callback) {
  process.nextTick(callback, new ERR_METHOD_NOT_IMPLEMENTED('tls.connect'));
};

function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  FunctionPrototypeCall(http.Server, this, options, listener);
}
ObjectSetPrototypeOf(Server.prototype, http.Server.prototype);
ObjectSetPrototypeOf(Server, http.Server);
Server.prototype.listen = function listen() { throw new ERR_METHOD_NOT_IMPLEMENTED('https.Server.listen'); };

// (url, options, callback), (url, callback), (options, callback)
function request(...args) {
  const { 0: first } = args;
  let options = {};
  if (typeof first === 'string' || isURL(first)) {
    options = urlToHttpOptions(typeof first === 'string' ? new URL(first) : first);
    ArrayPrototypeShift(args);
  }
  if (args[0] && typeof args[0] !== 'function') ObjectAssign(options, ArrayPrototypeShift(args));
  options._defaultAgent = module.exports.globalAgent;
  return ReflectConstruct(ClientRequest, joinLists([options], args));
}

function get(input, options, callback) {
  const req = request(input, options, callback);
  req.end();
  return req;
}

module.exports = {
  Agent,
  globalAgent: new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 }),
  Server,
  createServer: (options, listener) => new Server(options, listener),
  get,
  request,
};
