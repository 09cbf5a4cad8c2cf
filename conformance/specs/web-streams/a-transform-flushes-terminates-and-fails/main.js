'use strict';
const collect = async (stream) => {
  const out = [];
  try {
    for await (const chunk of stream) out.push(chunk);
  } catch (error) { out.push(`${error}`); }
  return out;
};
(async () => {
  console.log(await collect(ReadableStream.from(['a', 'b']).pipeThrough(new TransformStream({
    start(controller) { controller.enqueue('<'); },
    transform(chunk, controller) { controller.enqueue(chunk.toUpperCase()); },
    flush(controller) { controller.enqueue('>'); },
  }))));
  console.log(await collect(ReadableStream.from([1, 2, 3]).pipeThrough(new TransformStream())));
  console.log(await collect(ReadableStream.from([1, 2, 3]).pipeThrough(new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      if (chunk === 2) controller.terminate();
    },
  }))));
  console.log(await collect(ReadableStream.from([1, 2, 3]).pipeThrough(new TransformStream({
    async transform(chunk, controller) {
      if (chunk === 2) throw new RangeError('two');
      controller.enqueue(chunk);
    },
  }))));
  const { readable, writable } = new TransformStream({ cancel(reason) { console.log('cancel', reason); } });
  const writer = writable.getWriter();
  await readable.cancel('not wanted');
  await writer.write(1).catch((error) => console.log('write', error));
  console.log(new TransformStream());
})();
