'use strict';
const log = [];
let next = 0;
const source = new ReadableStream({
  pull(controller) {
    log.push(`pull ${next}`);
    if (next === 6) controller.close();
    else controller.enqueue(next++);
  },
}, { highWaterMark: 0 });
const sink = new WritableStream({
  async write(chunk, controller) {
    log.push(`write ${chunk} ${controller.signal.aborted}`);
    await new Promise(setImmediate);
    log.push(`written ${chunk}`);
  },
  close() { log.push('close'); },
}, { highWaterMark: 2 });
source.pipeTo(sink).then(() => {
  console.log(log.join('\n'));
  console.log(source.locked, sink.locked, source, sink);
});
