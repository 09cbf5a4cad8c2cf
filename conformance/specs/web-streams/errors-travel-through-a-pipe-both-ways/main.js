'use strict';
const sink = (name, write) => new WritableStream({
  write,
  abort(reason) { console.log(`${name}: abort ${reason}`); },
  close() { console.log(`${name}: close`); },
});
const source = (name, chunks) => new ReadableStream({
  start(controller) {
    for (const chunk of chunks) {
      if (chunk instanceof Error) controller.error(chunk);
      else controller.enqueue(chunk);
    }
  },
  cancel(reason) { console.log(`${name}: cancel ${reason}`); },
});
const told = (promise, name) => promise.then(() => console.log(`${name}: done`), (error) => console.log(`${name}: ${error}`));

(async () => {
  await told(source('1', [new Error('no source')]).pipeTo(sink('1')), '1');
  await told(source('2', [new Error('no source')]).pipeTo(sink('2'), { preventAbort: true }), '2');
  await told(source('3', [1, 2, 3]).pipeTo(sink('3', () => { throw new Error('no sink'); })), '3');
  await told(source('4', [1, 2]).pipeTo(sink('4', () => Promise.reject(new Error('later'))), { preventCancel: true }), '4');
  const controller = new AbortController();
  const pipe = told(source('5', [1, 2]).pipeTo(sink('5'), { signal: controller.signal }), '5');
  setImmediate(() => controller.abort(new Error('stop')));
  await pipe;
  const closed = new WritableStream();
  await closed.close();
  await told(source('6', [1]).pipeTo(closed), '6');
  const locked = source('7', []);
  locked.getReader();
  await told(locked.pipeTo(sink('7')), '7');
})();
