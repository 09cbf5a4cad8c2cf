'use strict';

// Evaluated in each of several runtimes at a time: `mixedWork(seed, rounds)` uses the parts of the core that have native
// memory or tables behind them and resolves with a digest of all that came out. The digest depends on the seed alone.

const assert = require('node:assert');
const childProcess = require('node:child_process');
const crypto = require('node:crypto');
const dgram = require('node:dgram');
const dns = require('node:dns/promises');
const { once } = require('node:events');
const fs = require('node:fs');
const fsp = require('node:fs/promises');
const http = require('node:http');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const { promisify } = require('node:util');
const zlib = require('node:zlib');

// Bytes that differ from seed to seed, without the code under test.
function bytesOf(seed, length) {
  const bytes = Buffer.alloc(length);
  let state = seed * 2654435761 >>> 0 || 1;
  for (let i = 0; i < length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

const parts = {
  hashes(bytes) {
    const all = ['md5', 'sha1', 'sha256', 'sha512', 'sha3-256', 'blake2b512'].map((name) => crypto.hash(name, bytes));
    const hmac = crypto.createHmac('sha256', bytes.subarray(0, 20)).update(bytes).update('text').digest('hex');
    return [...all, hmac, crypto.createHash('shake256', { outputLength: 40 }).update(bytes).digest('base64')].join();
  },

  ciphers(bytes) {
    const key = bytes.subarray(0, 32);
    const iv = bytes.subarray(32, 44);
    const cipher = crypto.createCipheriv('aes-256-gcm', key, iv);
    const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
    const decipher = crypto.createDecipheriv('aes-256-gcm', key, iv).setAuthTag(cipher.getAuthTag());
    assert.deepStrictEqual(Buffer.concat([decipher.update(encrypted), decipher.final()]), bytes);
    return crypto.hash('sha256', encrypted) + cipher.getAuthTag().toString('hex');
  },

  async keys(bytes) {
    const pbkdf2 = await promisify(crypto.pbkdf2)(bytes, 'salt', 100, 24, 'sha512');
    const scrypt = await promisify(crypto.scrypt)(bytes, 'salt', 16, { N: 64 });
    const { privateKey, publicKey } = await promisify(crypto.generateKeyPair)('ed25519');
    const signature = crypto.sign(null, bytes, privateKey);
    assert.ok(crypto.verify(null, bytes, publicKey, signature));
    bytes[0] ^= 1;
    assert.ok(!crypto.verify(null, bytes, publicKey, signature));
    bytes[0] ^= 1;
    const jwk = crypto.createPublicKey({ key: publicKey.export({ format: 'jwk' }), format: 'jwk' });
    assert.ok(jwk.equals(publicKey));
    return pbkdf2.toString('hex') + scrypt.toString('hex');
  },

  async codecs(bytes) {
    const text = Buffer.from(bytes.toString('base64').repeat(3));
    const all = [
      [zlib.gzip, zlib.gunzip], [zlib.deflateRaw, zlib.inflateRaw], [zlib.brotliCompress, zlib.brotliDecompress],
      [zlib.zstdCompress, zlib.zstdDecompress],
    ];
    const results = await Promise.all(all.map(async ([compress, decompress]) => {
      const small = await promisify(compress)(text);
      assert.deepStrictEqual(await promisify(decompress)(small), text);
      return small.length;
    }));
    assert.deepStrictEqual(zlib.gunzipSync(zlib.gzipSync(text)), text);
    return results.join() + zlib.crc32(text);
  },

  async texts(bytes) {
    const all = ['utf8', 'latin1', 'utf16le', 'base64', 'hex'].map((encoding) => bytes.toString(encoding));
    const again = Buffer.from(all[1], 'latin1');
    assert.deepStrictEqual(again, bytes);
    return crypto.hash('sha1', all.join('')) + new TextDecoder('shift_jis').decode(bytes.subarray(0, 100)).length;
  },

  async files(bytes, folder) {
    const file = path.join(folder, 'file');
    await fsp.writeFile(file, bytes);
    await Promise.all(Array.from({ length: 20 }, (_, i) => fsp.writeFile(`${file}-${i}`, bytes.subarray(i))));
    const read = await Promise.all(Array.from({ length: 20 }, (_, i) => fsp.readFile(`${file}-${i}`)));
    read.forEach((each, i) => assert.deepStrictEqual(each, bytes.subarray(i)));
    const sizes = (await Promise.all(read.map((_, i) => promisify(fs.stat)(`${file}-${i}`)))).map((each) => each.size);
    const names = (await fsp.readdir(folder)).sort();
    const stream = fs.createReadStream(file, { highWaterMark: 1000 });
    let length = 0;
    for await (const chunk of stream) {
      assert.deepStrictEqual(chunk, bytes.subarray(length, length + chunk.length));
      length += chunk.length;
    }
    for (const name of names) fs.unlinkSync(path.join(folder, name));
    return sizes.join() + names.join() + length;
  },

  async sockets(bytes) {
    const server = net.createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = net.connect(server.address().port, '127.0.0.1').end(bytes);
    const chunks = await socket.toArray();
    server.close();
    assert.deepStrictEqual(Buffer.concat(chunks), bytes);
    return bytes.length;
  },

  async requests(bytes) {
    const server = http.createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      response.setHeader('x-url', request.url).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address();
    const answers = await Promise.all(Array.from({ length: 8 }, async (_, i) => {
      const request = http.request({ port, host: '127.0.0.1', method: 'POST', path: `/${i}`, agent: false });
      request.end(bytes.subarray(i));
      const [response] = await once(request, 'response');
      assert.deepStrictEqual(Buffer.concat(await response.toArray()), bytes.subarray(i));
      return response.headers['x-url'];
    }));
    server.close();
    return answers.join();
  },

  async datagrams(bytes) {
    const socket = dgram.createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const received = once(socket, 'message');
    socket.send(bytes.subarray(0, 900), socket.address().port, '127.0.0.1');
    const [message] = await received;
    socket.close();
    assert.deepStrictEqual(message, bytes.subarray(0, 900));
    return message.length;
  },

  async names() {
    return (await dns.lookup('127.0.0.1')).address;
  },

  async children(bytes, folder, round) {
    if (round % 8 !== 0) return '';
    const child = childProcess.spawn('cat');
    child.stdin.end(bytes);
    assert.deepStrictEqual(Buffer.concat(await child.stdout.toArray()), bytes);
    return childProcess.execFileSync('echo', ['child'], { encoding: 'utf8' });
  },

  async clones(bytes) {
    const { port1, port2 } = new MessageChannel();
    port2.postMessage({ bytes, map: new Map([['k', [1n, new Date(0)]]]), text: bytes.toString('latin1') });
    const [value] = await once(port1, 'message');
    port1.close();
    assert.deepStrictEqual(Buffer.from(value.bytes), bytes);
    return crypto.hash('md5', value.text) + structuredClone(value.map).size;
  },
};

globalThis.mixedWork = async (seed, rounds) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mixed-work-'));
  const digest = crypto.createHash('sha256');
  try {
    for (let round = 0; round < rounds; round++) {
      const bytes = bytesOf(seed + round, 2000 + 997 * round % 60_000);
      for (const name of Object.keys(parts)) {
        digest.update(`${name}:${await parts[name](Buffer.from(bytes), folder, round)}\n`);
      }
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return digest.digest('hex');
};
