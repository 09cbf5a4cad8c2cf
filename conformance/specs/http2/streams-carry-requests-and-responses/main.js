'use strict';

// Each request is made when the one before is over, so the order is fixed.

const { once } = require('events');
const fs = require('fs');
const http2 = require('http2');
const { createHash } = require('crypto');

const big = Buffer.alloc(1 << 20, 'abcdefghij');
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

const handlers = {
  '/echo'(stream) {
    stream.respond({ ':status': 201, 'x-list': ['a', 'b'], 'set-cookie': ['c=1', 'd=2'] }, { sendDate: false });
    stream.pipe(stream);
  },
  '/trailers'(stream) {
    stream.on('trailers', (trailers) => console.log('server trailers', trailers['x-sent']));
    stream.resume();
    stream.respond({}, { waitForTrailers: true, sendDate: false });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-end': 'yes' }));
    stream.end('body');
  },
  '/push'(stream) {
    stream.pushStream({ ':path': '/pushed' }, (error, pushed, headers) => {
      console.log('push', error, headers[':path'], pushed.id);
      pushed.respond({ ':status': 200, 'x': 1 }, { sendDate: false });
      pushed.end('pushed body');
      stream.respond({}, { sendDate: false });
      stream.end('main body');
    });
  },
  '/info'(stream) {
    stream.additionalHeaders({ ':status': 103, 'link': '</a>' });
    stream.respond({ 'x-secret': 'y', [http2.sensitiveHeaders]: ['x-secret'] }, { sendDate: false });
    stream.end();
  },
  '/reset'(stream) {
    stream.on('error', () => {});
    stream.close(http2.constants.NGHTTP2_ENHANCE_YOUR_CALM);
  },
  '/big'(stream) {
    stream.respond({}, { sendDate: false });
    stream.end(big);
  },
  '/file'(stream) {
    stream.respondWithFile(__filename, { 'content-type': 'text/javascript' }, {
      offset: 0, length: 13, sendDate: false, statCheck: (stat, headers) => { headers['x-file'] = String(stat.isFile()); },
    });
  },
  '/no-file'(stream) {
    stream.respondWithFile('/does/not/exist', {}, { onError: (error) => {
      stream.respond({ ':status': 404, 'x-code': error.code }, { sendDate: false });
      stream.end();
    } });
  },
  '/abort'(stream) {
    stream.on('aborted', () => isAborted(stream.rstCode));
    stream.on('error', (error) => console.log('server', error.code));
    stream.respond({}, { sendDate: false });
    stream.write('part');
  },
};

const server = http2.createServer();
server.on('stream', (stream, headers, flags) => {
  console.log(headers[':method'], headers[':path'], flags, stream.id, stream.headRequest, stream.endAfterHeaders);
  handlers[headers[':path'].split('?')[0]](stream);
});

async function request(client, headers, options, body) {
  const stream = client.request(headers, options);
  stream.on('headers', (info) => console.log('info', info[':status'], info.link));
  stream.on('response', (answer, flags) => {
    console.log('response', flags, JSON.stringify(answer), answer[http2.sensitiveHeaders]);
  });
  stream.on('trailers', (trailers) => console.log('trailers', trailers['x-end']));
  stream.on('error', (error) => console.log('error', error.code, error.message));
  const closed = new Promise((resolve) => { stream.on('close', resolve); });
  const chunks = [];
  stream.on('data', (chunk) => chunks.push(chunk));
  if (body !== undefined) stream.end(body);
  if (headers[':path'] === '/abort') {
    await once(stream, 'data');
    stream.close(http2.constants.NGHTTP2_CANCEL);
  }
  await closed;
  const all = Buffer.concat(chunks);
  console.log('closed', stream.rstCode, all.length, all.length < 50 ? all.toString() : hash(all));
}

let pushedAnswer;
let pushedBody;
let isPushed;
let isAborted;
const aborting = new Promise((resolve) => { isAborted = resolve; });
const pushing = new Promise((resolve) => { isPushed = resolve; });

server.listen(0, async () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  client.on('stream', (pushed, headers) => {
    pushed.on('push', (answer) => { pushedAnswer = `${headers[':path']} ${answer[':status']} ${answer.x}`; });
    pushed.on('data', (chunk) => { pushedBody = chunk.toString(); });
    pushed.on('close', isPushed);
  });
  await request(client, { ':path': '/echo', ':method': 'POST', 'Cookie': ['a=1', 'b=2'] }, {}, 'hello');
  await request(client, { ':path': '/echo', ':method': 'POST' }, {}, big);
  await request(client, [':path', '/echo?raw', ':method', 'PUT', 'x', '1', 'x', '2'], {}, 'raw');
  const sending = request(client, { ':path': '/trailers', ':method': 'POST' }, { waitForTrailers: true }, 'x');
  await sending;
  await request(client, { ':path': '/push' });
  await pushing;
  console.log('pushed', pushedAnswer, pushedBody);
  await request(client, { ':path': '/info' });
  await request(client, { ':path': '/reset' });
  await request(client, { ':path': '/big' });
  await request(client, { ':path': '/file' });
  await request(client, { ':path': '/no-file' });
  await request(client, { ':path': '/abort' });
  console.log('aborted', await aborting);
  const controller = new AbortController();
  controller.abort();
  await request(client, { ':path': '/big' }, { signal: controller.signal });
  client.close();
  await once(client, 'close');
  console.log('closed', client.destroyed, client.closed);
  server.close(() => console.log('server closed', fs.existsSync(__filename)));
});
