'use strict';

const { Agent, globalAgent } = require('internal/http/agent');

module.exports = { Agent, get globalAgent() { return globalAgent(); } };
