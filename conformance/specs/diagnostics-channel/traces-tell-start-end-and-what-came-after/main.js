'use strict';
const dc = require('diagnostics_channel');
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
const trace = dc.tracingChannel('work');
console.log(trace.hasSubscribers, dc.hasSubscribers('tracing:work:start'));
const tell = (event) => (message, name) => console.log(event, name, { ...message, error: message.error?.message ?? message.error }, storage.getStore());
trace.subscribe({ start: tell('start'), end: tell('end'), asyncStart: tell('asyncStart'), asyncEnd: tell('asyncEnd'), error: tell('error') });
trace.start.bindStore(storage, (data) => data.id);
console.log(trace.traceSync((a, b) => { console.log('store', storage.getStore()); return a + b; }, { id: 1 }, null, 1, 2));
try { trace.traceSync(() => { throw new Error('sync'); }, { id: 2 }); } catch (err) { console.log('thrown', err.message); }
trace.traceCallback((x, callback) => callback(null, x * 2), -1, { id: 3 }, null, 21, (err, result) => console.log('callback', err, result));
trace.tracePromise(async () => 'value', { id: 4 }).then((value) => {
  console.log('resolved', value);
  return trace.tracePromise(async () => { throw 'reason'; }, { id: 5 });
}).catch((reason) => console.log('rejected', reason));
const channel = dc.channel('plain');
const listener = (message, name) => console.log('heard', message, name);
channel.subscribe(listener);
channel.publish('hello');
console.log(channel.unsubscribe(listener), channel.unsubscribe(listener), channel.hasSubscribers, dc.channel('plain') === channel);
