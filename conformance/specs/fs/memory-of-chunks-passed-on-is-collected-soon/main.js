'use strict';
// V8 alone lets 64 MiB of memory outside its heap gather before it looks for what nobody has any more.
const fs = require('fs');
const start = process.memoryUsage().rss;
let bytes = 0;
let mostMb = 0;
fs.createReadStream('/dev/zero', { end: (256 << 20) - 1 }).on('data', (chunk) => {
  bytes += chunk.length;
  if (bytes % (4 << 20) === 0) mostMb = Math.max(mostMb, (process.memoryUsage().rss - start) / 1e6);
}).on('close', () => {
  console.log(bytes, mostMb < 70 ? 'less than 70 MB more' : `${mostMb} MB more`);
});
