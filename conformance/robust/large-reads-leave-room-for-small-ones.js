'use strict';
// Four huge files are read by four threads. They are read in parts, so a small read that comes in between waits for a
// part of one of them, not for the end of all.

const assert = require('node:assert');
const fs = require('node:fs');
const { scratch } = require('./support');

const HUGE_BYTES = 128 * 1024 * 1024;
const SMALL_READS = 20;

if (process.env.UV_THREADPOOL_SIZE !== '4') {
  const { execFileSync } = require('node:child_process');
  execFileSync(process.execPath, [__filename], { env: { ...process.env, UV_THREADPOOL_SIZE: '4' }, stdio: 'inherit' });
  return;
}

async function main() {
  const folder = scratch();
  let hugeLeft = 0;
  const buffer = Buffer.alloc(HUGE_BYTES); // one for all, so that the test needs no gigabytes
  const start = Date.now();
  const huge = [];
  for (let i = 0; i < 4; i++) {
    const file = `${folder}/huge${i}`;
    fs.writeFileSync(file, '');
    fs.truncateSync(file, HUGE_BYTES); // a hole: it takes time to read and no disk
    hugeLeft++;
    huge.push(fs.promises.open(file).then(async (handle) => {
      const data = await handle.readFile({ buffer });
      assert.strictEqual(data.length, HUGE_BYTES);
      hugeLeft--;
      await handle.close();
    }));
  }
  const waits = [];
  for (let i = 0; i < SMALL_READS; i++) {
    const before = performance.now();
    await fs.promises.readFile(__filename);
    assert.strictEqual(hugeLeft, 4, 'the huge files were read too fast to tell');
    waits.push(performance.now() - before);
  }
  await Promise.all(huge);
  const tookMs = Date.now() - start;
  waits.sort((a, b) => a - b);
  const medianMs = waits[SMALL_READS / 2];
  // Were each file one task, the first small read would wait for the end of one: most of the whole time.
  assert.ok(waits.at(-1) < tookMs / 3 && medianMs < tookMs / 8, `a small read took ${medianMs.toFixed(1)} ms, at most ${waits.at(-1).toFixed(1)}, the huge ones ${tookMs}`);
  if (process.env.GYRE_VERBOSE) console.log({ medianMs, maxMs: waits.at(-1), tookMs });
  console.log('ok');
}

main();
