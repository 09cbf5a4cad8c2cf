import './a.mjs';
import './b.mjs';
import './a.mjs?again';
console.log('main');
