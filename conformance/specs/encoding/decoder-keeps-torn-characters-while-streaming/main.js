'use strict';
const texts = { 'utf-8': Buffer.from('\ufeffaé€😀'), 'utf-16le': Buffer.from('\ufeffa€😀', 'utf16le'), 'utf-16be': Buffer.from('\ufeffa€😀', 'utf16le').swap16() };
for (const [encoding, bytes] of Object.entries(texts)) {
  for (const ignoreBOM of [false, true]) {
    const decoder = new TextDecoder(encoding, { ignoreBOM });
    const parts = Array.from(bytes, (byte) => decoder.decode(Uint8Array.of(byte), { stream: true }));
    console.log(encoding, JSON.stringify([...parts, decoder.decode()]));
  }
  for (const fatal of [false, true]) {
    const decoder = new TextDecoder(encoding, { fatal });
    for (const cut of [1, 2, 3]) {
      try {
        console.log(JSON.stringify(decoder.decode(bytes.subarray(0, -cut))));
      } catch (error) {
        console.log(error.code, error.message);
      }
    }
  }
}
console.log(JSON.stringify(new TextDecoder().decode(Uint8Array.of(0xed, 0xa0, 0x80, 0xf0, 0x9f, 0x41, 0xc0, 0xff))));
