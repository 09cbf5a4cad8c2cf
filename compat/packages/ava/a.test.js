import test from 'ava';
test('passes', (t) => t.deepEqual([1, 2], [1, 2]));
test('waits', async (t) => t.is(await Promise.resolve(1), 1));
test('fails', (t) => t.is(1, 2));
