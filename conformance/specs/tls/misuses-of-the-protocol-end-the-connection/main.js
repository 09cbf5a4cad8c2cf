'use strict';
// Clients and servers that break TLS's rules: which error the program gets, and what the other side is told.

const { once } = require('events');
const fs = require('fs');
const net = require('net');
const path = require('path');
const tls = require('tls');
const {
  HANDSHAKE, P256, X25519, alert, extension, groups, hello, keyShare, message, modern, record, serverName, signatures, sized16,
  sized8, u16, u8, versions,
} = require('./records');

const pem = (name) => fs.readFileSync(path.join(__dirname, `${name}.pem`));
const identity = { key: pem('server-key'), cert: pem('server-cert') };
const said = ({ code, message: text, reason }) => `${code}, ${reason ?? text.replace(/^\w+:error:/, 'error:').replace(/:[^:]*\.c:\d+:.*/s, '')}`;

// What is in bytes that nobody encrypted: alerts by number, other records by type.
function outline(bytes) {
  const found = [];
  for (let at = 0; at + 5 <= bytes.length;) {
    const length = bytes.readUInt16BE(at + 3);
    if (bytes[at] === 21 && length === 2) found.push(`alert ${bytes[at + 5]} ${bytes[at + 6]}`);
    else if (bytes[at] === HANDSHAKE) found.push('handshake');
    at += 5 + length;
  }
  return found.join(' ') || 'nothing';
}

const asHello = (options) => record(HANDSHAKE, 0x0301, hello(options));
const HELLO = asHello();
const MODERN = record(HANDSHAKE, 0x0301, modern());

// The bytes of clients; true behind them: the client ends.
const clients = {
  'plain HTTP': [Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n')],
  'a plain CONNECT': [Buffer.from('CONNECT a:443 HTTP/1.1\r\n\r\n')],
  'plain POST': [Buffer.from('POST / HTTP/1.1\r\n\r\n')],
  'the preface of HTTP/2': [Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
  'a banner of SSH': [Buffer.from('SSH-2.0-OpenSSH_9.9\r\n')],
  'SMTP': [Buffer.from('EHLO example.com\r\n')],
  'zeros': [Buffer.alloc(64)],
  'ones': [Buffer.alloc(64, 0xff)],
  'nothing, and the end': [Buffer.alloc(0), true],
  'one byte, and the end': [u8(22), true],
  'half a hello, and the end': [HELLO.subarray(0, 30), true],
  'a hello of SSL 2': [Buffer.from([0x80, 0x2e, 1, 0, 2, 0, 0x15, 0, 0, 0, 16, ...Array(64).fill(3)])],
  'SSL 3': [record(HANDSHAKE, 0x0300, hello({ version: 0x0300 }))],
  'TLS 1.0': [asHello({ version: 0x0301 })],
  'TLS 1.1': [asHello({ version: 0x0302 })],
  'TLS 1.5 in the old field': [asHello({ version: 0x0306 })],
  'version 0': [asHello({ version: 0 })],
  'version 2.0 of a record': [record(HANDSHAKE, 0x0200, hello())],
  'version 4.0 of a record': [record(HANDSHAKE, 0x0400, hello())],
  'only TLS 1.1 in the new field': [asHello({ extensions: [groups(X25519), signatures, versions(0x0302)] })],
  'no version that exists': [asHello({ extensions: [groups(X25519), signatures, versions(0x7f7f)] })],
  'an empty list of versions': [asHello({ extensions: [extension(43, sized8(Buffer.alloc(0)))] })],
  'an unknown type of record': [record(99, 0x0303, Buffer.alloc(8))],
  'a heartbeat': [record(24, 0x0303, Buffer.from([1, 0x40, 0]))],
  'application data first': [record(23, 0x0303, Buffer.alloc(32))],
  'a change of ciphers first': [record(20, 0x0303, u8(1))],
  'a large record': [record(HANDSHAKE, 0x0301, Buffer.alloc(0), 0x4801)],
  'the largest length': [record(HANDSHAKE, 0x0301, Buffer.alloc(0), 0xffff)],
  'an empty record': [record(HANDSHAKE, 0x0301, Buffer.alloc(0)), true],
  '40 empty records': [Buffer.concat(Array(40).fill(record(HANDSHAKE, 0x0301, Buffer.alloc(0)))), true],
  'a huge message': [record(HANDSHAKE, 0x0301, message(1, Buffer.alloc(16), 0xffffff))],
  'a message that ends too early': [record(HANDSHAKE, 0x0301, hello({ messageLength: 40 }))],
  'a Finished first': [record(HANDSHAKE, 0x0301, message(20, Buffer.alloc(12)))],
  'a server\'s hello': [record(HANDSHAKE, 0x0301, message(2, Buffer.alloc(40)))],
  'an unknown message': [record(HANDSHAKE, 0x0301, message(77, Buffer.alloc(4)))],
  'no ciphers': [asHello({ ciphers: [] })],
  'an odd list of ciphers': [asHello({ ciphersLength: 5 })],
  'more ciphers than there are': [asHello({ ciphersLength: 0xfffe })],
  'no cipher that exists': [asHello({ ciphers: [0x7a7a] })],
  'no compression': [asHello({ compression: Buffer.alloc(0) })],
  'only DEFLATE': [asHello({ compression: u8(1) })],
  'a session id of 33 bytes': [asHello({ sessionId: Buffer.alloc(33, 1) })],
  'extensions that are too long': [asHello({ extensionsLength: 0xffff })],
  'extensions that are too short': [asHello({ extensionsLength: 3 })],
  'bytes behind the extensions': [asHello({ rest: Buffer.alloc(3) })],
  'the same extension twice': [asHello({ extensions: [groups(X25519), groups(P256), signatures] })],
  'no groups': [asHello({ extensions: [groups(), signatures] })],
  'no group that exists': [record(HANDSHAKE, 0x0301, hello({ ciphers: [0x1301], extensions: [groups(0x7a7a), signatures, versions(0x0304), keyShare(0x7a7a, Buffer.alloc(4))] }))],
  'no algorithms of signatures': [asHello({ ciphers: [0x1301], extensions: [groups(X25519), versions(0x0304), keyShare(X25519, Buffer.alloc(32, 9))] })],
  'empty algorithms of signatures': [asHello({ extensions: [groups(X25519), extension(13, sized16(Buffer.alloc(0)))] })],
  'a server name with a zero byte': [record(HANDSHAKE, 0x0301, modern(serverName('a\0b')))],
  'an empty server name': [record(HANDSHAKE, 0x0301, modern(serverName('')))],
  'a server name of 256 bytes': [record(HANDSHAKE, 0x0301, modern(serverName('a'.repeat(256))))],
  'an empty list of server names': [record(HANDSHAKE, 0x0301, modern(extension(0, sized16(Buffer.alloc(0)))))],
  'a point that is none': [record(HANDSHAKE, 0x0301, hello({ ciphers: [0x1301], extensions: [groups(P256), signatures, versions(0x0304), keyShare(P256, Buffer.alloc(65, 4))] }))],
  'a key of X25519 that is zero': [record(HANDSHAKE, 0x0301, hello({ ciphers: [0x1301], extensions: [groups(X25519), signatures, versions(0x0304), keyShare(X25519, Buffer.alloc(32))] }))],
  'a short key': [record(HANDSHAKE, 0x0301, hello({ ciphers: [0x1301], extensions: [groups(X25519), signatures, versions(0x0304), keyShare(X25519, Buffer.alloc(5))] }))],
  'a protocol without a name': [record(HANDSHAKE, 0x0301, modern(extension(16, sized16(sized8(Buffer.alloc(0))))))],
  'protocols of no length': [record(HANDSHAKE, 0x0301, modern(extension(16, Buffer.alloc(0))))],
  'a broken ticket': [asHello({ extensions: [groups(X25519, P256), signatures, extension(35, Buffer.alloc(200, 5))] }), true],
  'a key of before without its mode': [record(HANDSHAKE, 0x0301, modern(extension(41, Buffer.concat([sized16(Buffer.concat([sized16(Buffer.alloc(8)), Buffer.alloc(4)])), sized16(sized8(Buffer.alloc(32)))]))))],
  'a renegotiation that never began': [asHello({ extensions: [groups(X25519), signatures, extension(0xff01, sized8(Buffer.alloc(12, 1)))] })],
  'a fall back that was not needed': [asHello({ version: 0x0302, ciphers: [0xc02b, 0x5600] })],
  'an alert instead of a hello': [alert(2, 40)],
  'a close_notify instead of a hello': [alert(1, 0), true],
  'an unknown alert': [alert(2, 200)],
  'an alert of an unknown level': [alert(7, 40)],
  'warnings, ten': [Buffer.concat(Array(10).fill(alert(1, 90))), true],
  'an alert in two records': [Buffer.concat([record(21, 0x0303, u8(2)), record(21, 0x0303, u8(40))]), true],
  'a hello, then another': [Buffer.concat([HELLO, HELLO])],
  'a hello, then plain bytes': [Buffer.concat([HELLO, Buffer.from('GET / HTTP/1.1\r\n\r\n')])],
  'a hello, then an alert': [Buffer.concat([HELLO, alert(2, 48)])],
  'a hello, then application data': [Buffer.concat([HELLO, record(23, 0x0303, Buffer.alloc(40))])],
  'a hello, then a change of ciphers': [Buffer.concat([HELLO, record(20, 0x0303, u8(1))])],
  'a new hello, then plain bytes': [Buffer.concat([MODERN, Buffer.from('GET / HTTP/1.1\r\n\r\n')])],
  'a new hello, then broken data': [Buffer.concat([MODERN, record(23, 0x0303, Buffer.alloc(40))])],
  'a new hello, then the end': [MODERN, true],
  'a new hello with bytes behind it': [record(HANDSHAKE, 0x0301, Buffer.concat([modern(), Buffer.alloc(4)]))],
};

async function client(name, bytes, ends) {
  let told = 'no error';
  const server = tls.createServer({ ...identity, ALPNProtocols: ['a'] }, () => { told = 'connected'; });
  server.on('tlsClientError', (error) => { told = said(error); });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = net.connect(server.address().port, '127.0.0.1');
  socket.on('error', () => {});
  const answer = [];
  socket.on('data', (data) => {
    answer.push(data);
    socket.end(); // the server goes on with the handshake, if it has found nothing wrong in what it has
  });
  if (ends) socket.end(bytes);
  else socket.write(bytes);
  await new Promise((resolve) => { socket.on('close', resolve); });
  console.log(`${name}: ${told}; ${outline(Buffer.concat(answer))}`);
  server.close();
  await once(server, 'close');
}

const serverHello = (version, cipher) => record(HANDSHAKE, 0x0303, message(2, Buffer.concat([
  u16(version), Buffer.alloc(32, 3), u8(0), u16(cipher), u8(0), sized16(extension(0xff01, u8(0))),
])));

// What servers answer to a hello; undefined: they end.
const servers = {
  'the end': undefined,
  'HTTP': Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'a banner of SSH': Buffer.from('SSH-2.0-OpenSSH_9.9\r\n'),
  'a greeting of SMTP': Buffer.from('220 mail.example.com ESMTP\r\n'),
  'zeros': Buffer.alloc(64),
  'alert 10, unexpected message': alert(2, 10),
  'alert 40, handshake failure': alert(2, 40),
  'alert 42, bad certificate': alert(2, 42),
  'alert 46, certificate unknown': alert(2, 46),
  'alert 48, unknown authority': alert(2, 48),
  'alert 70, protocol version': alert(2, 70),
  'alert 80, internal error': alert(2, 80),
  'alert 112, unrecognized name': alert(2, 112),
  'alert 116, certificate required': alert(2, 116),
  'alert 120, no protocol': alert(2, 120),
  'a close_notify, and the end': [alert(1, 0)],
  'its own hello back': HELLO,
  'SSL 3': serverHello(0x0300, 0xc02b),
  'TLS 1.0': serverHello(0x0301, 0xc009),
  'TLS 1.2 with a cipher of 1.3': serverHello(0x0303, 0x1301),
  'a cipher that was not offered': serverHello(0x0303, 0x0005),
  'a hello, then the end': [serverHello(0x0303, 0xc02b)],
  'a hello, then HelloDone': Buffer.concat([serverHello(0x0303, 0xc02b), record(HANDSHAKE, 0x0303, message(14, Buffer.alloc(0)))]),
  'no certificate in its message': Buffer.concat([serverHello(0x0303, 0xc02b), record(HANDSHAKE, 0x0303, message(11, Buffer.alloc(3)))]),
  'a certificate of garbage': Buffer.concat([serverHello(0x0303, 0xc02b), record(HANDSHAKE, 0x0303, message(11, Buffer.from([0, 0, 8, 0, 0, 5, 1, 2, 3, 4, 5])))]),
  'a large record': record(HANDSHAKE, 0x0303, Buffer.alloc(0), 0x4801),
  'application data': record(23, 0x0303, Buffer.alloc(32)),
};

async function server(name, answer) {
  const bad = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      if (answer === undefined) socket.end();
      else if (Array.isArray(answer)) socket.end(answer[0]);
      else socket.write(answer);
      socket.on('end', () => socket.end());
    });
  });
  bad.listen(0, '127.0.0.1');
  await once(bad, 'listening');
  const socket = tls.connect({ port: bad.address().port, host: '127.0.0.1', servername: 'a.test' });
  let told = 'no error';
  socket.on('error', (error) => { told = said(error); });
  await new Promise((resolve) => { socket.on('close', resolve); });
  console.log(`answered with ${name}: ${told}`);
  bad.close();
  await once(bad, 'close');
}

// Somebody between the two who changes what the client sends after the handshake.
async function between(name, maxVersion, change) {
  const lines = [];
  const inner = tls.createServer({ ...identity, maxVersion }, (socket) => {
    socket.on('data', (data) => lines.push(`server: ${data.length} bytes`));
    socket.on('error', (error) => {
      lines.push(`server: ${said(error)}, destroyed ${socket.destroyed}`);
      socket.destroy();
    });
    socket.on('end', () => lines.push('server: end'));
    socket.write('ready');
  });
  inner.listen(0, '127.0.0.1');
  await once(inner, 'listening');
  let isOn = false;
  const proxy = net.createServer((socket) => {
    const other = net.connect(inner.address().port, '127.0.0.1');
    socket.on('error', () => {});
    other.on('error', () => {});
    socket.on('data', (data) => {
      if (isOn) change(other, data);
      else other.write(data);
    });
    other.on('data', (data) => socket.write(data));
    other.on('close', () => socket.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const client = tls.connect({ port: proxy.address().port, host: '127.0.0.1', rejectUnauthorized: false });
  client.on('error', () => {});
  client.on('data', () => {
    isOn = true;
    client.write('x'.repeat(100));
  });
  await new Promise((resolve) => { client.on('close', resolve); });
  console.log(`${name}, ${maxVersion}: ${lines.join('; ')}`);
  proxy.close();
  inner.close();
  await once(inner, 'close');
}

const changes = {
  'a changed byte': (other, data) => { data[data.length - 1] ^= 1; other.write(data); },
  'a changed length': (other, data) => { data[4] -= 1; other.write(data); },
  'a changed type': (other, data) => { data[0] = 22; other.write(data); },
  'an unknown type': (other, data) => { data[0] = 99; other.write(data); },
  'another version': (other, data) => { data[1] = 9; other.write(data); },
  'a record twice': (other, data) => { other.write(Buffer.concat([data, data])); },
  'an empty record': (other) => { other.write(record(23, 0x0303, Buffer.alloc(0))); },
  'plain bytes': (other) => { other.write('GET / HTTP/1.1\r\n\r\n'); },
  'a plain alert': (other) => { other.write(alert(2, 40)); },
  'a plain close_notify': (other) => { other.write(alert(1, 0)); },
  'a plain hello': (other) => { other.write(HELLO); },
  'the end without close_notify': (other) => { other.end(); },
  'a good record, then the end': (other, data) => { other.end(data); },
  'half a record, then the end': (other, data) => { other.end(data.subarray(0, 20)); },
};

(async () => {
  for (const name in clients) await client(name, ...clients[name]);
  for (const name in servers) await server(name, servers[name]);
  for (const name in changes) {
    for (const version of ['TLSv1.2', 'TLSv1.3']) await between(name, version, changes[name]);
  }
})();
