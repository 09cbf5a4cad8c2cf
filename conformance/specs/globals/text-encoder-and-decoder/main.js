'use strict';
console.log(new TextEncoder().encode('aü€😀'), new TextEncoder().encodeInto('€€', new Uint8Array(4)), new TextEncoder().encoding);
console.log(new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff])), new TextDecoder('utf-16le').decode(new Uint8Array([0x61, 0])), new TextDecoder('latin1').encoding);
const streaming = new TextDecoder();
console.log(streaming.decode(new Uint8Array([0xe2, 0x82]), { stream: true }) + streaming.decode(new Uint8Array([0xac])));
try {
  new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([0xff]));
} catch ({ name, code, message }) {
  console.log(name, code, message);
}
try {
  new TextDecoder('no-such-encoding');
} catch ({ name, code, message }) {
  console.log(name, code, message);
}
