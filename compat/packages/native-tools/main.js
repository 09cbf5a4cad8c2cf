const fs = require('fs'), os = require('os'), path = require('path');
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'tools-'));
(async () => {
  const css = require('lightningcss');
  const { code, map, exports } = css.transform({ filename: 'a.css', cssModules: true, minify: true, sourceMap: true, targets: { chrome: 80 << 16 },
    code: Buffer.from('.a { color: lch(50% 30 90); & .b { inset: 0; margin: calc(1px + 2px) } } .c { composes: a; width: 1px }') });
  console.log(code.toString(), map.toString(), Object.entries(exports).sort()); // in no fixed order
  console.log(css.transform({ filename: 'b.css', code: Buffer.from('a { width: 3px; color: red }'), visitor: { Length(length) { return { ...length, value: length.value * 2 }; }, Rule: { style(rule) { console.log(rule.value.selectors.length); } } } }).code.toString());
  try { css.transform({ filename: 'c.css', code: Buffer.from('a { color: }}') }); } catch (error) { console.log(error.name, error.message, error.loc); }

  const watcher = require('@parcel/watcher');
  const folder = fs.realpathSync(temporary);
  const seen = new Set();
  let wake;
  const subscription = await watcher.subscribe(folder, (error, events) => { for (const event of events) seen.add(`${event.type} ${path.basename(event.path)}`); wake?.(); });
  fs.writeFileSync(path.join(folder, 'one.txt'), 'x');
  const limit = setTimeout(() => { console.log('no event'); process.exit(1); }, 60000);
  while (!seen.has('create one.txt')) await new Promise((done) => { wake = done; });
  fs.unlinkSync(path.join(folder, 'one.txt'));
  while (!seen.has('delete one.txt')) await new Promise((done) => { wake = done; });
  clearTimeout(limit);
  await subscription.unsubscribe();
  console.log('watched');

  const { open } = require('lmdb');
  const db = open({ path: path.join(temporary, 'lmdb'), compression: true });
  await db.put('greeting', { text: 'hello', list: [1, 2n, new Date(0), Buffer.from('x')] });
  await db.transaction(() => { for (let i = 0; i < 1000; i++) db.put(['k', i], `value ${i}`); });
  console.log(db.get('greeting'), db.get(['k', 500]), [...db.getRange({ start: ['k', 10], end: ['k', 13] })], db.getCount());
  await db.remove('greeting');
  console.log(db.get('greeting'), await db.put('v', 1, 7), db.getKeysCount({ start: ['k'] }));
  await db.close();

  const { ClassicLevel } = require('classic-level');
  const level = new ClassicLevel(path.join(temporary, 'level'), { valueEncoding: 'json' });
  await level.batch(Array.from({ length: 100 }, (_, i) => ({ type: 'put', key: `k${i}`, value: { i } })));
  console.log(await level.get('k7'), await level.iterator({ gte: 'k1', limit: 3 }).all(), await level.get('none'));
  await level.close();

  const snappy = require('snappy');
  const packed = await snappy.compress('hello '.repeat(100));
  console.log(packed.toString('hex'), (await snappy.uncompress(packed)).length, snappy.isValidCompressedBufferSync?.(packed));
  await snappy.uncompress(Buffer.from('nonsense')).catch((error) => console.log(error.message));

  const { createCanvas } = require('@napi-rs/canvas');
  const canvas = createCanvas(60, 40);
  const context = canvas.getContext('2d');
  context.fillStyle = 'red';
  context.fillRect(10, 10, 30, 20);
  context.arc(30, 20, 8, 0, 7);
  context.fillStyle = 'blue';
  context.fill();
  console.log([...context.getImageData(29, 19, 3, 3).data].join(), require('crypto').createHash('sha1').update(await canvas.encode('png')).digest('hex'));

  const pty = require('node-pty');
  const shell = pty.spawn('sh', ['-c', 'stty size; read x; echo "got $x"; tty >/dev/null && echo terminal; exit 3'], { cols: 90, rows: 33, env: process.env });
  let output = '';
  shell.onData((text) => { output += text; if (text.includes('33 90')) shell.write('word\r'); });
  await new Promise((done) => shell.onExit(({ exitCode, signal }) => { console.log(output, exitCode, signal); done(); }));
  fs.rmSync(temporary, { recursive: true });
})();
