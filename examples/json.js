// Large JSON that does not hold up the loop: gyre examples/json.js
const { Readable } = require('node:stream');
const { parse, parseLines, parseStream, stringify, stringifyStream } = require('gyre:json');

(async () => {
  const list = Array.from({ length: 100_000 }, (_, id) => ({ id, name: 'item ' + id, tags: ['a', 'b'] }));

  let turns = 0;
  const counter = setInterval(() => turns++, 1);
  const text = await stringify(list);
  const copy = await parse(text);
  clearInterval(counter);
  console.log('characters:', text.length, 'items:', copy.length, 'timers ran meanwhile:', turns > 2);

  const fromStream = await parseStream(Readable.from([Buffer.from('{"to'), Buffer.from('gether":[1,2]}')]));
  console.log(fromStream);
  for await (const value of parseLines('{"line":1}\n{"line":2}\n')) console.log(value);

  let length = 0;
  for await (const chunk of stringifyStream(list)) length += chunk.length;
  console.log('streamed:', length);

  for (const wrong of ['[1, 2,, 3]', '[[[[1]]]]', '"much too long"']) {
    await parse(wrong, { maxDepth: 3, maxBytes: 12 }).catch(({ name, code, message }) => console.log(code ?? name, message));
  }
})();
