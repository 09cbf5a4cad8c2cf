'use strict';
// Short texts, one after the other: what a server does with small answers.
const zlib = require('zlib');

const small = Buffer.from(JSON.stringify({ id: 17, name: 'a name of some length', tags: ['one', 'two', 'three'], ok: true }));
const round = () => zlib.gunzipSync(zlib.gzipSync(small)).length;
for (let i = 0; i < 2000; i++) round();
const start = performance.now();
let bytes = 0;
for (let i = 0; i < 10_000; i++) bytes += round();
if (bytes !== small.length * 10_000) throw new Error(bytes);
console.log(JSON.stringify({ ms: performance.now() - start }));
