'use strict';
// A worker that waits in a system call (the open of a FIFO that nobody writes to, a read that gets nothing) ends when it is
// terminated, by terminate() or because its parent ends.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');

const WAYS = {
  open: (fifo) => fs.openSync(fifo, 'r'),
  read: (fifo) => fs.readSync(fs.openSync(fifo, 'r+'), Buffer.alloc(1)),
  readFile: (fifo) => fs.readFileSync(fs.openSync(fifo, 'r+')),
  nested(fifo) {
    new Worker(__filename, { workerData: { way: 'open', fifo } });
    for (;;);
  },
};

async function main() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-fifo-'));
  try {
    // One for each: a worker that opens one for writing, too, ends another's wait for a writer.
    const fifoOf = (way) => path.join(folder, way);
    execFileSync('mkfifo', Object.keys(WAYS).map(fifoOf));
    const limit = setTimeout(() => { throw new Error('a worker does not end'); }, 60_000);
    for (let round = 0; round < 3; round++) {
      await Promise.all(Object.keys(WAYS).map(async (way) => {
        const worker = new Worker(__filename, { workerData: { way, fifo: fifoOf(way) } });
        await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
        if (round > 0) await new Promise((resolve) => setImmediate(resolve)); // it waits, or is about to
        const code = await worker.terminate();
        if (code !== 1) throw new Error(`${way}: ${code}`);
      }));
    }
    clearTimeout(limit);
    console.log('ok');
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

if (isMainThread) {
  main();
} else {
  parentPort.postMessage('begins');
  WAYS[workerData.way](workerData.fifo);
}
