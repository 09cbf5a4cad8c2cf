'use strict';
require('node:fs').stat(__filename, function onStat() {
  throw new Error('in a file callback');
});
