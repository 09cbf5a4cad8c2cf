'use strict';
const text = "import('./no.mjs')"; // import('./no.mjs')
const pattern = /import('.\/no.mjs')/;
const object = { import(name) { return `method ${name}`; } };
console.log(object.import('x'), text.length, pattern.source.length, `${typeof import('./value.mjs')}`);
(async () => {
  const { default: value } = await import('./value.mjs');
  console.log(value, (await import(`./value.${'m'}js`)).default === value);
  const load = async (name) => (await import(name)).default;
  console.log(await load('./value.mjs'), typeof (await load('node:fs')).readFileSync);
  console.log((await import('./data.json', { with: { type: 'json' } })).default);
  await import('./missing.mjs').catch((error) => console.log(error.code));
  await import(Symbol('x')).catch((error) => console.log(error.message));
  await import('./value.mjs', { with: { type: 1 } }).catch((error) => console.log(error.message));
})();
console.log('first');
