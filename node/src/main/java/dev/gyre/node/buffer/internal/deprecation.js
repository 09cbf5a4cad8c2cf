'use strict';

// DEP0005: Buffer() and new Buffer() warn once, unless the caller is a package
// in node_modules, whose user can't help it.

const WARNING = 'Buffer() is deprecated due to security and usability issues. Please use the Buffer.alloc(), ' +
  'Buffer.allocUnsafe(), or Buffer.from() methods instead.';

const MAX_CHECKS = 10000; // a package that calls it all the time should not pay for stack traces for ever
const MAX_FRAMES = 10;

let warned = false;
let checks = 0;

function calledFromPackage() {
  const { callSites } = require('internal/util/call_sites');
  for (const site of callSites(MAX_FRAMES, warnAboutConstructor)) {
    const file = site.getFileName() ?? site.getScriptNameOrSourceURL(); // the latter in a context of vm
    if (file === null || file === undefined || file.startsWith('node:')) continue;
    return /[\\/]node_modules[\\/]/.test(file);
  }
  return false;
}

function warnAboutConstructor() {
  if (warned || ++checks > MAX_CHECKS) return;
  const { isPendingDeprecation } = require('internal/util');
  if (!isPendingDeprecation() && calledFromPackage()) return;
  warned = true;
  process.emitWarning(WARNING, 'DeprecationWarning', 'DEP0005');
}

module.exports = { warnAboutConstructor };
