import { before, test } from 'node:test';

before(() => { console.log('before all files'); });
globalThis.count = 1;
test('keep the first', () => {});
test('drop this', () => { throw new Error('not chosen'); });
