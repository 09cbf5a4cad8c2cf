'use strict';
const names = ['AbortController', 'AbortSignal', 'Blob', 'Buffer', 'CustomEvent', 'DOMException', 'Event', 'EventTarget', 'FormData', 'Headers', 'Intl', 'Iterator', 'MessageChannel', 'Performance', 'SharedArrayBuffer', 'TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams', 'WebAssembly', 'WeakRef', 'atob', 'btoa', 'clearImmediate', 'console', 'crypto', 'fetch', 'global', 'globalThis', 'navigator', 'performance', 'process', 'queueMicrotask', 'setImmediate', 'structuredClone'];
for (const name of names) console.log(name, typeof globalThis[name]);
console.log(global === globalThis, Object.prototype.toString.call(globalThis), 'window' in globalThis, 'require' in globalThis);
