import http from 'node:http';
import { handler } from './build/handler.js';
const server = http.createServer(handler).listen(0, '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  console.log((await (await fetch(`${base}/?q=x`)).text()).match(/<h1>.*?<\/h1>/)[0], (await fetch(`${base}/none`)).status);
  process.exit();
});
