'use strict';
exports.before = true;
(function run() {
  throw new Error('in a required module');
})();
