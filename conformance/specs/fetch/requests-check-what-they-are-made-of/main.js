'use strict';
const attempt = (run) => { try { console.log(run()); } catch (error) { console.log(error.name, error.code, error.message); } };

console.log(new Request('http://x/y', { method: 'post', body: 'q', headers: { a: '1' } }));
for (const args of [[], ['/x'], ['http://u:p@x'], ['http://x', 1], ['http://x', { body: 'a' }], ['http://x', { method: 'TRACE' }],
  ['http://x', { method: 'a b' }], ['http://x', { mode: 'navigate' }], ['http://x', { mode: 'q' }], ['http://x', { redirect: 'q' }],
  ['http://x', { window: 1 }], ['http://x', { cache: 'only-if-cached' }], ['http://x', { signal: 1 }], ['http://x', { duplex: 'full' }],
  ['http://x', { referrer: '::' }], ['http://x', { method: 'POST', body: new ReadableStream() }]]) {
  attempt(() => new Request(...args));
}
console.log(new Request('http://x#part').url, new Request('http://x', { method: 'put' }).method, new Request('http://x', { method: 'own' }).method);
(async () => {
  const first = new Request('http://x/', { method: 'POST', body: 'moved', headers: { x: '1' } });
  const second = new Request(first, { headers: { y: '2' } });
  console.log(first.bodyUsed, await second.text(), [...second.headers]);
  attempt(() => new Request(first));
  attempt(() => first.clone());
  const controller = new AbortController();
  const { signal } = new Request('http://x', { signal: controller.signal });
  controller.abort('why');
  console.log(signal.aborted, signal.reason, signal === controller.signal);
})();
