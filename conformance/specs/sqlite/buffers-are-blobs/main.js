'use strict';
const { DatabaseSync } = require('node:sqlite');

const db = new DatabaseSync(':memory:');
const statement = db.prepare('SELECT ? AS value, typeof(?) AS type');
const buffer = new Uint8Array([1, 2, 3]).buffer;
const shared = new SharedArrayBuffer(2);
new Uint8Array(shared)[1] = 9;
const detached = new ArrayBuffer(4);
structuredClone(detached, { transfer: [detached] });
for (const value of [buffer, shared, detached, new ArrayBuffer(0), new Float32Array([1])]) console.log(statement.get(value, value));
console.log(db.prepare('SELECT $a AS a').get({ a: buffer }));
db.function('bytes', () => buffer);
db.function('kind', (value) => value.constructor.name);
console.log(db.prepare('SELECT bytes() AS b, kind(?) AS k').get(buffer));
