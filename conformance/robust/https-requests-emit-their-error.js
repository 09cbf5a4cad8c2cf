// A request over TLS to nobody fails by an event and not by an exception.
'use strict';
const assert = require('assert');
const https = require('https');

let errors = 0;
const check = (request) => request.on('error', (error) => {
  assert.strictEqual(error.code, 'ECONNREFUSED');
  if (++errors === 3) console.log('ok');
});
check(https.get('https://127.0.0.1:1/', () => assert.fail('answered')));
check(https.request({ host: '127.0.0.1', port: 1, agent: false }).end());
const posted = check(https.request(new URL('https://127.0.0.1:1/'), { method: 'POST' }));
posted.write('body');
posted.end();
