// Looks at eight headers of every request, as an application behind a proxy does; answers with their total length.
const http = require('node:http');

require('./ready')(http.createServer(({ headers }, res) => {
  const length = headers.host.length + headers['user-agent'].length + headers.accept.length + headers['accept-language'].length
    + headers['accept-encoding'].length + headers.cookie.length + headers['x-forwarded-for'].length + headers['x-request-id'].length;
  res.setHeader('Content-Type', 'text/plain');
  res.end(String(length));
}));
