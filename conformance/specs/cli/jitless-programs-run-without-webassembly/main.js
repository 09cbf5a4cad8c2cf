'use strict';
const fs = require('node:fs');
const http = require('node:http');

console.log(typeof WebAssembly, process.execArgv);
const text = 'grüße, 世界 '.repeat(1000);
console.log(Buffer.from(text).toString() === text, Buffer.from(text, 'utf16le').toString('base64').length);
console.log(/^(a+)b$/.exec('aaab')[1], JSON.parse('{"a":[1]}'));
console.log(fs.readdirSync(__dirname).includes('main.js'), fs.readFileSync(__filename, 'utf8').length > 100);
console.log(require('node:zlib').gunzipSync(require('node:zlib').gzipSync(text)).length);
let sum = 0;
for (let i = 0; i < 1e5; i++) sum += i % 7;
console.log(sum);

process.on('uncaughtException', (error) => console.log('caught', error.message));
const server = http.createServer((request, response) => response.end(text)).listen(0, '127.0.0.1', () => {
  http.get({ port: server.address().port, host: '127.0.0.1' }, (response) => {
    let body = '';
    response.setEncoding('utf8').on('data', (part) => { body += part; }).on('end', () => {
      console.log(response.statusCode, body === text);
      server.close();
      throw new Error('in a callback');
    });
  });
});
