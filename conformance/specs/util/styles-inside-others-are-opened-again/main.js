'use strict';
const { styleText } = require('node:util');
const plain = { validateStream: false };
const show = (...args) => console.log(JSON.stringify(styleText(...args, plain)));
show('red', 'a');
show(['bold', 'underline'], 'a');
show('red', `a${styleText('blue', 'b', plain)}c`);
show('bold', `a${styleText('dim', 'b', plain)}c`);
show('#fc0', `a${styleText('green', 'b', plain)}`);
show(['none', '#123456'], 'a');
for (const args of [['nocolor', 'a'], ['#ggg', 'a'], ['red', 5], ['red', 'a', { stream: {} }], ['red', 'a', { validateStream: 1 }]]) {
  try {
    styleText(...args);
  } catch (error) {
    console.log(error.code, error.message);
  }
}
