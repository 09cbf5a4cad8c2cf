'use strict';

const http = require('http');

const body = Buffer.from(JSON.stringify({ hello: 'world', n: 123 }));

http.createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(body);
}).listen(Number(process.argv[2]), '127.0.0.1');
