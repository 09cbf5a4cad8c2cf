'use strict';
const { spawn } = require('child_process');
const http = require('http');

// A process that has just been started may not take the signal yet: it says when it runs.
const child = spawn(process.execPath, ['--inspect-port=0', '-e', `
  console.log('runs');
  process.stdin.resume();
  process.stdin.on('data', () => { require('fs').writeSync(1, 'busy\\n'); const end = Date.now() + 600; while (Date.now() < end); console.log('was busy'); });
`]);
let said = '';
const server = new Promise((resolve) => {
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
    const found = /ws:\/\/127\.0\.0\.1:(\d+)\//.exec(said);
    if (found) resolve(Number(found[1]));
  });
});
child.stdout.setEncoding('utf8').on('data', (text) => process.stdout.write(text));

const get = (port, path) => new Promise((resolve, reject) => {
  http.get({ port, path, host: '127.0.0.1' }, (response) => {
    let body = '';
    response.setEncoding('utf8').on('data', (text) => { body += text; }).on('end', () => resolve(body));
  }).on('error', reject);
});

(async () => {
  await new Promise((resolve) => child.stdout.once('data', resolve));
  let port;
  const timer = setInterval(() => { if (port === undefined) process.kill(child.pid, 'SIGUSR1'); }, 100);
  port = await server;
  clearInterval(timer);
  console.log('listens');
  child.stdin.write('x');
  await new Promise((resolve) => child.stdout.once('data', resolve));
  console.log(JSON.parse(await get(port, '/json/list')).length); // while JavaScript is busy
  child.stdout.once('data', () => child.kill());
})();
child.on('exit', (code, signal) => console.log(signal));
