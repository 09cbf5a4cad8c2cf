'use strict';
const zlib = require('zlib');

const one = zlib.gzipSync('one ');
const two = zlib.gzipSync('two ');
const zeros = Buffer.alloc(20);
const named = Buffer.concat([Buffer.from('1f8b081c000000000003', 'hex'), Buffer.from([3, 0, 97, 98, 99]),
  Buffer.from('a name\0a comment\0'), one.subarray(10)]);

console.log(zlib.gunzipSync(Buffer.concat([one, two, one])).toString());
console.log(zlib.unzipSync(Buffer.concat([one, two])).toString());
console.log(zlib.gunzipSync(Buffer.concat([one, zeros])).toString());
console.log(zlib.gunzipSync(Buffer.concat([one, zeros, two])).toString());
console.log(zlib.gunzipSync(Buffer.concat([named, two])).toString());
console.log(zlib.inflateSync(Buffer.concat([zlib.deflateSync('x'), zlib.deflateSync('y')])).toString());

const all = Buffer.concat([one, two, one, named]);
const inParts = (size) => new Promise((resolve) => {
  const gunzip = zlib.createGunzip();
  let text = '';
  gunzip.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => resolve(text));
  for (let at = 0; at < all.length; at += size) gunzip.write(all.subarray(at, at + size));
  gunzip.end();
});
const SIZES = [1, 2, 7, 19, 1000];
Promise.all(SIZES.map(inParts)).then((texts) => texts.forEach((text, i) => console.log(SIZES[i], text)));

const rejecting = (method, input) => {
  try {
    console.log(zlib[method](input, { rejectGarbageAfterEnd: true }).toString());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
rejecting('gunzipSync', one);
rejecting('gunzipSync', Buffer.concat([one, two]));
rejecting('inflateSync', Buffer.concat([zlib.deflateSync('x'), zlib.deflateSync('y')]));
