import { value } from './slow.mjs';
import './sibling.mjs';
console.log('main', value, await Promise.resolve('awaited'));
