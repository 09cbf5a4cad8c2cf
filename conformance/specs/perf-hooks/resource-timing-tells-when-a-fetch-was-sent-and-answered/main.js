'use strict';

// fetch() makes entries of type 'resource': when the request was sent and the response began, and the size of the body on the
// wire and decoded.

const http = require('http');
const zlib = require('zlib');
const { performance } = require('perf_hooks');

const answers = {
  '/packed': (response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(zlib.gzipSync('x'.repeat(10_000)));
  },
  '/moved': (response) => {
    response.writeHead(302, { location: '/late' });
    response.end();
  },
  '/late': (response) => setTimeout(() => response.end('late'), 50),
  '/plain': (response) => response.end('plain'),
};
const server = http.createServer((request, response) => answers[request.url](response));
server.listen(0, '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  for (const path of ['/packed', '/moved', '/late', '/plain']) await (await fetch(base + path)).text();
  await fetch('data:text/plain,abc').then((response) => response.text());
  const wait = () => {
    if (performance.getEntriesByType('resource').length < 4) setTimeout(wait, 1);
    else tell(base);
  };
  wait();
});

function tell(base) {
  for (const entry of performance.getEntriesByType('resource')) {
    const { redirectStart, redirectEnd, fetchStart, requestStart, responseStart, responseEnd } = entry;
    const order = [redirectEnd > redirectStart, fetchStart >= redirectEnd, requestStart > fetchStart, responseStart > requestStart, responseEnd >= responseStart];
    console.log(entry.name.replace(base, ''), entry.responseStatus, entry.encodedBodySize, entry.decodedBodySize, entry.transferSize - entry.encodedBodySize, order.join());
    if (entry.name !== `${base}/packed` && entry.name !== `${base}/plain`) console.log('late by', responseStart - requestStart > 45);
    console.log(responseStart === entry.finalResponseHeadersStart, entry.firstInterimResponseStart,
      entry.renderBlockingStatus, JSON.stringify([entry.contentType, entry.contentEncoding]));
  }
  const made = performance.markResourceTiming({
    startTime: 1, redirectStartTime: 2, redirectEndTime: 3, postRedirectStartTime: 4, finalServiceWorkerStartTime: 5, finalNetworkRequestStartTime: 6,
    firstInterimNetworkResponseStartTime: 6.5, finalNetworkResponseStartTime: 7, endTime: 8, encodedBodySize: 9, decodedBodySize: 10,
    finalConnectionTimingInfo: null, renderBlocking: true,
  }, 'http://localhost/', 'fetch', {}, '', { contentType: 'text/html', contentEncoding: 'gzip' }, 200, '');
  console.log(JSON.stringify(made));
  server.close();
  server.closeAllConnections();
}
