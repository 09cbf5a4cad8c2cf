'use strict';
// Prints what a client sees of a response, without what differs from run to run.
const HEADERS = ['content-type', 'content-length', 'location', 'vary', 'etag', 'allow', 'access-control-allow-origin',
  'access-control-allow-methods', 'content-range', 'cache-control', 'connection'];
module.exports = async function show(name, response) {
  const text = await response.text();
  const headers = HEADERS.filter((header) => response.headers.has(header)).map((header) => `${header}: ${response.headers.get(header)}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, '=…'));
  console.log(name, response.status, headers.join(' | '), cookies.join(' | '), text.slice(0, 300));
};
