'use strict';
const thenable = {
  then(resolve) {
    console.log('then is called');
    resolve('value');
  },
};
Promise.resolve(thenable).then(console.log);
process.nextTick(() => console.log('tick'));
console.log('script');
