'use strict';
const domain = require('domain');
const EventEmitter = require('events');

const before = new EventEmitter();
const d = domain.create();
d.on('error', (error) => {
  console.log('domain:', error.message, error.code, error.domainThrown, error.domain === d,
              error.domainEmitter?.name, process.domain);
});

let inside;
d.run(() => {
  inside = new EventEmitter();
  inside.name = 'inside';
});
console.log(inside.domain === d, before.domain, Object.keys(inside).includes('domain'), d.members.length);

console.log(inside.emit('error', new Error('unheard')));
console.log(inside.emit('error'));
inside.on('hello', () => console.log('hello runs inside', process.domain === d, domain._stack.length));
inside.emit('hello');
console.log('after', process.domain);

inside.on('error', (error) => console.log('own listener:', error.message, process.domain));
inside.emit('error', new Error('heard'));

d.add(before);
before.name = 'before';
before.emit('error', new Error('added'));
console.log(d.members.includes(before));
d.remove(before);
console.log(d.members.length, before.domain);
try {
  before.emit('error', new Error('removed'));
} catch (error) {
  console.log('thrown:', error.message);
}
