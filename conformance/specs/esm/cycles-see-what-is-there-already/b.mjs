import { a } from './a.mjs';
export const b = 'b';
export const readA = () => a;
try { readA(); } catch (error) { console.log('b sees', error.message); }
