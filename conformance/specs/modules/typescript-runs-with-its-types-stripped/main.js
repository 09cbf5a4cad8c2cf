'use strict';
const { stripTypeScriptTypes } = require('module');
const assert = require('assert');
process.removeAllListeners('warning');

console.log(process.features.typescript, Object.keys(require.extensions));
console.log(require('./typed.ts').sum(1, 2));
console.log(require('./typed.cts'));
(async () => {
  console.log(await import('./typed.mts'));
  console.log((await import('./typed.ts')).default);
  // Lines and columns stay.
  try {
    require('./throws.ts');
  } catch (error) {
    console.log(error.stack.split('\n')[1].replace(/\(.*\//, '('));
  }
  const codes = ['./enum.ts', './wrong.ts', './node_modules/typed/index.ts'];
  for (const file of codes) {
    try {
      require(file);
    } catch (error) {
      console.log(error.name, error.code, error.message.split('\n')[0].replace(/".*\//, '"'));
    }
  }
  for (const file of codes) await import(file).catch((error) => console.log(error.name, error.code));
  console.log(JSON.stringify(stripTypeScriptTypes('const a: number = 1 as any;\ntype X = string; export { a }')));
  console.log(JSON.stringify(stripTypeScriptTypes('let a: 1', { sourceUrl: 'a.ts' })));
  for (const wrong of [[1], ['', 1], ['', { mode: 'transform' }], ['', { sourceMap: true }], ['', { sourceUrl: 1 }], ['enum A {}']]) {
    assert.throws(() => stripTypeScriptTypes(...wrong), (error) => { console.log(error.code); return true; });
  }
})();
