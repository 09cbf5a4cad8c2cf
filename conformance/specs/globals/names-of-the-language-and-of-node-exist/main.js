'use strict';
const names = ['AbortController', 'AbortSignal', 'Blob', 'Buffer', 'CustomEvent', 'DOMException', 'Event', 'EventTarget', 'Intl', 'Iterator', 'Performance', 'SharedArrayBuffer', 'TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams', 'WebAssembly', 'WeakRef', 'atob', 'btoa', 'clearImmediate', 'console', 'global', 'globalThis', 'performance', 'process', 'queueMicrotask', 'setImmediate', 'structuredClone'];
for (const name of names) console.log(name, typeof globalThis[name]);
console.log(global === globalThis, Object.prototype.toString.call(globalThis), 'window' in globalThis, 'require' in globalThis);
