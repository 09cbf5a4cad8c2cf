'use strict';

const CODE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 6, 1, 4, 0, 65, 42, 11]);
const headers = { 'Content-Type': 'application/wasm' };
const answer = (body = CODE, init = {}) => new Response(body, { headers, ...init });

async function show(name, run) {
  try {
    console.log(name, await run());
  } catch (error) {
    console.log(name, error.name, error.code, error.message.replace(/: .*/, ': …'));
  }
}

(async () => {
  for (const name of ['compileStreaming', 'instantiateStreaming']) {
    const { value, ...rest } = Object.getOwnPropertyDescriptor(WebAssembly, name);
    console.log(value.name, value.length, Object.hasOwn(value, 'prototype'), rest);
    const of = WebAssembly[name];
    await show('no response', () => of('x'));
    await show('undefined', () => of());
    await show('another type', () => of(new Response(CODE)));
    await show('a parameter', () => of(answer(CODE, { headers: { 'Content-Type': 'application/wasm;' } })));
    await show('status', () => of(answer(CODE, { status: 404 })));
    await show('rejected', () => of(Promise.reject(new RangeError('mine'))));
    await show('garbage', () => of(answer('garbage')));
    await show('nothing', () => of(answer(null)));
    await show('used', async () => {
      const response = answer();
      await response.text();
      return of(response);
    });
  }
  await show('module', async () => await WebAssembly.compileStreaming(answer()) instanceof WebAssembly.Module);
  await show('promise', async () => await WebAssembly.compileStreaming(Promise.resolve(answer())) instanceof WebAssembly.Module);
  await show('instance', async () => {
    const { module, instance } = await WebAssembly.instantiateStreaming(answer());
    return [module instanceof WebAssembly.Module, instance.exports.f()];
  });
})();
