// What pngjs does: it inflates through the stream's own handle, while JavaScript waits.
const zlib = require('zlib');

function inflateByHand(data) {
  const stream = new zlib.Inflate({ chunkSize: 100 });
  stream.on('error', (error) => console.log('event:', error.code, error.message));
  const parts = [];
  let from = 0;
  for (let left = data.length; ;) {
    const output = Buffer.alloc(100);
    stream._handle.writeSync(zlib.constants.Z_FINISH, data, from, left, output, 0, output.length);
    if (stream.destroyed) return console.log('destroyed', stream._handle);
    const [outputLeft, inputLeft] = stream._writeState;
    parts.push(output.subarray(0, output.length - outputLeft));
    from += left - inputLeft;
    left = inputLeft;
    if (outputLeft > 0) break;
  }
  stream._handle.close();
  console.log(parts.map((part) => part.length), Buffer.concat(parts).toString());
}

const data = zlib.deflateSync('so far so good '.repeat(20));
inflateByHand(data);

const bad = Buffer.from(data);
bad[bad.length - 1] ^= 1;
inflateByHand(bad);
