'use strict';

// The tests of the rules: each finds a planted violation, and leaves what is right alone. Prints `ok`, or what failed.

const { RuleTester } = require('eslint');

const failures = [];
const names = [];

function it(name, run) {
  try {
    run();
  } catch (error) {
    failures.push(`${[...names, name].join(' > ')}\n${error.message}`);
  }
}

RuleTester.describe = (name, run) => {
  names.push(name);
  run();
  names.pop();
};
RuleTester.it = it;
RuleTester.itOnly = it;

require('./rules')(new RuleTester({ languageOptions: { ecmaVersion: 'latest', sourceType: 'commonjs' } }));
require('./baseline')(it);

if (failures.length > 0) {
  console.error(failures.join('\n\n'));
  process.exitCode = 1;
} else {
  console.log('ok');
}
