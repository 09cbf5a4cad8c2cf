import data from './data.json' with { type: 'json' };
import { createRequire } from 'node:module';
console.log(data, createRequire(import.meta.url)('./data.json') === data);
for (const attributes of [undefined, { with: { type: 'css' } }, { with: { other: 'json' } }]) {
  await import('./data.json', attributes).catch((error) => console.log(error.code, error.name));
}
await import('./main.mjs', { with: { type: 'json' } }).catch((error) => console.log(error.code));
await import('./broken.json', { with: { type: 'json' } }).catch((error) => console.log(error.name));
