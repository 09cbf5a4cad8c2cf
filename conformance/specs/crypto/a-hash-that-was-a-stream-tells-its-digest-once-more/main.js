'use strict';

const crypto = require('node:crypto');

const attempt = (what, action) => {
  try {
    console.log(what, action());
  } catch (error) {
    console.log(what, error.code);
  }
};

const makers = {
  hash: () => crypto.createHash('sha1'),
  hmac: () => crypto.createHmac('sha1', 'key'),
  xof: () => crypto.createHash('shake128', { outputLength: 8 }),
};
for (const [name, make] of Object.entries(makers)) {
  for (const input of ['abc', Buffer.alloc(100_000)]) {
    const hash = make();
    hash.on('data', (digest) => {
      console.log(name, digest.toString('hex'));
      attempt('again', () => hash.digest('hex'));
      attempt('a third time', () => hash.digest('hex'));
      attempt('update', () => hash.update('more'));
    });
    hash.end(input);
  }
}

const hash = crypto.createHash('sha1');
hash.on('data', () => attempt('update before that', () => hash.update('more')));
hash.end('abc');

// Several at once, each with a few pieces, small and large.
const several = [1, 2, 3].map(() => crypto.createHash('sha256'));
for (let i = 0; i < 200; i++) several.forEach((one, n) => one.update(`${n} `.repeat(i)));
several.forEach((one) => console.log(one.digest('base64')));
