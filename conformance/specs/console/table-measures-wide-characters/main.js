'use strict';
console.table([{ name: '日本語', n: 1 }, { name: 'Grüße', n: 2 }, { name: '👍🏽', n: 3 }]);
