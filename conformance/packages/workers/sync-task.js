'use strict';
require('synckit').runAsWorker(async (a, b) => {
  if (a === undefined) throw Object.assign(new TypeError('nothing to add'), { code: 'ENOTHING' });
  return a + b;
});
