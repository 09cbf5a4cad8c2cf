'use strict';
const { Readable } = require('stream');
(async () => {
  const numbers = () => Readable.from([1, 2, 3, 4, 5, 6]);
  let running = 0;
  let most = 0;
  const slow = numbers().map(async (value) => {
    most = Math.max(most, ++running);
    for (let i = 0; i < 10 - value; i++) await null;
    running--;
    return value * value;
  }, { concurrency: 3 });
  console.log(await slow.toArray(), most);
  console.log(await numbers().filter((value) => value % 2).drop(1).take(1).toArray());
  console.log(await numbers().flatMap((value) => [value, -value]).take(5).toArray());
  console.log(await numbers().reduce((sum, value) => sum + value), await numbers().some((value) => value > 5), await numbers().every((value) => value > 5), await numbers().find((value) => value > 3));
  await numbers().forEach((value) => { if (value > 5) console.log('each', value); });
  await Readable.from([]).reduce((a, b) => a + b).catch((error) => console.log(error.code, error.message));
  await numbers().map(() => { throw new Error('odd'); }).toArray().catch((error) => console.log(error.message));
  for (const bad of [() => numbers().map(1), () => numbers().take(-1), () => numbers().map(String, { concurrency: 0 }), () => Readable.from(null), () => Readable.from([]).read(2 ** 31)]) {
    try {
      bad();
    } catch (error) {
      console.log(error.code, error.message);
    }
  }
  const broken = numbers();
  for await (const value of broken) {
    if (value === 2) break;
  }
  console.log(broken.destroyed);
  const kept = numbers();
  for await (const value of kept.iterator({ destroyOnReturn: false })) {
    if (value === 2) break;
  }
  console.log(kept.destroyed, await kept.toArray());
  const failing = new Readable({ read() { this.destroy(new Error('lost')); } });
  try {
    for await (const chunk of failing) console.log(chunk);
  } catch (error) {
    console.log(error.message, failing.errored === error);
  }
  const closing = Readable.from((function* () {
    try {
      yield 1;
      yield 2;
    } finally {
      console.log('closed');
    }
  })());
  for await (const value of closing) {
    console.log(value);
    break;
  }
  const { signal } = new AbortController();
  console.log(Readable.from(['a'], { signal }).readableObjectMode, Readable.from(Buffer.from('a')).readableHighWaterMark);
})();
