'use strict';
const a = new AbortController();
const b = new AbortController();
const both = AbortSignal.any([a.signal, b.signal]);
const nested = AbortSignal.any([both]);
a.signal.addEventListener('abort', () => console.log('source', both.aborted, nested.aborted));
nested.onabort = (e) => console.log('nested', e.type, e.isTrusted, nested.reason === a.signal.reason);
both.addEventListener('abort', () => console.log('both', nested.reason.message));
a.abort(new Error('stop'));
b.abort('too late');
console.log(both.reason.message, AbortSignal.any([a.signal]).aborted, AbortSignal.any([]).aborted);
console.log(AbortSignal.abort(), AbortSignal.abort().reason.name, AbortSignal.abort(7).reason);
try { both.throwIfAborted(); } catch (err) { console.log('thrown', err.message); }
const timeout = AbortSignal.timeout(1);
timeout.onabort = () => console.log(timeout.reason.name, timeout.reason.message, timeout.reason.code);
setTimeout(() => {}, 50);
console.log(a);
