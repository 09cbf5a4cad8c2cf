'use strict';

const http = require('http');
const { PerformanceObserver } = require('perf_hooks');

const entries = [];
const observer = new PerformanceObserver((list) => {
  entries.push(...list.getEntries());
  if (entries.length === 3) show();
});
observer.observe({ entryTypes: ['http', 'net'] });

const server = http.createServer((req, res) => {
  res.setHeader('X-Own', 'yes');
  res.sendDate = false;
  res.end('hello');
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  http.get({ host: '127.0.0.1', port, path: '/a?b', headers: { Host: 'another' } }, (res) => res.resume());
});

function show() {
  observer.disconnect();
  server.close();
  const { port } = server.address() ?? {};
  for (const { entryType, name, startTime, duration, detail } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const url = detail.req?.url?.replace(/:\d+/, ':PORT');
    console.log(entryType, name, startTime > 0, duration >= 0, detail.host, typeof detail.port, port, url,
      detail.req?.method, detail.req?.headers, detail.res);
  }
}
