import { mock, test } from 'node:test';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

test('an ES module', async (t) => {
  const context = t.mock.module('./module.mjs', { exports: { default: 1, named: 2 } });
  const first = await import('./module.mjs');
  console.log(first, first === await import('./module.mjs'));
  context.restore();
  console.log(await import('./module.mjs'));
});

test('with a cache', async (t) => {
  t.mock.module('./module.mjs', { cache: true, exports: { named: {} } });
  console.log((await import('./module.mjs')) === await import('./module.mjs'));
});

test('a CommonJS module', async (t) => {
  t.mock.module('./common.cjs', { exports: { default: { a: 1 }, b: 2 } });
  console.log(require('./common.cjs'), (await import('./common.cjs')).default, (await import('./common.cjs')).b);
});

test('is restored after the test', async () => {
  console.log(require('./common.cjs'), (await import('./common.cjs')).default);
});

test('a core module', async (t) => {
  t.mock.module('node:os', { exports: { hostname: () => 'mocked' } });
  console.log(require('os').hostname(), (await import('node:os')).hostname(), (await import('os')).default.platform);
});

test('mistakes', (t) => {
  t.mock.module('./module.mjs', { exports: {} });
  for (const args of [['./module.mjs', {}], ['./missing.mjs', {}], [1, {}], ['./common.cjs', { exports: 1 }], ['./common.cjs', { cache: 1 }]]) {
    try {
      mock.module(...args);
      console.log('accepted', args);
    } catch (error) {
      console.log(error.code);
    }
  }
  t.mock.module('./common.cjs', { exports: { default: 'text', b: 2 } });
  t.assert.throws(() => require('./common.cjs'), /named exports cannot be applied/);
});
