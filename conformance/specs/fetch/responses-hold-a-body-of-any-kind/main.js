'use strict';
const attempt = (run) => { try { console.log(run()); } catch (error) { console.log(error.name, error.code, error.message); } };

const bodies = ['text', new URLSearchParams('a=b c'), new Blob(['x'], { type: 'a/b' }), new Blob(['x']), Buffer.from('bytes'),
  new Uint8Array([49, 50]).buffer, new DataView(new ArrayBuffer(2)), { toString: () => 'object' }, 7,
  new ReadableStream({ start(controller) { controller.enqueue(Buffer.from('stream')); controller.close(); } }),
  (async function* () { yield Buffer.from('it'); yield Buffer.from('erated'); })(), null, undefined];
(async () => {
  for (const body of bodies) {
    const response = new Response(body);
    console.log([...response.headers], response.body === null, await response.text(), response.bodyUsed);
  }
  console.log(new Response('x', { headers: { a: 'b' }, status: 404, statusText: 'No' }));
  console.log(Response.error());
  for (const response of [Response.json({ a: 1 }, { status: 201 }), Response.redirect('http://a/b', 307)]) {
    console.log(response.status, response.ok, response.type, [...response.headers], await response.text());
  }
  for (const init of [{ status: 204 }, { status: 99 }, { status: 600 }, { statusText: '\n' }, 1]) attempt(() => new Response('x', init));
  attempt(() => Response.json());
  attempt(() => Response.json(undefined));
  attempt(() => Response.redirect('/x'));
  attempt(() => Response.redirect('http://x', 200));
  console.log(Object.getOwnPropertyDescriptor(Response, 'json'), Response.length);
})();
