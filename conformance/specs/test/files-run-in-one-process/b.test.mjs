import { suite, test } from 'node:test';

suite('keep the suite', () => { test('sees the same globals', (t) => { t.assert.strictEqual(globalThis.count, 1); }); });
