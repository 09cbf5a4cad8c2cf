'use strict';
// Attacks that Node has an answer to since 26.12.1: an address that is written in an unusual way is no name
// (CVE-2026-105483, CVE-2026-106069, CVE-2026-106072), a name has no zero byte (CVE-2026-105482). And one of 2025: to look at
// a certificate leaves nothing behind (CVE-2025-59464).

const assert = require('node:assert');
const dns = require('node:dns');
const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const tls = require('node:tls');

const ADDRESS = '127.0.0.1';
const SPELLINGS = ['0177.0.0.1', '0127.0.0.1', '0x7f.0.0.1', '2130706433', '127.1', '0x7f000001', '127.0.0.01', '127.0.0.1.'];
const WIDE = '\uff11\uff12\uff17.\uff10.\uff10.\uff11';
const CALLS = 4000;
const MAX_GROWTH_MB = 40; // 4,000 calls that each left their certificate behind would be some 60 MB

function identities() {
  const certificates = [
    { subject: {}, subjectaltname: 'DNS:127.0.0.1' }, { subject: {}, subjectaltname: 'DNS:*.0.0.1' },
    { subject: { CN: '127.0.0.1' } }, { subject: { CN: '127.0.0.1' }, subjectaltname: 'IP Address:10.0.0.1' },
  ];
  for (const certificate of certificates) {
    for (const host of [ADDRESS, WIDE, ...SPELLINGS]) {
      assert.strictEqual(tls.checkServerIdentity(host, certificate)?.code, 'ERR_TLS_CERT_ALTNAME_INVALID', `${host} of ${JSON.stringify(certificate)}`);
    }
  }
  const ofAddress = { subject: {}, subjectaltname: 'IP Address:127.0.0.1, IP Address:87.0.0.1' };
  assert.strictEqual(tls.checkServerIdentity(ADDRESS, ofAddress), undefined);
  assert.strictEqual(tls.checkServerIdentity(WIDE, ofAddress), undefined);
  for (const host of SPELLINGS.slice(0, -2)) assert.notStrictEqual(tls.checkServerIdentity(host, ofAddress), undefined, host);
  assert.strictEqual(tls.checkServerIdentity('a1.test', { subject: {}, subjectaltname: 'DNS:a1.test' }), undefined);
}

async function resolvers() {
  const resolver = new dns.promises.Resolver({ timeout: 50, tries: 1 });
  resolver.setServers(['127.0.0.1:1']);
  for (const resolve of ['resolve4', 'resolve6', 'resolveTxt', 'resolveMx', 'resolveSrv', 'resolveNs', 'resolveAny', 'resolvePtr']) {
    let error;
    try {
      await resolver[resolve]('good.test\0.evil.test');
    } catch (thrown) {
      error = thrown;
    }
    // It asks nobody: the servers would answer with a refusal or not at all.
    assert(['ERR_INVALID_ARG_VALUE', 'EBADNAME', 'ENOTFOUND'].includes(error.code), `${resolve}: ${error.code}`);
  }
}

async function certificates() {
  const file = path.join(__dirname, '../specs/tls/certificates-are-judged-as-node-judges-them/certificates.json');
  const { certificates: all, keys } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const { cert, key } = all.good;
  const server = tls.createServer({ cert, key: keys[key] }, (socket) => socket.on('error', () => {}));
  server.listen(0, ADDRESS);
  await once(server, 'listening');
  const socket = tls.connect({ port: server.address().port, host: ADDRESS, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const look = async () => {
    for (let i = 0; i < CALLS; i++) {
      assert(socket.getPeerCertificate(true).raw.length > 100);
      if (i % 100 === 0) await new Promise(setImmediate); // what was collected is freed between callbacks
    }
    return process.memoryUsage.rss() / 2 ** 20;
  };
  await look(); // until the code is compiled and the heap has its size
  const beforeMb = await look();
  const growthMb = await look() - beforeMb;
  assert(growthMb < MAX_GROWTH_MB, `${growthMb} MB more after ${CALLS} calls of getPeerCertificate`);
  socket.destroy();
  server.close();
}

(async () => {
  identities();
  await resolvers();
  await certificates();
  console.log('ok');
})();
