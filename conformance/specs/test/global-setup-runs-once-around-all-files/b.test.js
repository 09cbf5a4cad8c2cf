'use strict'; require('node:test')('b', (t) => { t.assert.strictEqual(process.env.FROM_SETUP, 'set'); });
