import './thrower.mjs';
console.log('never');
