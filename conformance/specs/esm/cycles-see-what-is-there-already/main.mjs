import { a } from './a.mjs';
console.log('main', a);
