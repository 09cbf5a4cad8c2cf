import { b, readA } from './b.mjs';
export const a = 'a';
console.log('a sees', b, readA());
