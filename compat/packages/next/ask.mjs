import { spawn } from 'node:child_process';
const server = spawn('next', ['start', '-p', '0', '-H', '127.0.0.1'], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
let text = '';
server.stdout.on('data', async (data) => {
  text += data;
  const base = text.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0];
  if (!base || !/Ready/.test(text) || server.asked) return;
  server.asked = true;
  for (const path of ['/', '/dynamic', '/api?q=1', '/none']) {
    const response = await fetch(base + path, { headers: { 'x-test': 'y' } });
    console.log(path, response.status, (await response.text()).match(/<h1[^>]*>.*?<\/h1>|^\{.*\}/)?.[0]);
  }
  process.kill(-server.pid);
});
server.on('exit', () => process.exit());
