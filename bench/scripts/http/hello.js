// The smallest answer there is. GET /settle collects garbage first (with --expose-gc), for those who look at memory.
const http = require('node:http');

require('./ready')(http.createServer((req, res) => {
  if (req.url === '/settle') globalThis.gc();
  res.end('hello');
}));
