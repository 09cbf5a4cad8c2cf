'use strict';
const domain = require('domain');
const d = domain.create();
d.on('error', (error) => console.log('domain:', error.message, error.domainBound?.name, error.domainThrown));

const bound = d.bind(function add(a, b) {
  console.log(this.name, a + b, process.domain === d);
  return a * b;
});
console.log(bound.call({ name: 'me' }, 2, 3), bound.domain === d);

function read(text, ...more) {
  console.log(this.name, text, more, process.domain === d);
  return text.length;
}
const intercepted = d.intercept(read);
console.log(intercepted.call({ name: 'you' }, null, 'four', 5));
console.log(intercepted(new Error('not read')));
console.log(d.run((a, b) => a - b, 7, 2), process.domain);
