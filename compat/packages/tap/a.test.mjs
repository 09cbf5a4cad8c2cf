import t from 'tap';
t.test('a suite', async (t) => { t.equal(1, 1); t.match({ a: 1, b: 2 }, { a: 1 }); });
