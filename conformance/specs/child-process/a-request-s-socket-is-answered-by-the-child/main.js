'use strict';
const { fork } = require('child_process');
const http = require('http');

if (process.argv[2] === 'child') {
  process.on('message', (request, socket) => {
    console.log('child:', request, socket !== undefined);
    const response = new http.ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.end('by the child');
    process.disconnect();
  });
} else {
  const child = fork(__filename, ['child']);
  const server = http.createServer((request, response) => {
    const { socket } = response;
    child.send({ method: request.method, url: request.url }, socket);
    console.log(socket._handle, socket._httpMessage);
    server.close();
  });
  server.listen(0, '127.0.0.1', () => {
    http.get({ port: server.address().port, host: '127.0.0.1', path: '/x' }, (response) => {
      console.log(response.statusCode);
      response.setEncoding('utf8').on('data', (text) => console.log(text)).on('end', () => console.log('end'));
    });
  });
  child.on('exit', (code) => console.log('exit', code));
}
