'use strict';

// What `nextLoad` answers: the source of a required module as text, that of an imported one as a Buffer; the format that is
// known before it is read.
const { register, registerHooks } = require('module');

const kindOf = (source) => (source === null ? 'null' : Buffer.isBuffer(source) ? 'Buffer' : typeof source);

const { deregister } = Object.getPrototypeOf(registerHooks({}));
const hooks = registerHooks({
  load(url, context, nextLoad) {
    const result = nextLoad(url, context);
    const { source, format, responseURL } = result;
    console.log(url.replace(/.*\//, ''), context.format, format, kindOf(source), source?.length, Object.keys(result), typeof responseURL);
    return url.endsWith('m2.mjs') ? { ...result, source: Buffer.from(`${source}`.replace('1', '2')) } : result;
  },
});

(async () => {
  require('./files/c.cjs');
  require('./files/c.js');
  require('./files/j.json');
  require('./files/m.mjs');
  require('./files/t.ts');
  require('fs');
  console.log((await import('./files/m2.mjs')).default);
  console.log((await import('./files/c2.cjs')).default);
  console.log((await import('./files/c3.js')).default);
  console.log((await import('./files/j2.json', { with: { type: 'json' } })).default);
  console.log((await import('./files/t2.mts')).x);
  console.log((await import('data:text/javascript,export default 1')).default);
  console.log(typeof (await import('fs')).readFile);
  Reflect.apply(deregister, hooks, []);
  register('./files/hooks.mjs', `file://${__filename}`);
  for (const name of ['m.mjs?again', 'c.cjs?again', 'c.js?again', 't2.mts?again']) await import(`./files/${name}`);
  await import('data:text/javascript,export default 2');
  await import('./files/j.json?again', { with: { type: 'json' } });
})();
