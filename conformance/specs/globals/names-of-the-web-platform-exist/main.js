'use strict';
for (const name of ['BroadcastChannel', 'CompressionStream', 'FormData', 'Headers', 'MessageChannel', 'ReadableStream', 'Request', 'Response', 'WebSocket', 'crypto', 'fetch', 'navigator']) {
  console.log(name, typeof globalThis[name]);
}
