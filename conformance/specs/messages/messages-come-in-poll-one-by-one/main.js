'use strict';
const { MessageChannel, receiveMessageOnPort } = require('worker_threads');
const { AsyncLocalStorage, createHook, executionAsyncId } = require('async_hooks');
const log = console.log;

const types = [];
const hook = createHook({ init(id, type) { if (type === 'MESSAGEPORT') types.push(type); } }).enable();
const storage = new AsyncLocalStorage();
const { port1, port2 } = storage.run('made here', () => new MessageChannel());
hook.disable();
log(types);

port2.on('message', (m) => {
  log('message', m, storage.getStore(), executionAsyncId() > 0);
  process.nextTick(() => log('tick of', m));
  Promise.resolve().then(() => log('microtask of', m));
});
setImmediate(() => log('immediate'));
process.nextTick(() => log('tick'));
port1.postMessage(1);
port1.postMessage(2);
log(port1.hasRef(), port2.hasRef());

setTimeout(() => {
  const order = [];
  const first = new MessageChannel(), second = new MessageChannel();
  second.port2.on('message', (m) => order.push(`second ${m}`));
  first.port2.on('message', (m) => { order.push(`first ${m}`); if (m < 3) first.port1.postMessage(m + 1); });
  second.port1.postMessage(1);
  first.port1.postMessage(1);
  setImmediate(() => order.push('check'));
  setTimeout(() => {
    log(order);
    for (const { port1 } of [first, second]) port1.close();
    closing();
  }, 20);
}, 20);

function closing() {
  const { port1, port2 } = new MessageChannel();
  for (let i = 0; i < 3; i++) port1.postMessage(i);
  log(receiveMessageOnPort(port2));
  port1.close(() => log('port1 closed'));
  port1.postMessage('lost');
  port2.on('close', () => log('port2 closed', port2.hasRef()));
  port2.onmessage = ({ data, ports, target, origin }) => log('still', data, ports, target === port2, origin);
  log(port2.hasRef(), port1.hasRef());
  setTimeout(flood, 20);
}

// A flood of messages does not keep timers waiting.
function flood() {
  const { port1, port2 } = new MessageChannel();
  let count = 0;
  let wasTimer = false;
  port2.on('message', () => {
    if (++count < 5000 || !wasTimer) port1.postMessage(0);
    else port2.close();
  });
  setTimeout(() => { wasTimer = true; log('timer in the flood'); }, 1);
  port1.postMessage(0);
  port2.on('close', () => { log('flood over'); end(); });
}

function end() {
  const { port1, port2 } = new MessageChannel();
  port2.once('message', () => { throw new Error('thrown by a listener'); });
  port2.on('message', (m) => log('after the error', m));
  process.once('uncaughtException', (error) => { log(error.message); setTimeout(() => { port2.close(); remove(); }, 20); });
  port1.postMessage('a');
  port1.postMessage('b');
}

function remove() {
  const { port1, port2 } = new MessageChannel();
  const listener = () => log('never');
  port2.on('message', listener);
  port2.off('message', listener);
  log(port2.hasRef());
  port1.postMessage('kept');
  setTimeout(() => { log(receiveMessageOnPort(port2)); port1.close(); port1.close(); storage.disable(); portOf1.close(); }, 10);
}
const portOf1 = port1;
