'use strict';

const { bad, uses } = require('../../../patched/uses.js');

uses(() => {
  Object.prototype.get = bad('get');
  Object.prototype.set = bad('set');
});
