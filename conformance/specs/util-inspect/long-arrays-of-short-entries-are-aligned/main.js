'use strict';
console.log(Array.from({ length: 30 }, (_, i) => i * i * i));
console.log(Array.from({ length: 27 }, (_, i) => 'x'.repeat(i % 7)));
console.log(Array.from({ length: 10 }, (_, i) => -i / 3));
console.log(['apple', 'pear', 'plum', 'cherry', 'fig', 'quince', 'medlar']);
