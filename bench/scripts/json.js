'use strict';
// Reading and writing JSON of the size of an API's answer, and one of some megabytes.
const item = (i) => ({
  id: i,
  name: `item ${i}`,
  price: i * 1.25,
  tags: ['alpha', 'beta', `tag-${i % 17}`],
  nested: { active: i % 2 === 0, note: 'a "quoted" text with ümläuts\n', none: null },
});
const small = JSON.stringify(Array.from({ length: 20 }, (_, i) => item(i)));
const large = Array.from({ length: 20_000 }, (_, i) => item(i));

const start = performance.now();
let size = 0;
for (let i = 0; i < 8000; i++) size += JSON.stringify(JSON.parse(small)).length;
for (let i = 0; i < 6; i++) size += JSON.stringify(JSON.parse(JSON.stringify(large)), null, 2).length;
if (size < 1e7) throw new Error(size);
console.log(JSON.stringify({ ms: performance.now() - start }));
