'use strict';
// keepAlive, maxSockets, scheduling, reusedSocket, what is in the agent's lists, and what becomes of it in the end.
const http = require('http');
const { once } = require('events');

const count = (lists) => Object.values(lists).map((list) => list.length).join() || 'none';

(async () => {
  let connections = 0;
  const server = http.createServer((req, res) => res.end(req.url)).listen(0, '127.0.0.1');
  server.on('connection', () => connections++);
  await once(server, 'listening');
  const { port } = server.address();

  async function get(agent, path) {
    const req = http.get({ port, host: '127.0.0.1', path, agent });
    const [res] = await once(req, 'response');
    res.setEncoding('utf8');
    let body = '';
    for await (const text of res) body += text;
    if (!req.closed) await once(req, 'close');
    return `${body} reused ${req.reusedSocket} connection ${res.headers.connection}`;
  }
  const tick = () => new Promise((resolve) => { setImmediate(resolve); });

  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  console.log(agent.getName({ host: 'h', port: 1, localAddress: 'l', family: 6 }), agent.getName());
  for (const path of ['/1', '/2', '/3']) console.log(await get(agent, path));
  await tick();
  console.log('connections', connections, 'free', count(agent.freeSockets), 'used', count(agent.sockets), agent.totalSocketCount);

  const all = ['/a', '/b', '/c'].map((path) => get(agent, path));
  console.log('waiting', count(agent.requests), 'used', count(agent.sockets));
  console.log(await Promise.all(all), 'connections', connections);
  await tick();
  const [[free]] = Object.values(agent.freeSockets);
  agent.destroy();
  await once(free, 'close');
  console.log('free', count(agent.freeSockets), 'used', count(agent.sockets), agent.totalSocketCount);

  connections = 0;
  const none = new http.Agent();
  console.log(await get(none, '/x'), await get(none, '/y'), 'connections', connections);
  console.log(await get(false, '/z'), 'connections', connections);

  // A connection that was closed meanwhile is not used again.
  const keeper = new http.Agent({ keepAlive: true });
  console.log(await get(keeper, '/before'));
  await tick();
  const [[idle]] = Object.values(keeper.freeSockets);
  server.closeAllConnections();
  await once(idle, 'close');
  console.log('free', count(keeper.freeSockets));
  console.log(await get(keeper, '/after'));
  keeper.destroy();

  console.log(http.globalAgent.keepAlive, http.globalAgent.maxSockets, http.globalAgent.options.timeout);
  try {
    new http.Agent({ scheduling: 'random' });
  } catch (error) {
    console.log(error.code, error.message);
  }
  server.close(() => console.log('closed'));
})();
