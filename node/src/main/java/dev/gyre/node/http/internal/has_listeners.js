'use strict';

// Most messages have no listeners, and then their events need not be emitted.

const { emit } = require('events').prototype;

// Whether an event of this emitter can be observed: by listeners, or because the program replaced emit().
const hasListeners = (emitter) => emitter._eventsCount !== 0 || emitter.emit !== emit;

module.exports = { hasListeners };
