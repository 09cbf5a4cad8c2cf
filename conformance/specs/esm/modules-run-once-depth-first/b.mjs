import './c.mjs';
console.log('b');
