'use strict';

const v8 = require('node:v8');

process.on('warning', (warning) => console.log(warning.name, warning.message));

class Base { constructor(name) { this.name = name; } }
class Child extends Base {}

console.log(v8.queryObjects(Base), v8.queryObjects(Base, { format: 'summary' }));
const kept = [new Base('one'), new Child('two'), { __proto__: Child.prototype }];
new Base('dropped');
console.log(v8.queryObjects(Base), v8.queryObjects(Base, { format: 'count' }), v8.queryObjects(Child));
console.log(v8.queryObjects(Base, { format: 'summary' }).sort());
kept.length = 1;
console.log(v8.queryObjects(Base), v8.queryObjects(Child));
console.log(kept);

for (const bad of [[undefined], [{}], [Base, null], [Base, 1], [Base, { format: 'x' }]]) {
  try {
    v8.queryObjects(...bad);
  } catch (err) {
    console.log(err.code, err.message);
  }
}

for (const text of ['', 'abc', 'ÿ', 'Ā', '你好', 1, undefined]) {
  try {
    console.log(text, v8.isStringOneByteRepresentation(text));
  } catch (err) {
    console.log(err.code, err.message);
  }
}

const tag = v8.cachedDataVersionTag();
console.log(typeof tag, tag === v8.cachedDataVersionTag(), Number.isInteger(tag) && tag >= 0);
v8.setFlagsFromString('--stack-trace-limit=11');
console.log(tag === v8.cachedDataVersionTag());
console.log(v8.queryObjects(() => 1), v8.queryObjects(async () => 1, { format: 'summary' }));
