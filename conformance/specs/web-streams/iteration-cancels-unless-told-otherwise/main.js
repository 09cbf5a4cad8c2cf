'use strict';
(async () => {
  const make = () => new ReadableStream({
    start(controller) { for (const chunk of ['a', 'b', 'c']) controller.enqueue(chunk); controller.close(); },
    cancel(reason) { console.log('cancel', reason); },
  });
  const open = () => new ReadableStream({
    pull(controller) { controller.enqueue('x'); },
    cancel(reason) { console.log('cancel', reason); },
  });
  for await (const chunk of make()) console.log(chunk);
  const left = open();
  for await (const chunk of left) { console.log(chunk); break; }
  console.log(left.locked);
  const kept = open();
  for await (const chunk of kept.values({ preventCancel: true })) { console.log(chunk); break; }
  console.log(kept.locked, await kept.getReader().read());
  const iterator = make().values();
  console.log(await Promise.all([iterator.next(), iterator.next(), iterator.return('early'), iterator.next()]));
  try {
    for await (const chunk of new ReadableStream({ start(c) { c.error(new Error('broken')); } })) console.log(chunk);
  } catch (error) { console.log(error.message); }
})();
