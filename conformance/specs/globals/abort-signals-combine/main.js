'use strict';
const a = new AbortController();
const any = AbortSignal.any([a.signal, AbortSignal.timeout(60_000)]);
any.onabort = (event) => console.log('any', event.type, any.reason);
a.abort('stop');
console.log(any.aborted, a.signal.reason);
try {
  any.throwIfAborted();
} catch (reason) {
  console.log('threw', reason);
}
console.log(AbortSignal.abort().reason.name, new AbortController().signal.aborted);
