'use strict';
(async () => {
  const log = [];
  let count = 0;
  const stream = new ReadableStream({
    type: 'bytes',
    pull(controller) {
      const { byobRequest } = controller;
      log.push(byobRequest === null ? 'no request' : `asked for ${byobRequest.view.byteLength}`);
      if (++count === 5) {
        controller.close();
        byobRequest?.respond(0);
      } else if (byobRequest === null) {
        controller.enqueue(new Uint8Array([9, 9]));
      } else {
        byobRequest.view[0] = count;
        byobRequest.respond(1);
      }
    },
  });
  let reader = stream.getReader({ mode: 'byob' });
  const buffer = new ArrayBuffer(8);
  const { value, done } = await reader.read(new Uint8Array(buffer, 2, 4));
  console.log(value, done, value.byteOffset, value.buffer.byteLength, buffer.detached);
  console.log(await reader.read(new Uint16Array(2)));
  reader.releaseLock();
  reader = stream.getReader();
  console.log(await reader.read());
  reader.releaseLock();
  reader = stream.getReader({ mode: 'byob' });
  console.log(await reader.read(new DataView(new ArrayBuffer(4))));
  console.log(log.join('\n'));
})();
