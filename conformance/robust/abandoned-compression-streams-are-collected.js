'use strict';
// A gzip stream has a quarter of a megabyte outside of V8's heap. Streams that nobody ends and nobody holds give it back
// while others are made.
const assert = require('assert');
const zlib = require('zlib');

const STREAMS = 12000; // more than 3 GB, if none were collected
const MAX_MB = 900; // 330 to 490 were seen

const megabytes = () => process.memoryUsage.rss() / 2 ** 20;
const start = megabytes();
const immediate = () => new Promise(setImmediate);

async function make(count) {
  let done = 0;
  for (let i = 0; i < count; i++) {
    zlib.createGzip().write('text', () => done++);
    while (i - done > 100) await immediate(); // those with work under way are still needed
  }
}

(async () => {
  let most = 0;
  for (let i = 0; i < STREAMS; i += 500) {
    await make(500);
    most = Math.max(most, megabytes() - start);
  }
  assert(most < MAX_MB, `${Math.round(most)} MB more than before`);
  console.log('ok');
})();
