'use strict';
const { HTTPParser, methods } = require('_http_common');
function parse(label, type, parts, answer) {
  console.log('#', label);
  const parser = new HTTPParser();
  parser.initialize(type, {});
  parser[HTTPParser.kOnHeaders] = (...args) => console.log('headers', ...args);
  parser[HTTPParser.kOnHeadersComplete] = (...args) => { console.log('head', ...args); return answer; };
  parser[HTTPParser.kOnBody] = (body) => console.log('body', String(body));
  parser[HTTPParser.kOnMessageComplete] = () => console.log('complete');
  for (const part of parts) {
    const r = parser.execute(Buffer.from(part));
    console.log('=>', r instanceof Error ? `${r.message} ${r.code} ${r.reason} ${r.bytesParsed}` : r);
  }
  const r = parser.finish();
  console.log('finish =>', r instanceof Error ? `${r.message} ${r.code} ${r.reason} ${r.bytesParsed}` : r);
  parser.close();
}
const { REQUEST, RESPONSE } = HTTPParser;
parse('get', REQUEST, ['GET /a HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n']);
parse('pipelined', REQUEST, ['GET /a HTTP/1.1\r\nHost: a\r\n\r\nPOST /b HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcGET']);
parse('chunked', REQUEST, ['POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n', '0\r\nT: v\r\n\r\n']);
parse('upgrade', REQUEST, ['GET /a HTTP/1.1\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nrest']);
parse('upgrade 2', REQUEST, ['GET /a HTTP/1.1\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nrest'], 2);
parse('connect', REQUEST, ['CONNECT a:80 HTTP/1.1\r\n\r\nrest']);
parse('bad', REQUEST, ['GET /a HTTP/1.1\r\nBad Header: x\r\n\r\n']);
parse('bad method', REQUEST, ['FOO / HTTP/1.1\r\n\r\n']);
parse('incomplete', REQUEST, ['GET / HT']);
parse('response', RESPONSE, ['HTTP/1.1 200 Fine\r\nContent-Length: 2\r\n\r\nhi']);
parse('response to head', RESPONSE, ['HTTP/1.1 200 Fine\r\nContent-Length: 2\r\n\r\n', 'HTTP/1.0 404 No\r\n\r\n'], 1);
parse('response to the end', RESPONSE, ['HTTP/1.1 200 Fine\r\n\r\nuntil', ' the end']);
parse('response upgrade', RESPONSE, ['HTTP/1.1 101 Up\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nrest']);
console.log(HTTPParser.kOnExecute, methods.length);

