'use strict';
(async () => {
  const all = async (stream) => {
    const out = [];
    for await (const chunk of stream) out.push(chunk);
    return out;
  };
  console.log(await all(ReadableStream.from(['a\ud83d', '\ude00', '', 'z\ud83d', 5]).pipeThrough(new TextEncoderStream())));
  const bytes = [[0xef], [0xbb, 0xbf, 0x61], [0xe2, 0x82], [0xac], [0xf0, 0x9f]].map((list) => new Uint8Array(list));
  console.log(await all(ReadableStream.from(bytes).pipeThrough(new TextDecoderStream())));
  console.log(await all(ReadableStream.from(bytes.slice(0, 2)).pipeThrough(new TextDecoderStream('utf-8', { ignoreBOM: true }))));
  await all(ReadableStream.from(bytes).pipeThrough(new TextDecoderStream('utf-8', { fatal: true })))
    .catch((error) => console.log(error.name, error.code));
  await all(ReadableStream.from(['text']).pipeThrough(new TextDecoderStream()))
    .catch((error) => console.log(error.name, error.code, error.message));
})();
