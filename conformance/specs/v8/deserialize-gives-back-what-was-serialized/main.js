const v8 = require('v8');
const assert = require('assert');

const shared = { shared: true };
const value = {
  text: ['', 'plain', 'naïve', '日本', 'x'.repeat(300)],
  numbers: [-0, 1e300, NaN, -Infinity, 2 ** 53, -5n, 2n ** 200n],
  nested: new Map([[shared, new Set([shared, [1, , 3]])]]),
  date: new Date(1e12), pattern: /a+/gi, boxed: [Object(1), Object('s'), Object(false), Object(7n)],
  views: [Buffer.from('bytes'), new Uint16Array([1, 2, 3]), new DataView(new ArrayBuffer(3)), new BigUint64Array(2)],
  memory: new Uint8Array([9, 8]).buffer, shared,
  ['__proto__']: 'own',
};
value.self = value;
const copy = v8.deserialize(v8.serialize(value));
assert.deepStrictEqual(copy, value);
console.log(copy, copy.nested.has(copy.shared), copy.self === copy, Object.getPrototypeOf(copy) === Object.prototype);

const error = v8.deserialize(v8.serialize(new TypeError('no', { cause: shared })));
console.log(error instanceof TypeError, error.message, error.cause, /^TypeError: no\n {4}at/.test(error.stack));

// Of older versions, and with strings that only older versions wrote.
for (const hex of ['ff0d6f2203666f6f5e007b01', 'ff0d5c0404addeefbe', 'ff0f5303c3a961', 'ff0f5505', 'ff0f0030']) {
  console.log(v8.deserialize(Buffer.from(hex, 'hex')));
}
