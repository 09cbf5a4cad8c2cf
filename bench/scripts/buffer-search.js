'use strict';
// Searching, comparing and turning around bytes.
const text = Buffer.from('The quick brown fox jumps over the lazy dog.\n'.repeat(1500));
const same = Buffer.from(text);
const needle = Buffer.from('\r\n--boundary');
const words = Buffer.alloc(1 << 16, 5);

const start = performance.now();
let sum = 0;
for (let i = 0; i < 5000; i++) {
  sum += text.indexOf(0) + text.indexOf('\r\n\r\n') + text.indexOf(needle) + text.lastIndexOf(1);
  sum += text.compare(same) + Number(text.equals(same)) + Number(text.includes('lazy cat'));
  words.swap16();
  words.swap32();
}
if (sum !== 5000 * -3) throw new Error(`${sum}`);
console.log(JSON.stringify({ ms: performance.now() - start }));
