'use strict';

// Shared by the reporters for humans: symbols, colours, and the lines about one test.

const { ArrayPrototypeJoin, RegExpPrototypeSymbolSplit, StringPrototypeRepeat } = require('internal/primordials');
const colors = require('internal/util/colors');
const { inspect } = require('internal/util/inspect');

const signs = {
  'test:fail': '✖ ',
  'test:pass': '✔ ',
  'test:diagnostic': 'ℹ ',
  'test:log': 'ℹ ',
  'group': '▶ ',
  'skipped': '﹣ ',
  'alert': '⚠ ',
};

const colorNames = {
  'test:fail': 'red', 'test:pass': 'green', 'test:diagnostic': 'blue', 'test:log': 'blue',
  'info': 'blue', 'warn': 'yellow', 'error': 'red',
};

const colorOf = (kind) => colors[colorNames[kind]];
const indent = (nesting) => StringPrototypeRepeat('  ', nesting);

// If an inspect() method of the user throws, the error is still shown.
function inspectError(error, options) {
  try {
    return inspect(error, options);
  } catch {
    return inspect(error, { ...options, customInspect: false });
  }
}

function formatError(error, indentation) {
  const shown = error.code === 'ERR_TEST_FAILURE' ? error.cause : error;
  const options = { __proto__: null, colors: colors.shouldColorize(process.stdout), breakLength: Infinity };
  const text = ArrayPrototypeJoin(RegExpPrototypeSymbolSplit(/\r?\n/, inspectError(shown, options)), `\n${indentation}  `);
  return `\n${indentation}  ${text}\n`;
}

const textOr = (value, otherwise) => (typeof value === 'string' && value !== '' ? value : otherwise);

function formatTest(event, data, { details = true, prefix = '', indentation = '' } = {}) {
  const { skip, todo, expectFailure } = data;
  const { duration_ms: durationMs, error } = data.details ?? {};
  let color = colorOf(event);
  let sign = signs[event];
  let title = data.name;
  if (durationMs) title += ` ${colors.gray}(${durationMs}ms)${colors.white}`;

  const attempt = data.details?.passed_on_attempt;
  if (attempt !== undefined) title += ` ${colors.gray}(passed on attempt ${attempt})${colors.white}`;

  if (skip !== undefined) {
    title += ` # ${textOr(skip, 'SKIP')}`;
    color = colors.gray;
    sign = signs.skipped;
  } else if (todo !== undefined) {
    title += ` # ${textOr(todo, 'TODO')}`;
    if (event === 'test:fail') {
      color = colors.yellow;
      sign = signs.alert;
    }
  } else if (expectFailure !== undefined) {
    title += ' # EXPECTED FAILURE';
  }
  const errorText = details && error ? formatError(error, indentation) : '';
  return `${prefix}${indentation}${color}${sign}${title}${colors.white}${errorText}`;
}

module.exports = { signs, colorOf, indent, formatTest, inspectError };
