'use strict';
process.setSourceMapsEnabled(true);
const map = { version: 3, sources: ['original.ts'], sourcesContent: ['\n\nboom!'], names: [], mappings: 'AAEA' };
const url = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
const m = new module.constructor(`${__dirname}/generated.js`, module);
m.filename = m.id;
try {
  m._compile(`throw new Error('mapped');\n//# sourceMappingURL=${url}`, m.id);
} catch (error) {
  console.log(error.stack.split('\n').slice(0, 2).join('\n'));
}
console.log(process.sourceMapsEnabled, require('node:module').getSourceMapsSupport());
