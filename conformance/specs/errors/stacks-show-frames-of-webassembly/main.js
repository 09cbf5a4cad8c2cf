'use strict';

// One exported function, `crash`, which is an unreachable instruction; the second module has a name.
const CODE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 9, 1, 5, 99, 114, 97, 115, 104, 0, 0, 10, 5, 1, 3, 0, 0, 11];
const NAME = [0, 11, 4, 110, 97, 109, 101, 0, 4, 3, 97, 98, 99];

for (const bytes of [CODE, [...CODE, ...NAME]]) {
  const { exports: { crash } } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)));
  try {
    crash();
  } catch (error) {
    console.log(error.stack.split('\n').slice(0, 2).join('\n'));
  }
}
setTimeout(() => {
  console.log(new Error('of a callback').stack.includes('wasm:'));
});
