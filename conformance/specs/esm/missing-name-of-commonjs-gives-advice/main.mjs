import { missing } from './value.cjs';
console.log(missing);
