'use strict';
const { mock, test } = require('node:test');
const add = mock.fn((a, b) => a + b);
add(1, 2);
add.call('self', 3, 4);
add.mock.mockImplementationOnce(() => { throw new Error('once'); });
try { add(); } catch (error) { console.log(error.message); }
for (const { stack, ...call } of add.mock.calls) console.log(stack instanceof Error, call);

const twice = mock.fn(() => 'real', () => 'mock', { times: 2 });
console.log(twice(), twice(), twice(), twice.mock.callCount());

class Counter {
  #n = 0;
  up() { return ++this.#n; }
  get size() { return this.#n; }
}
const counter = new Counter();
mock.method(counter, 'up', () => 'mocked');
mock.getter(counter, 'size', () => 'many');
console.log(counter.up(), counter.size, counter.up.mock.callCount());
mock.restoreAll();
console.log(counter.up(), counter.size);

const Mocked = mock.fn(Counter);
console.log(new Mocked() instanceof Counter, Mocked.mock.calls[0].target === Counter, Mocked.mock.calls[0].this instanceof Counter);

const settings = { level: 1 };
const property = mock.property(settings, 'level', 2);
console.log(settings.level, (settings.level = 3), settings.level);
console.log(property.mock.accesses.map(({ type, value }) => [type, value]));
property.mock.restore();
console.log(settings);

for (const misuse of [
  () => mock.fn(1), () => mock.fn(() => {}, { times: 0 }), () => mock.method({}, 'none'), () => mock.method(1, 'x'),
  () => mock.getter(counter, 'up'), () => mock.method(counter, 'size', { getter: true, setter: true }),
]) {
  try { misuse(); } catch (error) { console.log(error.code, error.message); }
}
test('mocks of a test end with it', (t) => { t.mock.method(settings, 'toString', () => 'mock'); });
test('see', (t) => t.assert.notEqual(`${settings}`, 'mock'));
