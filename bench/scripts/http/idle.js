// Says hello to connections that stay open long after. GET /settle collects garbage first (with --expose-gc).
const http = require('node:http');

const server = http.createServer({ keepAliveTimeout: 300_000 }, (req, res) => {
  if (req.url === '/settle') globalThis.gc();
  res.end('hello');
});
require('./ready')(server);
