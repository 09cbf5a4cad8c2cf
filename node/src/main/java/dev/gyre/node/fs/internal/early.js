'use strict';

// The first native system call of a process is slow in the JVM. A program that reads only a few files avoids it: EarlyFiles
// answers with Java's own library. Programs that make more calls, or have made such a call before, use slots.

const { isOpen } = require('internal/slots');

const MAX_EARLY = 50;

let asked = 0;

// Counts as one call.
const isEarly = () => !isOpen() && asked++ < MAX_EARLY;

module.exports = { isEarly };
