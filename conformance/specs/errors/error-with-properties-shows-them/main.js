'use strict';
const error = new Error('with properties');
error.code = 'E_CODE';
error.details = { a: 1, list: [1, 2] };
throw error;
