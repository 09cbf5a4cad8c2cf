'use strict';
// Three quarters of a million chunks through web streams: read, iterated, and piped through a transform.
const CHUNKS = 250_000;

function source() {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      if (next < CHUNKS) controller.enqueue(next++);
      else controller.close();
    },
  });
}

async function main() {
  const start = performance.now();
  let sum = 0;
  const reader = source().getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) sum += step.value;
  for await (const chunk of source()) sum += chunk;
  await source().pipeThrough(new TransformStream({
    transform(chunk, controller) { controller.enqueue(chunk + 1); },
  })).pipeTo(new WritableStream({ write(chunk) { sum += chunk - 1; } }));
  if (sum !== 3 * CHUNKS * (CHUNKS - 1) / 2) throw new Error(`${sum}`);
  console.log(JSON.stringify({ ms: performance.now() - start }));
}
main();
