'use strict';
const { test, describe, it } = require('node:test');
test.skip('skipped', () => console.log('never'));
test('skipped for a reason', { skip: 'the reason' }, () => console.log('never'));
test('skips itself', (t) => t.skip('found out'));
test.todo('without a function');
test.todo('fails', () => { throw new Error('some day'); });
test('says it is to do', (t) => t.todo('found out'));
describe.skip('skipped suite', () => console.log('never'));
describe.todo('suite to do', () => {
  it('fails', async () => {
    await null;
    throw new Error('some day');
  });
});
process.on('exit', (code) => console.log('exit', code));
