'use strict';
const attempt = (name, run) => {
  try {
    const result = run();
    if (typeof result?.then === 'function') {
      result.then(() => {}, (error) => console.log(`${name} rejects: ${error.name} ${error.code} ${error.message}`));
    }
  } catch (error) { console.log(`${name} throws: ${error.name} ${error.code} ${error.message}`); }
};
for (const [Interface, names] of [
  [ReadableStream, ['cancel', 'getReader', 'pipeTo', 'pipeThrough', 'tee', 'values']],
  [ReadableStreamDefaultReader, ['read', 'cancel', 'releaseLock']],
  [ReadableStreamBYOBReader, ['read', 'cancel', 'releaseLock']],
  [ReadableByteStreamController, ['close', 'enqueue', 'error']],
  [ReadableStreamBYOBRequest, ['respond', 'respondWithNewView']],
  [WritableStream, ['abort', 'close', 'getWriter']],
  [WritableStreamDefaultWriter, ['abort', 'close', 'releaseLock', 'write']],
  [WritableStreamDefaultController, ['error']],
  [TransformStreamDefaultController, ['enqueue', 'error', 'terminate']],
]) {
  for (const name of names) attempt(`${Interface.name}.${name}`, () => Interface.prototype[name].call({}));
}
for (const Interface of [ReadableStreamDefaultController, ReadableByteStreamController, ReadableStreamBYOBRequest,
  WritableStreamDefaultController, TransformStreamDefaultController]) attempt(Interface.name, () => new Interface());
attempt('pull', () => new ReadableStream({ pull: 'soon' }));
attempt('type', () => new ReadableStream({ type: 'words' }));
attempt('sink type', () => new WritableStream({ type: 'bytes' }));
attempt('readableType', () => new TransformStream({ readableType: 'bytes' }));
attempt('source', () => new ReadableStream(null));
attempt('byob', () => new ReadableStream().getReader({ mode: 'byob' }));
attempt('mode', () => new ReadableStream().getReader({ mode: 'fast' }));
attempt('locked', () => { const stream = new ReadableStream(); stream.getReader(); stream.getReader(); });
attempt('pipeThrough', () => new ReadableStream().pipeThrough({ readable: new ReadableStream(), writable: {} }));
attempt('signal', () => new ReadableStream().pipeTo(new WritableStream(), { signal: {} }));
