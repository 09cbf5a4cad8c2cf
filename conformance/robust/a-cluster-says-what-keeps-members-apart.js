'use strict';
// Who can't join a cluster hears why: of certificates at once, of wrong addresses and options before anything begins.

const assert = require('node:assert');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const path = require('node:path');
const { inspect } = require('node:util');
const { Pool } = require('gyre:pool');
const { command, scratch, startNode, until } = require('./support.js');

const folder = scratch();

// Who can't join says why at once, and so does who refuses it.
async function reasons() {
  const own = path.join(folder, 'own');
  const other = path.join(folder, 'other');
  for (const name of [own, other]) assert.strictEqual((await command(['node', '--init-ca', name])).code, 0);
  const node = await startNode({ tls: own });
  await command(['node', '--status', '--join', node.address]);
  const reason = new RegExp(`${node.address} can't be joined: its certificate CN=localhost \\(.*\\) is of another authority than those in .*ca\\.pem`);
  const joining = spawn(process.execPath, ['node', '--listen', '127.0.0.1:0', '--join', node.address, '--tls', other], { stdio: ['ignore', 'ignore', 'pipe'] });
  process.on('exit', () => joining.kill('SIGKILL'));
  let said = '';
  joining.stderr.on('data', (chunk) => { said += chunk; });
  await until(() => reason.test(said), 'a node says why it can not join');
  joining.kill('SIGKILL');
  await until(() => /it has no certificates.*\n(.*\n)*.* it refuses the certificate .*own\/cert\.pem, CN=localhost/.test(node.refused), 'the node says whom it refused');
  const pool = new Pool((n) => n, { nodes: [node.address], tls: other });
  const shown = process.listeners('warning');
  process.removeAllListeners('warning');
  const began = performance.now();
  const [warning] = await once(process, 'warning');
  assert.match(warning.message, reason);
  assert.ok(performance.now() - began < 4000); // before it says that nobody has answered
  for (const listener of shown) process.on('warning', listener);
  await pool.destroy();
}

async function wrongWords() {
  const wrong = [
    ['', 'is empty: it has the form host:port'],
    ['127.0.0.1', 'has no port: it has the form host:port'],
    ['127.0.0.1:', 'has no port: it has the form host:port'],
    [':7400', 'has no host: write 127.0.0.1:7400'],
    ['127.0.0.1:0', 'has a port that is no number from 1 to 65535'],
    ['127.0.0.1:65536', 'has a port that is no number from 1 to 65535'],
    ['127.0.0.1:-1', 'has a port that is no number from 1 to 65535'],
    ['x:abc', 'has a port that is no number from 1 to 65535'],
    ['::1:7400', 'is an IPv6 address without brackets: write [::1]:7400'],
    ['[::1]', 'has no port: it has the form host:port'],
    ['http://127.0.0.1:7400', 'is a URL: it has the form host:port'],
    [' 127.0.0.1:7400', 'has a space in it: it has the form host:port'],
    ['127.0.0.1/x:7400', 'has not the form host:port'],
  ];
  const make = (list) => new Pool((n) => n, { nodes: list });
  for (const [text, fault] of [...wrong, [7400, 'must be a string of the form host:port']]) {
    const message = `The property 'options.nodes' ${fault}. Received ${inspect(text)}`;
    assert.throws(() => make(['127.0.0.1:1', text]), { code: 'ERR_INVALID_ARG_VALUE', message });
    if (typeof text !== 'string') continue;
    process.env.GYRE_NODES = `127.0.0.1:1,${text}`;
    assert.throws(() => make(undefined), { code: 'ERR_INVALID_ARG_VALUE', message: message.replace("property 'options.nodes'", "argument 'GYRE_NODES'") });
    delete process.env.GYRE_NODES;
  }
  assert.throws(() => make(['127.0.0.1:1', 'x:1', '127.0.0.1:1']), { message: /is there twice: name each node once\. Received '127\.0\.0\.1:1'/ });
  assert.throws(() => make('127.0.0.1:1'), { code: 'ERR_INVALID_ARG_TYPE', message: /options\.nodes/ });
  const commands = [
    [['--join', '127.0.0.1:1,::1:7400'], "--join: '::1:7400' is an IPv6 address without brackets: write [::1]:7400"],
    [['--join', '127.0.0.1:1,127.0.0.1:1'], "--join: '127.0.0.1:1' is there twice: name each node once"],
    [['--join', '127.0.0.1:1', '--join', 'x:1'], '--join is given twice: name several nodes with commas'],
    [['--join', '127.0.0.1:0'], "--join: '127.0.0.1:0' has a port that is no number from 1 to 65535"],
    [['--listen', '127.0.0.1:65536'], "--listen: '127.0.0.1:65536' has a port that is no number from 0 to 65535"],
    [['--listen', ''], "--listen: '' is empty: it has the form host:port"],
    [['--workers', '0'], "--workers: '0' is no number from 1 to 999999"],
    [['--tls', ''], '--tls is empty: it takes the folder of ca.pem, cert.pem and key.pem'],
    [['--unknown'], "Unknown option '--unknown'"],
    [['--init-ca', ''], '--init-ca is empty: it takes a folder for the certificates'],
    [['--init-ca', path.join(folder, 'never'), '10.0.0.5:7400'], "--init-ca: '10.0.0.5:7400' is no host: give names or addresses, without ports"],
  ];
  await Promise.all(commands.map(async ([words, fault]) => {
    const { code, output } = await command(['node', ...words]);
    assert.deepStrictEqual([code, output.split('\n')[0]], [2, `gyre node: ${fault}`]);
  }));
}

(async () => {
  await wrongWords();
  await reasons();
  console.log('ok');
  process.exit();
})();
