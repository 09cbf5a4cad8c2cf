'use strict';

const { Worker, isMainThread, parentPort } = require('worker_threads');

if (!isMainThread) {
  parentPort.on('message', async ({ step, value }) => {
    switch (step) {
      case 'moved': {
        const bytes = new Uint8Array(value.buffer);
        bytes[1] = 9;
        return parentPort.postMessage(value.buffer, [value.buffer]);
      }
      case 'add': {
        const words = new Int32Array(value);
        for (let i = 0; i < 100_000; i++) Atomics.add(words, 0, 1);
        return parentPort.postMessage('added');
      }
      case 'wait': {
        const words = new Int32Array(value);
        Atomics.store(words, 2, 1);
        Atomics.notify(words, 2);
        return parentPort.postMessage(Atomics.wait(words, 1, 0, 60_000));
      }
      case 'waitAsync': {
        const { async, value: promise } = Atomics.waitAsync(new Int32Array(value), 3, 0);
        parentPort.postMessage('ready');
        return parentPort.postMessage([async, await promise]);
      }
      case 'grow': {
        value.growable.grow(4096);
        new Uint8Array(value.growable)[4095] = 5;
        return parentPort.postMessage([value.view.length, value.view.buffer === value.growable]);
      }
      case 'wasm': {
        new Uint8Array(value)[65535] = 4;
        return parentPort.postMessage([value.byteLength, value instanceof SharedArrayBuffer]);
      }
      case 'text': return parentPort.postMessage([value, value]);
    }
  });
} else {
  const worker = new Worker(__filename);
  const answer = () => new Promise((resolve) => worker.once('message', resolve));
  const ask = (step, value, list) => {
    const answered = answer();
    worker.postMessage({ step, value }, list);
    return answered;
  };

  const run = async () => {
    const view = new Uint8Array(1 << 20).fill(7);
    const { buffer } = view;
    const back = await ask('moved', { buffer, view }, [buffer]);
    console.log('moved', buffer.detached, view.length, back.byteLength, [...new Uint8Array(back, 0, 3)]);
    const empty = new ArrayBuffer(0);
    const resizable = new ArrayBuffer(8, { maxByteLength: 64 });
    for (const one of [empty, resizable]) {
      const got = await ask('moved', { buffer: one }, [one]);
      console.log(one.detached, got.byteLength, got.maxByteLength, got.resizable);
    }

    const shared = new SharedArrayBuffer(64);
    const words = new Int32Array(shared);
    const added = ask('add', shared);
    for (let i = 0; i < 100_000; i++) Atomics.add(words, 0, 1);
    console.log(await added, words[0]);

    const waited = ask('wait', shared);
    Atomics.wait(words, 2, 0);
    while (Atomics.notify(words, 1) === 0);
    console.log('wait', await waited);

    await ask('waitAsync', shared);
    const result = answer();
    console.log('woken', Atomics.notify(words, 3));
    console.log('waitAsync', await result);

    const growable = new SharedArrayBuffer(8, { maxByteLength: 8192 });
    console.log('grow', await ask('grow', { growable, view: new Uint8Array(growable) }), growable.byteLength,
                new Uint8Array(growable)[4095]);

    const memory = new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true });
    console.log('wasm', await ask('wasm', memory.buffer), new Uint8Array(memory.buffer)[65535]);

    for (const text of ['abc'.repeat(50_000), '\u20ac'.repeat(70_000), '\u00e9\0'.repeat(40_000)]) {
      const [first, second] = await ask('text', text);
      console.log('text', first === text, second === text);
    }
    await worker.terminate();
  };
  run();
}
