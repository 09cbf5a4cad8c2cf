'use strict';
(async () => {
  const all = async (stream) => {
    const out = [];
    for await (const chunk of stream) out.push(chunk);
    return out;
  };
  console.log(await all(ReadableStream.from([1, Promise.resolve(2), 3])));
  console.log(await all(ReadableStream.from('añ😀')));
  console.log(await all(ReadableStream.from(new Set([1, 2]))));
  console.log(await all(ReadableStream.from((async function* () { yield 'x'; yield 'y'; })())));
  const stream = ReadableStream.from((function* () {
    try { yield 1; yield 2; } finally { console.log('ended'); }
  })());
  const reader = stream.getReader();
  console.log(await reader.read());
  await reader.cancel();
  for (const value of [5, {}, { [Symbol.iterator]: () => 5 }]) {
    try { ReadableStream.from(value); } catch (error) { console.log(error.name, error.code, error.message); }
  }
  await ReadableStream.from({ [Symbol.asyncIterator]: () => ({ next: () => 5 }) }).getReader().read()
    .catch((error) => console.log(error.name, error.code));
})();
