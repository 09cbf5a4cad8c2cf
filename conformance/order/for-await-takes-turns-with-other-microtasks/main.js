'use strict';
async function* numbers() {
  for (let i = 1; i <= 3; i++) {
    console.log('yield', i);
    yield i;
  }
}
(async () => {
  for await (const number of numbers()) console.log('got', number);
})();
let chain = Promise.resolve();
for (let i = 1; i <= 10; i++) chain = chain.then(() => console.log('microtask', i));
