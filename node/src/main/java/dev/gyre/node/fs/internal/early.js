'use strict';

// A program that reads a few files and asks for a few more, and no more than that, never pays for the first of the
// system's calls, which takes the JVM a while: Java's own library answers it (EarlyFiles). Who asks more often, or has made
// such a call before, goes by way of slots.

const { isOpen } = require('internal/slots');

const MAX_EARLY = 50;

let asked = 0;

// Counts as one question.
const isEarly = () => !isOpen() && asked++ < MAX_EARLY;

module.exports = { isEarly };
