'use strict';
const { AsyncLocalStorage } = require('async_hooks');
const a = new AsyncLocalStorage();
const b = new AsyncLocalStorage({ defaultValue: 'default', name: 'b' });
const show = (text) => console.log(text, a.getStore(), b.getStore());
show('start');
a.run(1, () => {
  show('a.run');
  b.run(2, (x, y) => {
    show(`b.run ${x}${y}`);
    a.exit(() => show('a.exit'));
    a.run(3, () => show('a.run again'));
  }, 'x', 'y');
  show('after b.run');
  b.enterWith('entered');
});
show('after a.run');
try { a.run(4, () => { throw new Error('thrown'); }); } catch (err) { show(err.message); }
const snapshot = a.run(5, () => AsyncLocalStorage.snapshot());
a.run(6, () => console.log('snapshot', snapshot((x) => [a.getStore(), x], 'arg')));
const bound = a.run(7, () => AsyncLocalStorage.bind(() => a.getStore()));
console.log('bound', bound(), bound.length);
a.enterWith(8);
a.disable();
show('disabled');
console.log(b.name, a.name === '');
{
  using scope = a.withScope('scoped');
  show('in scope');
}
show('end');
