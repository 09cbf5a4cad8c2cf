'use strict';

// The reporter of a test file's process: its events, for the process that runs the files.

module.exports = require('internal/test/event_bytes').eventReporter;
