// GET /whole: a body in one buffer; GET /parts: the same in parts of 16 KiB, as a stream. POST: answers with the length.
const https = require('node:https');
const { Readable } = require('node:stream');

const BYTES = Number(process.env.BODY_BYTES);
const whole = Buffer.alloc(BYTES, 'abcdefgh');
const part = whole.subarray(0, 16 << 10);

function * parts() {
  for (let left = BYTES; left > 0; left -= part.length) yield part.subarray(0, left);
}

require('../http/ready')(https.createServer(require('./identity'), (req, res) => {
  if (req.method === 'POST') {
    let received = 0;
    req.on('data', (bytes) => { received += bytes.length; });
    req.on('end', () => res.end(String(received)));
  } else if (req.url === '/whole') {
    res.end(whole);
  } else {
    res.setHeader('Content-Length', BYTES);
    Readable.from(parts(), { objectMode: false }).pipe(res);
  }
}));
