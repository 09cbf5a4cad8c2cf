'use strict';

// The command `gyre node`: a machine that runs tasks of pools, and what helps with it. See docs/distributed.md.

const {
  ArrayPrototypeIncludes, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeSome, MathMax, RegExpPrototypeExec,
  SafeMap, SafeSet, String, StringPrototypePadEnd, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeTrimEnd,
} = require('internal/primordials');
const { addressFrom, faultIn } = require('internal/gyre/address');
const { KIND } = require('internal/gyre/cluster_wire');
const { fromBytes } = require('internal/v8/deserializer');
const { toBytes } = require('internal/v8/serializer');
const os = require('os');
const path = require('path');
const timers = require('timers');
const { inspect, parseArgs } = require('util');

const DEFAULT_PORT = 7400;
const STATUS_MS = 8000; // after joining: a cluster that was not found at once is merged with by then
const QUIET_MS = 2000; // after the last answer
const EXIT_USAGE = 2;
const HOST = /^(?:[\w.*-]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$/; // with one colon it has a port

const USAGE = `Usage: gyre node [--listen HOST:PORT] [--join HOST:PORT[,HOST:PORT]...] [options]
       gyre node --status [--join HOST:PORT]
       gyre node --init-ca FOLDER [HOST...]

Runs tasks of pools of other programs, which name it: new Pool(file, { nodes: ['HOST:PORT'] }), or GYRE_NODES=HOST:PORT.

  --listen HOST:PORT    where it listens (127.0.0.1:${DEFAULT_PORT}; with --join any port, at the address that leads there)
  --join HOST:PORT,...  nodes that are there already
  --tls FOLDER          its certificates: ca.pem, cert.pem, key.pem (GYRE_TLS); needed beyond this machine
  --workers N           how many tasks it runs at a time (the number of cores)
  --name NAME           what it is called (the name of the host and the process)
  --drain SECONDS       how long it goes on with its tasks after SIGTERM (30)
  --status              show who is there, and what they do
  --init-ca FOLDER      make a small authority for a test, and a certificate for these hosts

A program called "node" is run as ./node.
`;

const OPTIONS = {
  'listen': { type: 'string' }, 'join': { type: 'string' }, 'tls': { type: 'string' }, 'workers': { type: 'string' },
  'name': { type: 'string' }, 'drain': { type: 'string' }, 'status': { type: 'boolean' }, 'init-ca': { type: 'string' },
  'help': { type: 'boolean', short: 'h' },
};

const say = (text) => process.stdout.write(`${text}\n`);

function complain(text, code = 1) {
  process.stderr.write(`gyre node: ${text}\n`);
  process.exit(code);
}

function placeOf(text, option) {
  const place = addressFrom(text, 0); // port 0 is any
  if (place.fault !== undefined) complain(`--${option}: ${inspect(text)} ${place.fault}`, EXIT_USAGE);
  return place;
}

function countOf(text, option, otherwise) {
  if (text === undefined) return otherwise;
  if (RegExpPrototypeExec(/^[1-9][0-9]{0,5}$/, text) === null) complain(`--${option}: ${inspect(text)} is no number from 1 to 999999`, EXIT_USAGE);
  return +text;
}

function settingsFrom(values) {
  if (values.name === '') complain('--name is empty', EXIT_USAGE);
  if (values.tls === '') complain('--tls is empty: it takes the folder of ca.pem, cert.pem and key.pem', EXIT_USAGE);
  const joined = values.join ?? (values.status ? values.listen ?? `127.0.0.1:${DEFAULT_PORT}` : undefined); // whose status it is
  const join = joined === undefined ? [] : StringPrototypeSplit(joined, ',');
  const wrong = faultIn(join);
  if (wrong !== undefined) complain(`--${values.join === undefined ? 'listen' : 'join'}: ${inspect(wrong.text)} ${wrong.fault}`, EXIT_USAGE);
  const listen = values.listen ?? (join.length === 0 ? `127.0.0.1:${DEFAULT_PORT}` : undefined);
  const { host, port } = listen === undefined ? { host: '', port: 0 } : placeOf(listen, 'listen');
  const tls = values.tls ?? process.env.GYRE_TLS ?? '';
  return {
    join, host, port,
    tls: tls === '' ? '' : path.resolve(tls),
    name: values.name ?? `${os.hostname()}-${process.pid}`,
    workers: countOf(values.workers, 'workers', os.availableParallelism()),
    drainSeconds: countOf(values.drain, 'drain', 30),
  };
}

function serve(settings) {
  const { NodeService } = require('internal/gyre/node_service');
  process.stdout.on('error', () => {}); // whoever read it is gone: the tasks matter more
  let known; // the members, as the last time
  const service = new NodeService(settings, {
    joined: (address) => say(`${settings.name} listens at ${address}, ${settings.workers} workers${settings.tls === '' ? '' : ', TLS'}`),
    failed: (reason) => complain(reason),
    obstacle: (reason) => process.stderr.write(`gyre node: ${reason}\n`),
    members: (self, list) => {
      if (known === undefined && settings.join.length > 0 && list.length < 2) {
        say(`nobody answers at ${ArrayPrototypeJoin(settings.join, ', ')} yet: alone so far, and looking for others`);
      }
      known ??= [];
      const isIn = (peers, { number }) => ArrayPrototypeSome(peers, (peer) => peer.number === number);
      for (let i = 0; i < list.length; i++) {
        const { number, name, address } = list[i];
        if (number !== self && name !== '' && !isIn(known, list[i])) say(`+ ${name} ${address}`);
      }
      for (let i = 0; i < known.length; i++) {
        if (known[i].name !== '' && !isIn(list, known[i])) say(`- ${known[i].name} ${known[i].address}`);
      }
      known = list;
    },
  });
  timers.setInterval(() => {}, 2 ** 30); // nothing else keeps it
  let isLeaving = false;
  const leave = () => {
    if (isLeaving) process.exit(1); // asked twice
    isLeaving = true;
    say('leaving, when the tasks that run are done');
    timers.setTimeout(() => complain(`tasks were still running after ${settings.drainSeconds} s`), settings.drainSeconds * 1000);
    service.drain(() => process.exit(0));
  };
  process.on('SIGTERM', leave);
  process.on('SIGINT', leave);
  process.on('exit', () => service.close());
}

function tableOf(rows) {
  const widths = [];
  for (let i = 0; i < rows.length; i++) {
    for (let k = 0; k < rows[i].length; k++) widths[k] = MathMax(widths[k] ?? 0, String(rows[i][k]).length);
  }
  return ArrayPrototypeJoin(ArrayPrototypeMap(rows, (row) => StringPrototypeTrimEnd(
    ArrayPrototypeJoin(ArrayPrototypeMap(row, (cell, k) => StringPrototypePadEnd(String(cell), widths[k])), '  '))), '\n');
}

function showStatus(settings) {
  const { Link } = require('internal/gyre/cluster_link');
  const answers = new SafeMap();
  let peers = [];
  let asked = 0;
  let quiet;
  let isIn = false;
  let reasons = ''; // why others are no members
  let obstacles = 0;
  const finishIfRefused = () => { if (isIn && peers.length === 0 && obstacles >= settings.join.length) finish(); };
  const finish = () => {
    const rows = [['NAME', 'ADDRESS', 'ROLE', 'WORKERS', 'RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELLED']];
    for (let i = 0; i < peers.length; i++) {
      const { number } = peers[i];
      const { role = 'silent', name = peers[i].name, address = peers[i].address, workers = '', running = '', waiting = '', completed = '', failed = '', cancelled = '' } = answers.get(number) ?? {};
      ArrayPrototypePush(rows, [name, address, role, workers, running, waiting, completed, failed, cancelled]);
    }
    if (peers.length === 0) complain(`no node answers at ${settings.join}${reasons === '' ? '' : `:${reasons}`}`);
    say(tableOf(rows));
    process.exit(0);
  };
  const link = new Link({ ...settings, name: `status-${process.pid}`, host: '', port: 0 }, {
    joined: () => {
      isIn = true;
      timers.setTimeout(finish, STATUS_MS);
      finishIfRefused();
    },
    failed: (reason) => complain(reason),
    obstacle: (reason) => {
      reasons += `\n  ${reason}`;
      obstacles++;
      finishIfRefused();
    },
    members(self, list) {
      peers = [];
      for (let i = 0; i < list.length; i++) {
        if (list[i].number === self) continue;
        ArrayPrototypePush(peers, list[i]);
        if (!answers.has(list[i].number)) link.post(list[i].number, KIND.STATUS, ++asked);
      }
    },
    record(from, kind, session, id, x, y, body) {
      if (kind === KIND.HELLO) link.post(from, KIND.WELCOME, session, 0, 0, 0, toBytes({ workers: 0, pid: process.pid, name: 'status', address: '' }));
      if (kind !== KIND.FIGURES) return;
      answers.set(from, fromBytes(body));
      timers.clearTimeout(quiet);
      quiet = timers.setTimeout(finish, answers.size >= peers.length ? 0 : QUIET_MS);
    },
    left() {},
  });
  timers.setInterval(() => {}, 2 ** 30); // nothing else keeps it
}

function initAuthority(folder, hosts) {
  const native = binding('nodes');
  if (!native.isThere()) complain('it needs the optional artifact gyre-distributed, which is not there: see docs/distributed.md');
  if (folder === '') complain('--init-ca is empty: it takes a folder for the certificates', EXIT_USAGE);
  for (let i = 0; i < hosts.length; i++) {
    if (RegExpPrototypeExec(HOST, hosts[i]) === null) complain(`--init-ca: ${inspect(hosts[i])} is no host: give names or addresses, without ports`, EXIT_USAGE);
  }
  const refusal = native.makeCertificates(path.resolve(folder), hosts);
  if (refusal !== '') complain(refusal);
  say(`${folder} has ca.pem, cert.pem and key.pem, for --tls ${folder} or GYRE_TLS=${folder}.
ca-key.pem makes more certificates (copy it with ca.pem to another folder, and run this there); keep it away from the nodes.`);
}

// The last one would win in silence.
function refuseTwice(tokens) {
  const seen = new SafeSet();
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i].kind !== 'option') continue;
    if (seen.has(tokens[i].name)) complain(`--${tokens[i].name} is given twice${tokens[i].name === 'join' ? ': name several nodes with commas' : ''}`, EXIT_USAGE);
    seen.add(tokens[i].name);
  }
}

function main() {
  const words = ArrayPrototypeSlice(process.argv, 1);
  let values, positionals;
  try {
    let tokens;
    ({ values, positionals, tokens } = parseArgs({ args: words, options: OPTIONS, tokens: true, allowPositionals: ArrayPrototypeIncludes(words, '--init-ca') }));
    refuseTwice(tokens);
  } catch (error) {
    complain(`${StringPrototypeSplit(error.message, '\n')[0]}\n${USAGE}`, EXIT_USAGE);
  }
  if (values.help) {
    say(StringPrototypeSlice(USAGE, 0, -1));
  } else if (values['init-ca'] !== undefined) {
    initAuthority(values['init-ca'], positionals);
  } else {
    const settings = settingsFrom(values);
    try {
      if (values.status) showStatus(settings);
      else serve(settings);
    } catch (error) {
      complain(error.message);
    }
  }
}

module.exports = { main };
