// cause: SYNCHRONOUS_CALL zlib.gunzipSync
const zlib = require('node:zlib');
const part = zlib.gzipSync(Buffer.alloc(2 ** 22));
const bomb = Buffer.concat(new Array(10).fill(part));
setTimeout(() => {
  do {
    zlib.gunzipSync(bomb); // here
  } while (!isOver());
}, 20);
