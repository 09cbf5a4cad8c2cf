'use strict';
const { parseArgs, inspect } = require('node:util');
const options = {
  verbose: { type: 'boolean', short: 'v' }, output: { type: 'string', short: 'o' }, color: { type: 'boolean', default: true },
  tag: { type: 'string', multiple: true, default: ['none'] },
};
const lines = [['-v', 'file'], ['-vo', 'out'], ['-oout', '--tag', 'a', '--tag=b'], ['--no-color'], ['--output'], ['--output', '-v'],
  ['--verbose=1'], ['--unknown'], ['--', '-v'], ['-'], ['--=x'], ['--no-output'], ['-x']];
for (const args of lines) {
  for (const more of [{}, { strict: false }, { allowPositionals: true, allowNegative: true, tokens: true }]) {
    try {
      console.log(inspect(parseArgs({ args, options, ...more }), { depth: null }));
    } catch (error) {
      console.log(error.code, error.message);
    }
  }
}
