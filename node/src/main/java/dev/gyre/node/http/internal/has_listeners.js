'use strict';

// Most messages have nobody who listens to them; their events need not be emitted.

const { emit } = require('events').prototype;

// Whether an event of this emitter can be heard: by listeners, or by an emit() of the program's own.
const hasListeners = (emitter) => emitter._eventsCount !== 0 || emitter.emit !== emit;

module.exports = { hasListeners };
