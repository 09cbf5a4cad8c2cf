'use strict';
(async () => {
  let pulls = 0;
  const [left, right] = new ReadableStream({
    pull(controller) {
      if (pulls++ < 3) controller.enqueue({ pulls });
      else controller.close();
    },
    cancel(reasons) { console.log('cancel', reasons); },
  }).tee();
  const all = async (stream) => {
    const out = [];
    for await (const chunk of stream) out.push(chunk);
    return out;
  };
  const [a, b] = await Promise.all([all(left), all(right)]);
  console.log(a, b, a[0] === b[0]);

  const branches = new ReadableStream({ cancel(reasons) { console.log('cancel', reasons); } }).tee();
  await Promise.all([branches[0].cancel('left'), branches[1].cancel('right')]);

  const bytes = new ReadableStream({
    type: 'bytes',
    start(controller) {
      controller.enqueue(new Uint8Array([1, 2, 3]));
      controller.close();
    },
  }).tee();
  const byob = bytes[0].getReader({ mode: 'byob' });
  console.log(await byob.read(new Uint8Array(2)), await all(bytes[1]), await byob.read(new Uint8Array(2)));
})();
