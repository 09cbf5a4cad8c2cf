// The key and the certificate that bench/tls has made for this run.
const fs = require('node:fs');

module.exports = { key: fs.readFileSync(process.env.TLS_KEY), cert: fs.readFileSync(process.env.TLS_CERT) };
