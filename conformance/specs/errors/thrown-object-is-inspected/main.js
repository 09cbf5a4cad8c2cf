'use strict';
throw { code: 1, nested: { a: [1, 2, { b: 3 }] } };
