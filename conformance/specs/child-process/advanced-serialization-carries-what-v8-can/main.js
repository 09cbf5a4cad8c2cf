// The child sends everything back.
const { fork } = require('child_process');
if (process.argv[2] === 'child') {
  process.on('message', (m) => process.send(m));
} else {
  const { inspect } = require('util');
  class K { constructor() { this.a = 1; } get g() { return 2; } }
  const cyc = { n: 1 }; cyc.self = cyc;
  const shared = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);
  const msgs = [1, 'text', 'ü€😀', true, { a: undefined, b: null }, [1, , 3], new Map([[1, { a: 2 }]]), new Set(['x']), new Date(0), /a/gi, 10n ** 30n && { big: 10n ** 30n },
    Buffer.from('buf'), shared, new Float64Array([1.5, NaN]), new DataView(shared.buffer, 2, 3), shared.buffer, cyc, new Error('boom', { cause: 1 }), new TypeError('t'), new K(), { nested: { b: Buffer.alloc(3), u: new Uint16Array([1, 2]), f: new Float16Array([1]) } },
    -0, { n: NaN }, new Array(3), Object(1), { d: new Date(NaN) }, 'x'.repeat(300000), Buffer.alloc(500000, 7), { cmd: 'NODE' }, [new URLSearchParams('a=1')], new BigInt64Array([1n])];
  const child = fork(__filename, ['child'], { serialization: 'advanced' });
  const show = (m) => { if (m instanceof Error) return `${m.name} ${m.message} ${typeof m.stack} ${m.cause}`;
    if (m instanceof DataView) return `DataView ${m.byteLength} ${m.getUint8(0)}`;
    const s = inspect(m, { depth: 5 });
    return s.length > 200 ? s.length + s.slice(0, 50) : s; };
  child.on('message', (m) => { console.log(show(m)); if (m === 'bye') child.disconnect(); });
  child.on('close', (c, s) => console.log('close', c, s));
  for (const m of msgs) child.send(m);
  for (const bad of [() => {}, Symbol('x'), { f() {} }, { s: Symbol() }]) { try { child.send(bad, (e) => console.log('cb', e?.code)); console.log('sent'); } catch (e) { console.log(e.name, e.code, e.message.split('\n')[0]); } }
  child.send('bye');
}
