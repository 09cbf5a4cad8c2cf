'use strict';
const encoder = new TextEncoder();
for (const text of ['', 'abc', 'aé€😀', '\ud800x', 'x\udc00']) {
  console.log(encoder.encode(text));
  for (const size of [0, 1, 2, 3, 5, 20]) {
    const bytes = new Uint8Array(size);
    console.log(encoder.encodeInto(text, bytes), bytes);
  }
}
console.log(encoder, new TextDecoder('latin1'), encoder.encode(), encoder.encode(null));
