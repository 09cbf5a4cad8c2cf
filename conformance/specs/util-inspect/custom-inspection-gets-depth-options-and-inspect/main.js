'use strict';
const util = require('node:util');
class Money {
  constructor(amount) { this.amount = amount; }
  [util.inspect.custom](depth, options, inspect) {
    return `Money<${inspect(this.amount, options)} at depth ${depth}>`;
  }
}
console.log(new Money(5), { price: new Money(7) }, [[new Money(9)]]);
console.log(util.inspect(new Money(1), { customInspect: false }));
console.log({ [util.inspect.custom]: () => ({ replaced: true }) }, { [util.inspect.custom]: () => 42 });
console.log({ a: { [Symbol.for('nodejs.util.inspect.custom')]: () => 'two\nlines' } });
