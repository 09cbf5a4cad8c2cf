'use strict';
const { transcode } = require('buffer');
const cases = ['41', '00', '4100', '410042', '00d84100', '00d800dc', '410000d8', '00d841', '4100ad00', 'ad0b0f20fffe', 'f0ffc380', 'c3a9', 'c3', 'f09f9880', 'e9ff80'];
for (const hex of cases) {
  for (const from of ['utf8', 'ucs2', 'latin1', 'ascii']) {
    const out = ['utf8', 'ucs2', 'latin1', 'ascii'].map((to) => {
      try {
        return transcode(Buffer.from(hex, 'hex'), from, to).toString('hex') || '-';
      } catch (error) {
        return error.message;
      }
    });
    console.log(hex, from, ...out);
  }
}
