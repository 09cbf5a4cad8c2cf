'use strict';
// The server of the load test. Whatever it answers carries the token of the request, as a header and all through the
// body, so that an answer that went astray is known by every part of it. The path says how to answer: /WAY or /WAY/SIZE.
const http = require('node:http');

const ways = {
  // SIZE bytes at once.
  give(req, res, size) {
    res.end(textOf(req, size));
  },
  // SIZE bytes in parts, each when the one before has gone.
  parts(req, res, size) {
    const text = textOf(req, size);
    let at = 0;
    const next = () => {
      while (at < size && res.write(text.subarray(at, at += 1 + (size >> 2))));
      if (at >= size) res.end();
      else res.once('drain', next);
    };
    next();
  },
  // After a while that differs from request to request, so that answers overtake each other.
  later(req, res, size) {
    const answer = () => res.end(textOf(req, size));
    if (size % 3 === 0) setImmediate(answer);
    else setTimeout(answer, size % 7);
  },
  // The body, when all of it is there.
  collect(req, res) {
    const chunks = [];
    req.on('data', (chunk) => chunks.push(chunk));
    req.on('end', () => res.end(Buffer.concat(chunks)));
  },
  // The body as it comes.
  stream(req, res) {
    req.pipe(res);
  },
  memory(req, res) {
    server.getConnections((error, connections) => res.end(JSON.stringify({ ...process.memoryUsage(), connections })));
  },
  collected(req, res) {
    globalThis.gc();
    ways.memory(req, res);
  },
};

const server = http.createServer((req, res) => {
  const [, way, size] = req.url.split('/');
  res.setHeader('X-Token', req.headers['x-token']);
  ways[way](req, res, Number(size));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));

function textOf(req, size) {
  return Buffer.alloc(size, req.headers['x-token']);
}
