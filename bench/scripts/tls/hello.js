// The smallest answer there is, over TLS. GET /settle collects garbage first (with --expose-gc).
const https = require('node:https');

const server = https.createServer({ ...require('./identity'), keepAliveTimeout: 300_000 }, (req, res) => {
  if (req.url === '/settle') globalThis.gc();
  res.end('hello');
});
require('../http/ready')(server);
