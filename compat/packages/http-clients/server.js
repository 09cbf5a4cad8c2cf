const http = require('node:http');
module.exports = async (use) => {
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (data) => { body += data; }).on('end', () => {
      if (request.url === '/redirect') return response.writeHead(302, { location: '/after' }).end();
      if (request.url === '/fail') return response.writeHead(500).end('no');
      if (request.url === '/gzip') return response.writeHead(200, { 'content-encoding': 'gzip' }).end(require('node:zlib').gzipSync('packed'));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ method: request.method, url: request.url, body, type: request.headers['content-type'] }));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.on('listening', resolve));
  try { await use(`http://127.0.0.1:${server.address().port}`); } finally { server.closeAllConnections(); server.close(); }
};
