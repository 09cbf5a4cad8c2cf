'use strict';
console.log(['plain', "it's", '"quoted"', `it's "both"`, '`\'"', 'tab\t newline\n null\0 \x7f \u001b escape', 'ü € 😀', '\ud800 lone']);
console.log(['a\nb'], { 'key with space': 1, valid_id: 2, '1': 3, 'it\'s': 4, '': 5 });
