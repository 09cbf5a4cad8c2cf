'use strict';

const http = require('node:http');

const server = http.createServer((req, res) => {
  let length = 0;
  req.on('data', (chunk) => { length += chunk.length; });
  req.on('end', () => { res.setHeader('Content-Type', 'text/plain'); res.end(`${req.method} ${length}`); });
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
