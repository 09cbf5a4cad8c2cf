'use strict';

const channels = require('internal/diagnostics_channel/channel');
const { BoundedChannel, TracingChannel } = require('internal/diagnostics_channel/tracing');

function tracingChannel(nameOrChannels) {
  return new TracingChannel(nameOrChannels);
}

function boundedChannel(nameOrChannels) {
  return new BoundedChannel(nameOrChannels);
}

module.exports = { ...channels, tracingChannel, boundedChannel, BoundedChannel };
