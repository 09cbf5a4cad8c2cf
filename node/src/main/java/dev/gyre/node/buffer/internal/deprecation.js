'use strict';

// DEP0005: Buffer() and new Buffer() warn once, unless the caller is a package in node_modules, which the user can't change.

const WARNING = 'Buffer() is deprecated due to security and usability issues. Please use the Buffer.alloc(), ' +
  'Buffer.allocUnsafe(), or Buffer.from() methods instead.';

const MAX_CHECKS = 10000; // limits the cost of stack traces for a package that calls it all the time

let warned = false;
let checks = 0;

function warnAboutConstructor() {
  if (warned || ++checks > MAX_CHECKS) return;
  const { isPendingDeprecation } = require('internal/util');
  const { isInsideNodeModules } = require('internal/util/call_sites');
  if (!isPendingDeprecation() && isInsideNodeModules(warnAboutConstructor)) return;
  warned = true;
  process.emitWarning(WARNING, 'DeprecationWarning', 'DEP0005');
}

module.exports = { warnAboutConstructor };
