import './c.mjs';
console.log('a', new URL(import.meta.url).search);
