'use strict';
(async () => {
  const source = new ReadableStream({
    start(controller) { controller.enqueue({ a: 1 }); controller.enqueue(new Map([[1, 2]])); controller.close(); },
  });
  const moved = structuredClone(source, { transfer: [source] });
  console.log(source.locked, moved instanceof ReadableStream);
  for await (const chunk of moved) console.log(chunk);

  const written = [];
  let closed;
  const isClosed = new Promise((resolve) => { closed = resolve; });
  const sink = new WritableStream({ write(chunk) { written.push(chunk); }, close() { closed(); } });
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(sink, [sink]);
  const { data } = await new Promise((resolve) => { port2.onmessage = resolve; });
  const writer = data.getWriter();
  await writer.write('over the port');
  await writer.close();
  await isClosed;
  port1.close();
  console.log(written, sink.locked);

  const transform = new TransformStream();
  const pair = structuredClone(transform, { transfer: [transform] });
  const end = pair.writable.getWriter();
  end.write('through');
  console.log(await pair.readable.getReader().read());

  for (const run of [
    () => structuredClone(new ReadableStream()),
    () => { const stream = new ReadableStream(); stream.getReader(); structuredClone(stream, { transfer: [stream] }); },
  ]) {
    try { run(); } catch (error) { console.log(error.name, error.message); }
  }
  const bad = structuredClone(...((stream) => [stream, { transfer: [stream] }])(new ReadableStream({
    start(controller) { controller.enqueue(() => {}); },
  })));
  await bad.getReader().read().catch((error) => console.log(error.name));
  process.exit(); // what is still open does not matter here
})();
