'use strict';
const { open } = require('fs/promises');

async function attempt(name, run) {
  try {
    console.log(name, await run());
  } catch (error) {
    console.log(name, '->', error.name, error.code, error.message, error.syscall ?? '');
  }
}

async function withHandle(run) {
  const handle = await open(__filename);
  try {
    return await run(handle);
  } finally {
    await handle.close();
  }
}

(async () => {
  await attempt('not listed', () => withHandle((handle) => structuredClone({ handle })));
  await attempt('listed', () => withHandle(async (handle) => {
    const { fd } = handle;
    handle.on('close', () => console.log('never told'));
    const { moved } = structuredClone({ moved: handle }, { transfer: [handle] });
    console.log(handle.fd, moved.fd === fd, moved.constructor.name, moved.listenerCount('close'));
    await attempt('the old one', () => handle.read(Buffer.alloc(3)));
    console.log((await moved.readFile('utf8')).slice(0, 12));
    await moved.close();
  }));
  await attempt('in use', () => withHandle(async (handle) => {
    const reading = handle.readFile();
    try {
      return structuredClone(handle, { transfer: [handle] });
    } finally {
      await reading;
    }
  }));
  await attempt('in a stream', async () => {
    const handle = await open(__filename);
    const stream = handle.createReadStream();
    try {
      return structuredClone(handle, { transfer: [handle] });
    } finally {
      stream.destroy();
    }
  });
  await attempt('closed', async () => {
    const handle = await open(__filename);
    await handle.close();
    return structuredClone(handle, { transfer: [handle] });
  });
  await attempt('closing', () => withHandle((handle) => {
    handle.close();
    return structuredClone(handle, { transfer: [handle] });
  }));
  await attempt('twice', () => withHandle((handle) => structuredClone(handle, { transfer: [handle, handle] })));
  await attempt('through a port', async () => {
    const { port1, port2 } = new MessageChannel();
    const handle = await open(__filename);
    const message = new Promise((resolve) => { port2.onmessage = ({ data }) => resolve(data); });
    port1.postMessage({ handle }, [handle]);
    const moved = (await message).handle;
    console.log(handle.fd, moved.constructor.name, (await moved.stat()).isFile());
    await moved.close();
    port1.close();
  });
  await attempt('async id', () => withHandle((handle) => [typeof handle.getAsyncId(), handle.getAsyncId() > 0]));
})();
