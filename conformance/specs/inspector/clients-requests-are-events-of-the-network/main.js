// Requests of http, http2 and fetch as a session of the program hears of them, with their bodies.
const { Session } = require('inspector/promises');
const { Network } = require('inspector');
const { once } = require('events');
const http = require('http');
const http2 = require('http2');

const session = new Session();
session.connect();

let numbers = new Map();
const numberOf = (id) => {
  if (!numbers.has(id)) numbers.set(id, numbers.size + 1);
  return numbers.get(id);
};
const plain = (url) => url?.replace(/:\d+/, ':port');
const KEPT = ['content-type', 'x-one', 'x-two', 'cookie', 'set-cookie'];
const kept = (headers) => Object.fromEntries(KEPT.filter((name) => name in headers).map((name) => [name, headers[name]]));

session.on('inspectorNotification', ({ method, params }) => {
  const { requestId, request, response, type, errorText, timestamp, wallTime, initiator } = params;
  const line = [method, numberOf(requestId), typeof timestamp];
  if (request) line.push(plain(request.url), request.method, request.hasPostData, kept(request.headers), typeof wallTime, initiator.type);
  if (response) line.push(type, plain(response.url), response.status, response.statusText, response.mimeType, response.charset, kept(response.headers));
  if (errorText) line.push(type, errorText.replace(/:\d+$/, ':port'));
  if (method === 'Network.dataReceived') line.push(params.dataLength, params.data);
  console.log(...line);
});

async function ask(command, params) {
  try {
    console.log(command, await session.post(`Network.${command}`, params));
  } catch (error) {
    console.log(command, error.code, error.message);
  }
}

const answer = (req, res) => {
  res.setHeader('content-type', req.url === '/bytes' ? 'application/octet-stream' : 'text/plain; charset=utf-8');
  res.setHeader('set-cookie', ['a=1', 'b=2']);
  res.setHeader('x-two', ['c', 'd']);
  if (req.url === '/gone') res.destroy();
  else req.resume().on('end', () => res.end(req.url === '/bytes' ? Buffer.from([0, 255, 1]) : 'grüß'));
};

async function byHttp(port) {
  const req = http.get({ port, host: '127.0.0.1', path: '/text', headers: { 'x-one': ['a', 'b'], 'cookie': ['k=1', 'l=2'] } });
  const [res] = await once(req, 'response');
  for await (const chunk of res) console.log('program', chunk.toString());
  await ask('getResponseBody', { requestId: 'node-network-event-1' });
  await ask('getResponseBody', { requestId: 'node-network-event-1' });
  const bytes = http.get({ port, host: '127.0.0.1', path: '/bytes' });
  const [second] = await once(bytes, 'response');
  await once(second.resume(), 'end');
  await ask('getResponseBody', { requestId: 'node-network-event-2' });
  const gone = http.get({ port, host: '127.0.0.1', path: '/gone' });
  await once(gone, 'error');
}

async function byHttp2(port) {
  const client = http2.connect(`http://127.0.0.1:${port}`);
  const req = client.request({ ':method': 'POST', ':path': '/text', 'content-type': 'text/plain; charset=utf-8' });
  req.end('sent');
  let text = '';
  req.on('data', (part) => { text += part; });
  await once(req, 'close');
  console.log('program', text);
  await ask('getRequestPostData', { requestId: 'node-network-event-4' });
  await ask('getResponseBody', { requestId: 'node-network-event-4' });
  client.close();
}

async function byFetch(port) {
  const res = await fetch(`http://127.0.0.1:${port}/text`, { method: 'POST', body: 'from fetch', headers: { 'content-type': 'text/plain; charset=utf-8' } });
  console.log('program', await res.text());
  await new Promise(setImmediate);
  await ask('getRequestPostData', { requestId: 'node-network-event-5' });
  await ask('getResponseBody', { requestId: 'node-network-event-5' });
}

// Events that the program makes itself.
async function own() {
  const base = { requestId: 'own', timestamp: 1 };
  Network.requestWillBeSent({ ...base, wallTime: 1, charset: 'utf-8', request: { url: 'x:', method: 'Y', headers: {}, hasPostData: true } });
  await ask('getRequestPostData', { requestId: 'own' });
  Network.dataSent({ ...base, dataLength: 2, data: Buffer.from('ab') });
  Network.dataSent({ requestId: 'own', finished: true });
  await ask('getRequestPostData', { requestId: 'own' });
  Network.dataReceived({ ...base, dataLength: 1, encodedDataLength: 1, data: Buffer.from('c') });
  await ask('streamResourceContent', { requestId: 'own' });
  Network.dataReceived({ ...base, dataLength: 1, encodedDataLength: 1, data: Buffer.from('d') });
  await ask('getResponseBody', { requestId: 'own' });
  Network.loadingFinished(base);
  await ask('getResponseBody', { requestId: 'own' });
  await ask('loadNetworkResource', { url: 'x:' });
  for (const [name, params] of [
    ['requestWillBeSent', {}], ['requestWillBeSent', base], ['responseReceived', { ...base, type: 'Other' }], ['loadingFailed', base],
    ['dataReceived', { ...base, dataLength: 1, encodedDataLength: 1, data: {} }], ['webSocketCreated', { requestId: 'w' }],
  ]) {
    try {
      Network[name](params);
    } catch (error) {
      console.log(name, error.name, error.message);
    }
  }
}

(async () => {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  const server2 = http2.createServer(answer).listen(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(server2, 'listening')]);
  await fetch(`http://127.0.0.1:${server.address().port}/text`).then((res) => res.text()); // nobody wants to hear of it yet
  await session.post('Network.enable');
  await byHttp(server.address().port);
  await byHttp2(server2.address().port);
  await byFetch(server.address().port);
  await own();
  await session.post('Network.disable');
  Network.loadingFinished({});
  session.disconnect();
  process.exit();
})();
