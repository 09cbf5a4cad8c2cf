'use strict';
// The body of an answer without a length ends with the connection. Here the connection is no socket.
const http = require('node:http');
const { Duplex } = require('node:stream');

function connection(text) {
  let isAnswered = false;
  return new Duplex({
    read() {},
    write(chunk, encoding, callback) {
      callback();
      if (isAnswered) return;
      isAnswered = true;
      for (const part of text) this.push(part);
      this.push(null);
    },
  });
}

const ask = (text) => new Promise((resolve) => {
  http.get({ createConnection: () => connection(text) }, (response) => {
    console.log(response.statusCode);
    response.setEncoding('utf8')
      .on('data', (data) => console.log(data))
      .on('aborted', () => console.log('aborted'))
      .on('error', (error) => console.log(error.code))
      .on('end', () => console.log('end', response.complete))
      .on('close', () => { console.log('close'); resolve(); });
  }).on('error', (error) => { console.log(error.code, error.message); resolve(); });
});

(async () => {
  await ask(['HTTP/1.1 200 OK\r\n\r\n', 'one', 'two']);
  await ask(['HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n', 'cut']);
  await ask(['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '3\r\ncut\r\n']);
  await ask(['HTTP/1.1 200']);
})();
