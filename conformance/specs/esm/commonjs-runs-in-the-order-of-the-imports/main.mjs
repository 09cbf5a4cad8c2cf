import './first.mjs';
import './second.cjs';
import './third.mjs';
console.log('main');
