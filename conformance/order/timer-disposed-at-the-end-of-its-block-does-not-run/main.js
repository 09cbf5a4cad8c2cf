'use strict';
{
  using timer = setTimeout(() => console.log('never'), 1);
  using immediate = setImmediate(() => console.log('never'));
  console.log('has ref:', timer.hasRef(), immediate.hasRef());
}
setTimeout(() => console.log('done'), 10);
