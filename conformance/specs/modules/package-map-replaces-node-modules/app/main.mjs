import { createRequire } from 'node:module';
import one from 'one';
import sub from '@scope/two/sub/x.js';
const require = createRequire(import.meta.url);
console.log(one, sub, require('one'), require('@scope/two'), require.resolve('@scope/two/sub/x.js').slice(-8));
for (const name of ['unlisted', 'two', 'gone', 'fs']) {
  try {
    console.log(name, typeof (await import(name)).default);
  } catch (error) {
    console.log(name, error.code);
  }
  try {
    console.log(name, typeof require(name));
  } catch (error) {
    console.log(name, error.code);
  }
}
await import('../outside.mjs').catch((error) => console.log(error.code));
