// A server that computes on other machines: GYRE_NODES=host:port gyre server.js, then GET /?n=100000.
// Without GYRE_NODES it computes in workers of its own.
const http = require('node:http');
const path = require('node:path');
const { Pool } = require('gyre:pool');

const pool = new Pool(path.join(__dirname, 'work.js'), { maxQueue: 1000 });

const server = http.createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (pathname === '/nodes') {
    const nodes = pool.stats().nodes ?? [];
    response.end(`${JSON.stringify(nodes.map(({ name, address, completed }) => ({ name, address, completed })))}\n`);
    return;
  }
  const n = Number(searchParams.get('n') ?? 1000);
  if (!Number.isSafeInteger(n) || n < 0 || n > 1e7) {
    response.writeHead(400).end('n is a number up to 10,000,000\n');
    return;
  }
  try {
    response.end(`${await pool.run(n, { signal: AbortSignal.timeout(30_000) })}\n`);
  } catch (error) {
    response.writeHead(error.code === 'ERR_GYRE_POOL_FULL' ? 503 : 500).end(`${error.message}\n`);
  }
});

server.listen(process.env.PORT ?? 3000, process.env.HOST ?? '127.0.0.1', () => {
  const { address, port } = server.address();
  console.log(`http://${address}:${port}/?n=100000`);
});

process.once('SIGTERM', () => {
  server.close(() => pool.close().then(() => process.exit()));
  server.closeIdleConnections();
});
