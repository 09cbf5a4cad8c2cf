'use strict'; require('node:test')('a', (t) => { t.assert.strictEqual(process.env.FROM_SETUP, 'set'); });
