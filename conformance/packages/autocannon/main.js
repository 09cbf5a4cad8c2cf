'use strict';

// A server in a process of its own, loaded by autocannon's command in a second one, and by its interface in this one.

const { execFile, fork } = require('node:child_process');
const { once } = require('node:events');
const path = require('node:path');
const { promisify } = require('node:util');
const autocannon = require('autocannon');

const report = (how, result) => console.log(how, {
  requests: result.requests.total > 0,
  answers: result['2xx'] > 0,
  bytes: result.throughput.total > 0,
  latency: result.latency.average >= 0 && result.latency.p99 >= result.latency.p50,
  others: result.non2xx,
  errors: result.errors,
  timeouts: result.timeouts,
  mismatches: result.mismatches,
});

(async () => {
  const server = fork(path.join(__dirname, 'server.js'));
  const [port] = await once(server, 'message');
  const url = `http://127.0.0.1:${port}/`;

  const { stdout } = await promisify(execFile)(process.execPath, [require.resolve('autocannon'), '--json', '--duration', '2', '--connections', '10', url]);
  report('command', JSON.parse(stdout));
  report('pipelined', await autocannon({ url, amount: 500, connections: 5, pipelining: 4, expectBody: 'GET 0' }));
  report('posts', await autocannon({ url, amount: 200, connections: 4, method: 'POST', body: 'some text', expectBody: 'POST 9' }));
  server.disconnect();
  console.log('server ended', ...await once(server, 'exit'));
})();
