'use strict';
// Names, values, states: what setHeader, writeHead, write, end and their like refuse, and what they keep.
const http = require('http');

function attempt(name, call) {
  try {
    const result = call();
    console.log(name, result === undefined || typeof result === 'object' && result?.constructor === http.ServerResponse ? 'ok' : result);
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}

const server = http.createServer((req, res) => {
  attempt('bad name', () => res.setHeader('a b', 'x'));
  attempt('empty name', () => res.setHeader('', 'x'));
  attempt('no value', () => res.setHeader('x'));
  attempt('line break', () => res.setHeader('x', 'a\nb'));
  attempt('wide character', () => res.setHeader('x', '€'));
  attempt('latin1', () => res.setHeader('X-Latin', 'ä'));
  attempt('number', () => res.setHeader('X-Number', 7));
  attempt('get', () => res.getHeader('x-NUMBER'));
  attempt('names', () => res.getHeaderNames().join());
  attempt('raw names', () => res.getRawHeaderNames().join());
  attempt('append', () => res.appendHeader('X-Number', '8'));
  attempt('all', () => JSON.stringify(res.getHeaders()));
  attempt('has', () => res.hasHeader('X-LATIN'));
  attempt('remove', () => res.removeHeader('x-latin'));
  attempt('has not', () => res.hasHeader('x-latin'));
  attempt('setHeaders', () => res.setHeaders(new Map([['m', '1'], ['n', '2']])));
  attempt('setHeaders of an array', () => res.setHeaders([['m', '1']]));
  attempt('status', () => res.writeHead(99));
  attempt('status text', () => res.writeHead('x'));
  attempt('reason', () => res.writeHead(200, 'a\r\nb'));
  res.statusMessage = '';
  attempt('odd list', () => res.writeHead(200, ['a']));
  attempt('validateHeaderName', () => http.validateHeaderName('a:b'));
  attempt('validateHeaderValue', () => http.validateHeaderValue('x', undefined));
  attempt('write null', () => res.write(null));
  attempt('write number', () => res.write(7));
  attempt('early hints', () => res.writeEarlyHints({ link: 'nonsense' }));
  attempt('trailers', () => res.addTrailers({ 'a b': '1' }));
  attempt('information', () => res.writeInformation(200));
  attempt('writeHead', () => res.writeHead(201, { m: '3' }));
  attempt('again', () => res.writeHead(200));
  attempt('set after', () => res.setHeader('late', '1'));
  attempt('remove after', () => res.removeHeader('late'));
  attempt('append after', () => res.appendHeader('late', '1'));
  attempt('sent', () => res.headersSent);
  res.end('x', () => console.log('end', res.writableFinished));
  attempt('end again', () => res.end() === res);
  res.end((error) => console.log('end again', error?.code));
  res.on('error', (error) => console.log('error', error.code));
  res.write('y', (error) => console.log('write', error.code));
}).listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  attempt('method', () => http.request({ port, method: 'G T' }));
  attempt('method type', () => http.request({ port, method: 7 }));
  attempt('path', () => http.request({ port, path: '/a b' }));
  attempt('protocol', () => http.request({ port, protocol: 'ftp:' }));
  attempt('agent', () => http.request({ port, agent: {} }));
  attempt('host', () => http.request({ port, host: {} }));
  attempt('url', () => http.request('nonsense'));
  attempt('header', () => http.request({ port, headers: { 'a b': 1 } }));
  http.get({ port, host: '127.0.0.1' }, (res) => {
    const headers = { ...res.headers };
    delete headers.date;
    console.log(res.statusCode, res.statusMessage, headers);
    res.resume().on('end', () => server.close());
  });
});
