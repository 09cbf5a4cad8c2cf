import { describe, it } from 'node:test';

describe('a suite', () => {
  it('sees nothing of other files', (t) => { t.assert.strictEqual(globalThis.left, undefined); });
  it.skip('is skipped');
  it.todo('is to be done');
});
