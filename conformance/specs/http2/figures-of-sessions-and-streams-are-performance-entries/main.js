'use strict';

// PerformanceObserver hears of sessions and streams of HTTP/2 when they end.

const http2 = require('http2');
const { PerformanceObserver } = require('perf_hooks');

const entries = [];
const observer = new PerformanceObserver((list) => {
  entries.push(...list.getEntries());
  if (entries.length === 6) tell();
});
observer.observe({ type: 'http2' });

const server = http2.createServer();
server.on('stream', (stream, headers) => {
  stream.resume();
  stream.on('end', () => {
    stream.respond();
    stream.end('x'.repeat(Number(headers.size)));
  });
});
server.listen(0, '127.0.0.1', () => {
  const client = http2.connect(`http://127.0.0.1:${server.address().port}`, () => {
    client.ping(() => send(client, 10, 3, () => send(client, 1000, 0, () => {
      client.close();
      server.close();
    })));
  });
});

function send(client, size, length, done) {
  const request = client.request({ ':method': 'POST', size });
  request.resume();
  request.on('close', done);
  request.end('y'.repeat(length));
}

function tell() {
  const streams = entries.filter(({ name }) => name === 'Http2Stream').map(({ detail }) => detail);
  streams.sort((a, b) => a.id - b.id || a.bytesRead - b.bytesRead);
  for (const { id, bytesRead, bytesWritten } of streams) console.log(id, bytesRead, bytesWritten);
  const sessions = entries.filter(({ name }) => name === 'Http2Session').sort((a, b) => (a.detail.type < b.detail.type ? -1 : 1));
  const { 0: { detail: ofClient }, 1: { detail: ofServer } } = sessions;
  console.log(Object.keys(ofClient).sort().join(), Object.keys(streams[0]).sort().join());
  for (const { streamCount, type } of [ofClient, ofServer]) console.log(type, streamCount);
  console.log(ofClient.pingRTT > 0, ofServer.pingRTT, ofClient.streamAverageDuration > 0);
  for (const { entryType, startTime, duration, constructor } of entries.slice(0, 1)) console.log(entryType, startTime > 0, duration > 0, constructor.name);
  observer.disconnect();
}
