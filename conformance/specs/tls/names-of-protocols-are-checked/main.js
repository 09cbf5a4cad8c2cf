'use strict';
// Protocols of ALPN, as lists of names and as bytes, good and bad.
const tls = require('tls');

for (const protocols of [
  ['a', 'bc'], [], ['\u00e9'], ['x'.repeat(255)], ['x'.repeat(256)], [''], ['a', ''], [1], [{}], ['a', undefined], [Buffer.from('a')], [new ArrayBuffer(2)], [Symbol('a')],
  Buffer.from([1, 97]), Buffer.alloc(0), Buffer.from([1, 97, 2, 97, 98]), new Uint8Array([1, 97]), new Uint16Array([0x6101]), new DataView(Uint8Array.of(1, 97).buffer),
  'abc', null, undefined, 5, {},
]) {
  const out = {};
  try {
    tls.convertALPNProtocols(protocols, out);
    console.log(out);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}

for (const ALPNProtocols of [[''], Buffer.from([0]), Buffer.from([1]), Buffer.from([3, 97]), Buffer.from([1, 97, 0]), Buffer.from([1, 97, 1]), new DataView(new ArrayBuffer(2))]) {
  for (const use of [() => tls.createServer({ ALPNProtocols }), () => tls.connect({ ALPNProtocols, port: 1, host: '127.0.0.1' })]) {
    try {
      use();
      console.log('taken');
    } catch (error) {
      console.log(error.code, error.message);
    }
  }
}
