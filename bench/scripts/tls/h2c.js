// HTTP/2 without TLS, by the events of the core API.
const http2 = require('node:http2');

const server = http2.createServer();
server.on('stream', (stream) => {
  stream.respond({ ':status': 200, 'content-type': 'text/plain' });
  stream.end('hello');
});
require('../http/ready')(server);
