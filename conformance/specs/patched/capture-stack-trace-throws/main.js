'use strict';

const { bad, uses } = require('../../../patched/uses.js');

uses(() => {
  Error.captureStackTrace = bad('captureStackTrace');
});
