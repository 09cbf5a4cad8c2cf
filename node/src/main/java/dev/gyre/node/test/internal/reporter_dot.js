'use strict';

// The reporter `dot`: a dot for each test that passed, an X for each that failed.

const { ArrayPrototypePush, MathMax, itemsOf } = require('internal/primordials');
const colors = require('internal/util/colors');
const { formatTest } = require('internal/test/reporter_texts');

const MIN_COLUMNS = 20;

const columns = () => MathMax(process.stdout.columns ?? MIN_COLUMNS, MIN_COLUMNS);

async function* dot(source) {
  colors.refresh();
  const failed = [];
  let count = 0;
  let width = columns();
  for await (const { type, data } of source) {
    if (type === 'test:pass') {
      yield `${colors.green}.${colors.reset}`;
    } else if (type === 'test:fail') {
      yield `${colors.red}X${colors.reset}`;
      ArrayPrototypePush(failed, data);
    } else {
      continue;
    }
    if (++count === width) {
      yield '\n';
      width = columns(); // the terminal may have been resized
      count = 0;
    }
  }
  yield '\n';
  if (failed.length === 0) return;
  yield `\n${colors.red}Failed tests:${colors.white}\n\n`;
  for (const data of itemsOf(failed)) yield formatTest('test:fail', data);
}

module.exports = dot;
