'use strict';
const { SourceMap } = require('node:module');
const map = new SourceMap({
  version: 3,
  sources: ['original.ts'],
  names: ['greet'],
  mappings: 'AAAA;AACAA,IAAI,GAAJ',
});
console.log(map.findEntry(0, 0));
console.log(map.findEntry(1, 5));
console.log(map.findOrigin(2, 1));
console.log(map.findEntry(-1, 0), map.payload.sources);
