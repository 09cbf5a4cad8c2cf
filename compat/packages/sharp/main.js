const sharp = require('sharp');
const { createHash } = require('crypto');
const { Readable } = require('stream');
const digest = (buffer) => `${buffer.length} ${createHash('sha256').update(buffer).digest('hex').slice(0, 16)}`;
(async () => {
  sharp.concurrency(1);
  const width = 1200, height = 800;
  const raw = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
    const at = (y * width + x) * 3;
    raw[at] = x * 255 / width; raw[at + 1] = (x ^ y) & 255; raw[at + 2] = 128 + 127 * Math.sin(x * y / 9000);
  }
  const png = await sharp(raw, { raw: { width, height, channels: 3 } }).png().toBuffer();
  const jpeg = await sharp(png).jpeg({ quality: 82, mozjpeg: true }).toBuffer();
  console.log(digest(png), digest(jpeg), await sharp(jpeg).metadata());
  for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff']) {
    const { data, info } = await sharp(jpeg).resize(320, 200, { fit: 'cover', position: 'entropy' })[format]().toBuffer({ resolveWithObject: true });
    console.log(format, digest(data), info);
  }
  const svg = Buffer.from('<svg width="100" height="60"><rect width="100" height="60" rx="9" fill="red"/><circle cx="50" cy="30" r="20" fill="#00f8"/></svg>');
  console.log(digest(await sharp(jpeg).rotate(30, { background: '#123' }).blur(2).sharpen().modulate({ hue: 90 }).composite([{ input: svg, gravity: 'southeast' }]).png().toBuffer()));
  console.log(await sharp(jpeg).stats().then(({ channels, dominant }) => [channels.map((c) => [c.min, c.max, Math.round(c.mean)]), dominant]));
  const parts = [];
  for await (const part of Readable.from([jpeg.subarray(0, 9999), jpeg.subarray(9999)]).pipe(sharp().resize(64).greyscale().webp({ lossless: true }))) parts.push(part);
  console.log('stream', digest(Buffer.concat(parts)));
  console.log((await Promise.all(Array.from({ length: 12 }, (_, i) => sharp(jpeg).resize(50 + 10 * i).jpeg().toBuffer()))).map(digest));
  await sharp(Buffer.from('nonsense')).toBuffer().catch((error) => console.log(error.message));
  await sharp('/nonexistent.png').metadata().catch((error) => console.log(error.message));
  try { sharp(jpeg).resize(-1); } catch (error) { console.log(error.message); }
})();
