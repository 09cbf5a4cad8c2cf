'use strict';
const log = [];
const stream = new WritableStream({
  write(chunk, controller) {
    log.push(`write ${chunk}`);
    if (chunk === 'bad') throw new TypeError('refused');
  },
  close() { log.push('close'); },
  abort(reason) { log.push(`abort ${reason}`); },
}, { highWaterMark: 2 });
const writer = stream.getWriter();
(async () => {
  log.push(writer.desiredSize);
  const first = writer.write('a');
  writer.write('b').then(() => log.push('b is written'));
  log.push(writer.desiredSize);
  let ready = false;
  writer.ready.then(() => { ready = true; });
  await null;
  log.push(`ready ${ready}`);
  await first;
  await writer.ready;
  log.push(`ready ${ready}, ${writer.desiredSize}`);
  const outcomes = await Promise.allSettled([writer.write('bad'), writer.write('c'), writer.close(), writer.closed, writer.ready]);
  for (const { status, reason } of outcomes) log.push(`${status} ${reason}`);
  log.push(writer.desiredSize);
  writer.releaseLock();
  for (const promise of [writer.closed, writer.ready, writer.write('d')]) {
    await promise.catch((error) => log.push(`${error.code} ${error.message}`));
  }
  console.log(log.join('\n'));
  console.log(stream);
})();
