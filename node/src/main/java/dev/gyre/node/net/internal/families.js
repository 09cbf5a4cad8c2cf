'use strict';

// Whether connections try addresses of both families, and the time limit for each attempt.

const { MathMax, Number } = require('internal/primordials');
const options = require('internal/options');
const { validateBoolean, validateInt32 } = require('internal/validators');

const MIN_ATTEMPT_TIMEOUT_MS = 10;
const DEFAULT_ATTEMPT_TIMEOUT_MS = 500;

let race;
let attemptMs;

module.exports = {
  isRaceDefault: () => race ??= options.get('--network-family-autoselection') ?? true,
  attemptTimeout: (ms) => MathMax(MIN_ATTEMPT_TIMEOUT_MS, ms ?? module.exports.defaultAttemptTimeout()),
  defaultAttemptTimeout() {
    return attemptMs ??=
      Number(options.get('--network-family-autoselection-attempt-timeout') ?? DEFAULT_ATTEMPT_TIMEOUT_MS);
  },

  setRaceDefault(value) {
    validateBoolean(value, 'value');
    race = value;
  },

  setDefaultAttemptTimeout(value) {
    validateInt32(value, 'value', 1);
    attemptMs = MathMax(MIN_ATTEMPT_TIMEOUT_MS, value);
  },
};
