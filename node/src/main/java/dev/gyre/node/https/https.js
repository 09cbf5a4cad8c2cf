'use strict';

// TLS is still to come: connecting throws. An agent can be made, as many programs do one for the day they need it.

const http = require('http');
const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');

const missing = (name) => { throw new ERR_METHOD_NOT_IMPLEMENTED(`https.${name}`); };

function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  http.Agent.call(this, { defaultPort: 443, protocol: 'https:', ...options });
}
Object.setPrototypeOf(Agent.prototype, http.Agent.prototype);
Object.setPrototypeOf(Agent, http.Agent);
Agent.prototype.createConnection = () => missing('Agent.createConnection');

function Server() { missing('Server'); }

module.exports = {
  Agent,
  globalAgent: new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 }),
  Server,
  createServer: () => missing('createServer'),
  get: () => missing('get'),
  request: () => missing('request'),
};
