import { missing } from './empty.mjs';
console.log(missing);
