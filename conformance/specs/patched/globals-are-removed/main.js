'use strict';

const { uses } = require('../../../patched/uses.js');

uses(() => {
  for (const name of ['Date', 'Intl', 'JSON', 'Math', 'Proxy', 'Reflect', 'WebAssembly', 'Atomics', 'Buffer', 'URL', 'setTimeout', 'queueMicrotask',
    'AbortController', 'EventTarget', 'TextDecoder', 'structuredClone', 'performance']) delete globalThis[name];
});
