// Pre-shared keys, good and bad, and renegotiation of TLS 1.2: by the client, and refused.
const tls = require('tls');
const { once } = require('events');
const fs = require('fs');
const path = require('path');

const key = fs.readFileSync(path.join(__dirname, 'server-key.pem'));
const cert = fs.readFileSync(path.join(__dirname, 'server-cert.pem'));

const KEY = Buffer.from('d731ef57be09e5204f0b205b60627028', 'hex');

// Runs one connection and prints what both sides say, the client's first.
async function pair(name, serverOptions, clientOptions, use = () => {}) {
  const lines = { client: [], server: [] };
  const server = tls.createServer(serverOptions, (socket) => {
    lines.server.push(`secure ${socket.getProtocol()} ${socket.authorized} reused ${socket.isSessionReused()}`);
    socket.on('error', (error) => lines.server.push(`error ${error.code}`));
    socket.on('data', (data) => socket.write(`echo ${data}`));
    use.server?.(socket, lines.server);
  });
  server.on('tlsClientError', (error) => lines.server.push(`tlsClientError ${error.code}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = tls.connect({ port: server.address().port, host: '127.0.0.1', checkServerIdentity() {}, rejectUnauthorized: false, ...clientOptions });
  client.on('error', (error) => lines.client.push(`error ${error.code}`));
  client.once('secureConnect', () => {
    lines.client.push(`secure ${client.getProtocol()} ${client.authorized} ${client.getCipher().standardName}`);
    if (use.client) use.client(client, lines.client);
    else client.write('hello');
  });
  client.on('data', (data) => {
    lines.client.push(`data ${data}`);
    client.end();
  });
  await once(client, 'close').catch(() => once(client, 'close'));
  server.close();
  await once(server, 'close');
  console.log(name, lines);
}

const PSK_CIPHERS = 'PSK-AES256-GCM-SHA384:TLS_AES_128_GCM_SHA256';
const known = (socket, identity) => (identity === 'known' ? KEY : null);
const asKnown = () => ({ psk: KEY, identity: 'known' });

(async () => {
  for (const version of ['TLSv1.2', 'TLSv1.3']) {
    const server = { ciphers: PSK_CIPHERS, minVersion: version, maxVersion: version, pskIdentityHint: 'hint', pskCallback: known };
    const client = { ciphers: PSK_CIPHERS };
    await pair(`${version} known`, server, { ...client, pskCallback: asKnown });
    await pair(`${version} hint`, server, {
      ...client,
      pskCallback(hint) {
        console.log('hint', hint);
        return { psk: KEY, identity: 'known' };
      },
    });
    await pair(`${version} unknown identity`, server, { ...client, pskCallback: () => ({ psk: KEY, identity: 'other' }) });
    await pair(`${version} wrong key`, server, { ...client, pskCallback: () => ({ psk: Buffer.alloc(16), identity: 'known' }) });
    await pair(`${version} no answer`, server, { ...client, pskCallback: () => null });
  }
  for (const [name, pskCallback] of [
    ['a number', () => 1], ['no identity', () => ({ psk: KEY })], ['a key that is text', () => ({ psk: 'x', identity: 'known' })],
    ['a key that is too long', () => ({ psk: Buffer.alloc(600), identity: 'known' })],
    ['an identity that is too long', () => ({ psk: KEY, identity: 'x'.repeat(257) })],
  ]) {
    await pair(name, { ciphers: PSK_CIPHERS, maxVersion: 'TLSv1.2', pskCallback: known }, { ciphers: PSK_CIPHERS, pskCallback });
  }

  const boom = () => { throw new Error('boom'); };
  for (const version of ['TLSv1.2', 'TLSv1.3']) {
    const of = { ciphers: PSK_CIPHERS, minVersion: version, maxVersion: version };
    const client = { ciphers: PSK_CIPHERS, pskCallback: asKnown };
    await pair(`${version} the client's callback throws`, { ...of, pskCallback: known }, { ...client, pskCallback: boom });
    for (const [name, pskCallback] of [
      ['throws', boom], ['answers a number', () => 1], ['answers a text', () => 'key'], ['answers an object without a key', () => ({})],
      ['answers an object with a key', () => ({ psk: KEY })], ['answers a Uint8Array', () => new Uint8Array(KEY)],
      ['answers a DataView', () => new DataView(new Uint8Array(KEY).buffer)],
      ['answers a key that is too long', () => Buffer.alloc(513)], ['answers an empty key', () => Buffer.alloc(0)],
      ['answers false', () => false], ['answers a promise', async () => KEY],
    ]) await pair(`${version} the server's callback ${name}`, { ...of, pskCallback }, client);
  }
  for (const [name, options] of [
    ['a callback that is no function', { pskCallback: 1 }], ['a hint that is no text', { pskCallback: known, pskIdentityHint: 1 }],
    ['a hint that is too long', { pskCallback: known, pskIdentityHint: 'x'.repeat(300) }],
  ]) {
    try {
      await pair(name, { ciphers: PSK_CIPHERS, maxVersion: 'TLSv1.2', ...options }, { ciphers: PSK_CIPHERS, pskCallback: asKnown });
    } catch (error) {
      console.log(name, error.code);
    }
  }

  const old = { key, cert, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' };
  const again = (client, lines) => {
    lines.push(`renegotiate ${client.renegotiate({ rejectUnauthorized: false }, (error) => {
      lines.push(`done ${error}`);
      client.write('hello');
    })}`);
  };
  await pair('renegotiation', old, {}, { client: again });
  await pair('renegotiation disabled', old, {}, { client: again, server: (socket) => socket.disableRenegotiation() });
  await pair('no renegotiation in TLS 1.3', { key, cert, minVersion: 'TLSv1.3' }, {}, { client: again });
  const often = (count) => (client, lines) => {
    let left = count;
    const one = () => {
      if (left-- === 0) client.end();
      else client.renegotiate({ rejectUnauthorized: false }, (error) => { lines.push(`done ${error}`); if (!error) one(); });
    };
    one();
  };
  const { CLIENT_RENEG_LIMIT, CLIENT_RENEG_WINDOW } = tls;
  console.log('limits', CLIENT_RENEG_LIMIT, CLIENT_RENEG_WINDOW);
  for (const [limit, count, windowSeconds] of [[3, 3, 600], [3, 4, 600], [0, 1, 600], [3, 5, 600], [2, 5, 0]]) {
    tls.CLIENT_RENEG_LIMIT = limit;
    tls.CLIENT_RENEG_WINDOW = windowSeconds;
    await pair(`${count} renegotiations of ${limit} in ${windowSeconds} s`, old, {}, { client: often(count) });
  }
  tls.CLIENT_RENEG_LIMIT = CLIENT_RENEG_LIMIT;
  tls.CLIENT_RENEG_WINDOW = CLIENT_RENEG_WINDOW;
  for (const wrong of [undefined, null, 1, 'x']) {
    try {
      new tls.TLSSocket().renegotiate(wrong);
    } catch (error) {
      console.log(error.code);
    }
  }
})();
