const http = require('node:http');
http.createServer((request, response) => response.end(process.env.name)).listen(`${__dirname}/${process.env.name}.sock`, () => process.send?.('ready'));
