'use strict';
// Requests through proxies: tunnels that CONNECT opens, whom they are for, and what fails.
const fs = require('fs');
const path = require('path');
const http = require('http');
const https = require('https');
const net = require('net');
const tls = require('tls');
const { once } = require('events');

const folder = path.join(__dirname, '..', 'servers-and-agents');
const pem = (name) => fs.readFileSync(path.join(folder, `${name}.pem`));
const ca = pem('ca-cert');
const own = { key: pem('server-key'), cert: pem('server-cert') };
const ports = new Map();
const hide = (text) => `${text}`.replace(/:(\d{4,5})\b/g, (all, port) => (ports.has(+port) ? `:${ports.get(+port)}` : all));
const log = (...args) => console.log(...args.map((one) => (typeof one === 'string' ? hide(one) : one)));

async function listen(server, name) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ports.set(server.address().port, name);
  return server.address().port;
}

const tunnels = new Set();
const close = (server) => new Promise((resolve) => {
  server.close(resolve);
  for (const socket of tunnels) socket.destroy();
  server.closeAllConnections?.();
});

// A proxy that logs what it is asked for.
function proxyServer(create, answer) {
  const proxy = create((req, res) => {
    log('  proxy:', req.method, req.url, JSON.stringify(Object.entries(req.headers).filter(([name]) => name.startsWith('proxy') || name === 'host')));
    const forwarded = http.request(req.url, { method: req.method, headers: req.headers }, (answered) => {
      res.writeHead(answered.statusCode, answered.headers);
      answered.pipe(res);
    });
    forwarded.on('error', () => res.writeHead(502).end());
    req.pipe(forwarded);
  });
  proxy.on('connect', (req, socket) => {
    log('  proxy: CONNECT', req.url, JSON.stringify(Object.entries(req.headers)));
    socket.on('error', () => {});
    tunnels.add(socket);
    if (answer !== undefined) {
      answer(socket);
      return;
    }
    const { port } = new URL(`http://${req.url}`);
    const target = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  });
  return proxy;
}

function get(module, options) {
  return new Promise((resolve) => {
    const seen = [];
    const req = module.request(options, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (text) => { body += text; }).on('end', () => { seen.push(`${res.statusCode} ${body}${req.reusedSocket ? ' reused' : ''}`); });
    });
    req.on('timeout', () => seen.push('timeout'));
    req.on('error', (error) => { seen.push(`${error.code} ${error.message.split('\n')[0]} ${error.statusCode ?? ''}`); });
    const done = () => resolve([...new Set(seen)].join(', '));
    req.on('close', done).on('error', () => setImmediate(done));
    req.end(options.body);
  });
}

async function main() {
  const server = https.createServer(own, (req, res) => {
    let body = '';
    req.on('data', (bytes) => { body += bytes; }).on('end', () => res.end(`${req.method} ${req.url} ${body}`));
  });
  const port = await listen(server, 'SERVER');
  const plain = http.createServer((req, res) => res.end(`plain ${req.method} ${req.url}`));
  const plainPort = await listen(plain, 'PLAIN');
  const proxy = proxyServer(http.createServer);
  const proxyPort = await listen(proxy, 'PROXY');
  const secureProxy = proxyServer((listener) => https.createServer(own, listener));
  const securePort = await listen(secureProxy, 'SECURE');
  const target = { host: 'localhost', port, path: '/a' };
  const url = `http://localhost:${proxyPort}`;
  tls.setDefaultCACertificates([ca]);
  const agentOf = (env, options) => new https.Agent({ servername: 'server.test', proxyEnv: env, ...options });
  const agents = [];
  const use = async (name, agent, options, module = https) => {
    log(name);
    agents.push(agent);
    log('  client:', await get(module, { ...target, agent, ...options }));
  };

  await use('a tunnel', agentOf({ HTTPS_PROXY: url }));
  await use('small letters come first', agentOf({ HTTPS_PROXY: 'http://localhost:1', https_proxy: url }));
  await use('a body', agentOf({ HTTPS_PROXY: url }), { method: 'POST', body: 'content' });
  await use('credentials', agentOf({ HTTPS_PROXY: `http://user:p%40ss@localhost:${proxyPort}` }));
  await use('by address', agentOf({ HTTPS_PROXY: `http://127.0.0.1:${proxyPort}` }), { host: '127.0.0.1' });
  const kept = agentOf({ HTTPS_PROXY: url }, { keepAlive: true });
  await use('a tunnel that is kept', kept);
  await use('a tunnel that is used again', kept, { path: '/b' });
  await use('a proxy with TLS', agentOf({ HTTPS_PROXY: `https://127.0.0.1:${securePort}` }));
  await use('another protocol is ignored', agentOf({ HTTPS_PROXY: 'socks://localhost:1' }));
  for (const list of ['*', 'localhost', `localhost:${port}`, 'LOCALHOST', '.localhost', 'other, localhost']) {
    await use(`NO_PROXY ${hide(list)}`, agentOf({ HTTPS_PROXY: url, NO_PROXY: list }));
  }
  await use('NO_PROXY for another port', agentOf({ HTTPS_PROXY: url, NO_PROXY: 'localhost:1' }));
  await use('NO_PROXY with a range', agentOf({ HTTPS_PROXY: url, NO_PROXY: '127.0.0.0-127.0.0.9' }), { host: '127.0.0.1' });
  await use('no_proxy in small letters', agentOf({ HTTPS_PROXY: url, no_proxy: 'localhost' }));
  await use('HTTP_PROXY is not for https', agentOf({ HTTP_PROXY: url }));
  await use('plain requests', new http.Agent({ proxyEnv: { HTTP_PROXY: url } }), { port: plainPort }, http);
  await use('plain requests, TLS to the proxy', new http.Agent({ proxyEnv: { HTTP_PROXY: `https://127.0.0.1:${securePort}` } }), { port: plainPort }, http);
  await use('plain requests, credentials', new http.Agent({ keepAlive: true, proxyEnv: { http_proxy: `http://me:x@localhost:${proxyPort}` } }), { port: plainPort }, http);

  await use('the server is not trusted', agentOf({ HTTPS_PROXY: url }, { ca: [] }));
  await use('the name is another', agentOf({ HTTPS_PROXY: url }, { servername: 'else.test' }));
  await use('the server is not there', agentOf({ HTTPS_PROXY: url }), { port: 1 });
  const gone = net.createServer();
  const gonePort = await listen(gone, 'GONE');
  await close(gone);
  await use('the proxy is not there', agentOf({ HTTPS_PROXY: `http://127.0.0.1:${gonePort}` }));
  const answers = {
    'the proxy refuses': (socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n'),
    'the proxy hangs up': (socket) => socket.end(),
    'the proxy answers a part': (socket) => socket.end('HTTP/1.1 200 OK\r\nX: y'),
    'the proxy answers nonsense': (socket) => socket.end('nonsense\r\n\r\n'),
    'the proxy answers in pieces': (socket) => { socket.write('HTTP/1.1 2'); setImmediate(() => socket.write('00 OK\r\n\r')); setTimeout(() => { socket.write('\n'); socket.end(); }, 5); },
  };
  for (const [name, answer] of Object.entries(answers)) {
    const bad = proxyServer(http.createServer, answer);
    const badPort = await listen(bad, 'BAD');
    await use(name, agentOf({ HTTPS_PROXY: `http://user:secret@127.0.0.1:${badPort}` }));
    await close(bad);
  }
  const mute = proxyServer(http.createServer, () => {});
  const mutePort = await listen(mute, 'MUTE');
  await use('the proxy says nothing', agentOf({ HTTPS_PROXY: `http://127.0.0.1:${mutePort}` }), { timeout: 300 });
  for (const env of [{ HTTPS_PROXY: 'http://a b' }, { HTTPS_PROXY: `${url}\r\n` }]) {
    try {
      agentOf(env);
    } catch (error) {
      log(error.code, error.message);
    }
  }
  for (const agent of agents) agent.destroy();
  await Promise.all([mute, server, plain, proxy, secureProxy].map(close));
}
main();
