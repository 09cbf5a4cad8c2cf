'use strict';
console.log(new Date(0).toString(), new Date(0).toUTCString(), new Date(0).toISOString());
console.log((1234567.891).toLocaleString('en-US'), 'ä'.localeCompare('z', 'de'), 'ﬁ'.normalize('NFKC'));
console.log(new Date(0).toLocaleString('en-US', { timeZone: 'UTC' }), new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' }).format(5));
