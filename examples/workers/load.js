// Loads a server of this folder and prints what it did: node load.js PORT [SECONDS [CONNECTIONS [N]]]
//
// autocannon (npm install autocannon) asks for sums by so many connections. Beside them, one asks for the light address every 20 ms; its waiting times
// are counted from when it was due, so that a server that hangs is not asked less.
const http = require('node:http');
const autocannon = require('autocannon');

const [port, seconds = '10', connections = '10', n = '10000000'] = process.argv.slice(2);
const expected = Number(n) * (Number(n) + 1) / 2;
const end = performance.now() + Number(seconds) * 1000;
const agent = new http.Agent(); // a connection for each: one that is kept open may be closed by a server that hangs

const get = (path) => new Promise((resolve, reject) => {
  http.get({ port, host: '127.0.0.1', path, agent }, (res) => {
    let text = '';
    res.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => resolve(text));
  }).on('error', reject);
});

let sums = 0;
async function askForSums() {
  const wrong = [];
  const run = autocannon({
    url: `http://127.0.0.1:${port}/sum?n=${n}`, connections: Number(connections), duration: Number(seconds), timeout: 60, bailout: 1,
    verifyBody: (text) => Number(text) === expected || !wrong.push(String(text)),
  });
  const { '2xx': answers, errors } = await run;
  if (wrong.length > 0 || errors > 0) throw new Error(`${errors} errors, wrong sums: ${wrong.length}, the first ${wrong[0]}`);
  sums = answers;
}

const waits = [];
async function askForLight() {
  const pending = [];
  for (let due = performance.now() + 20; due < end; due += 20) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    pending.push(get('/').then(() => waits.push(performance.now() - due)));
  }
  await Promise.all(pending);
}

(async () => {
  await get('/'); // it is there
  await Promise.all([askForSums(), askForLight()]);
  waits.sort((a, b) => a - b);
  const at = (part) => Math.round(waits[Math.floor((waits.length - 1) * part)] * 10) / 10;
  console.log(JSON.stringify({ sumsPerSecond: sums / Number(seconds), light: waits.length, halfMs: at(0.5), p99Ms: at(0.99), maxMs: at(1) }));
  agent.destroy();
})();
