import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    const result = next(url, context);
    console.log(url.split('/').pop(), result.format, result.responseURL === url);
    return result;
  },
});
console.log((await import('./part.cjs')).default, (await import('./part.mjs')).default);
console.log((await import('./part.json', { with: { type: 'json' } })).default);
console.log(typeof (await import('node:os')).EOL);
