'use strict';

// The colours of messages that the runtime itself writes to stderr: empty strings unless stderr supports colours.
// `refresh()` checks again, because the environment may have changed.

const { Boolean } = require('internal/primordials');

const codes = {
  __proto__: null,
  blue: '\u001b[34m', green: '\u001b[32m', white: '\u001b[39m', yellow: '\u001b[33m', red: '\u001b[31m',
  gray: '\u001b[90m', clear: '\u001bc', reset: '\u001b[0m',
};

function shouldColorize(stream) {
  if (process.env.FORCE_COLOR !== undefined) return require('internal/tty/colors').getColorDepth() > 2;
  return Boolean(stream?.isTTY) && (typeof stream.getColorDepth !== 'function' || stream.getColorDepth() > 2);
}

function refresh() {
  colors.hasColors = shouldColorize(process.stderr);
  for (const name in codes) colors[name] = colors.hasColors ? codes[name] : '';
}

const colors = module.exports = { shouldColorize, refresh, hasColors: false };
for (const name in codes) colors[name] = '';
