'use strict';
const net = require('node:net');

const server = net.createServer(() => {}).listen(0);
setImmediate(() => console.log('immediate'));
server.on('listening', () => {
  console.log('listening');
  server.close(() => console.log('closed'));
});
console.log('listener added');
