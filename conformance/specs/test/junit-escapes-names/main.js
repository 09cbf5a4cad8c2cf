'use strict';
const { resolve } = require('node:path');
const { run } = require('node:test');
const { junit } = require('node:test/reporters');

(async () => {
  let text = '';
  for await (const part of run({ files: [resolve(__dirname, 'names.js')] }).compose(junit)) text += part;
  console.log(text.replace(/ (timestamp|hostname|time)="[^"]*"| file="[^"]*"|<!-- duration_ms.*\n/g, ''));
})();
