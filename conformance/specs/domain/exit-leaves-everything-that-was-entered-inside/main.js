'use strict';
const domain = require('domain');
console.log(process.domain, domain.active, domain._stack);
const [a, b, c] = ['a', 'b', 'c'].map((name) => Object.assign(domain.create(), { name }));
const show = () => console.log(domain._stack.map(({ name }) => name).join(' '), '|', process.domain?.name,
                               domain.active?.name);
a.enter(); show();
b.enter(); show();
c.enter(); show();
b.exit(); show();
b.exit(); show();
b.enter(); b.enter(); show();
b.exit(); show();
a.exit(); show();
console.log(process.domain, domain.active);
console.log(Object.keys(domain), a instanceof require('events'), a instanceof domain.Domain, a.dispose);
