'use strict';

// Ports in contexts of node:vm.
const vm=require('vm'); const {MessageChannel,moveMessagePortToContext,receiveMessageOnPort,MessagePort}=require('worker_threads');
const ctx=vm.createContext({log:console.log}); const {port1,port2}=new MessageChannel();
const m=moveMessagePortToContext(port1,ctx);
console.log(m instanceof MessagePort, typeof m.on, typeof m.addEventListener, Object.getOwnPropertyNames(m), m.constructor.name);
console.log(Object.getOwnPropertyNames(Object.getPrototypeOf(m)));
console.log(m.hasRef(), String(m));
try { new m.constructor() } catch (e) { console.log(e.message, e.code) }
port2.postMessage({a:[1,new Map([[1,new Date(0)]]), new Error('x'), new Uint8Array(3), /x/g, Object(1n), new Set([1])]});
const r=receiveMessageOnPort(m); console.log(r instanceof Object, r.message instanceof Object, Object.getPrototypeOf(r) === vm.runInContext('Object.prototype',ctx)); const a=r.message.a;
console.log(a instanceof Array, a.map(x=>x instanceof Object), vm.runInContext('x=>x instanceof Array && x[1] instanceof Map && x[1].get(1) instanceof Date && x[2] instanceof Error && x[3] instanceof Uint8Array && x[3].buffer instanceof ArrayBuffer && x[4] instanceof RegExp && x[5] instanceof BigInt && x[6] instanceof Set',ctx)(a));
m.onmessage=function(e){ console.log('msg', e, this===m, Reflect.ownKeys(e), e instanceof Object, e.type, e.target===m); };
console.log(m.hasRef());
m.onmessageerror=(e)=>{console.log('err', e.data.code, e.data.message, e.data instanceof Error, Reflect.ownKeys(e))};
m.start(); m.ref();
port2.postMessage(1); port2.postMessage(new Blob(['x'])); port2.postMessage(new DOMException('a','b'));port2.postMessage(Buffer.from('a'));
const c2=new MessageChannel(); port2.postMessage({p:c2.port1},[c2.port1]);
try { m.postMessage(()=>{}) } catch(e) { console.log(e.name, e.message, e instanceof Error, e instanceof DOMException, e.constructor.name) }
try { m.postMessage() } catch(e) { console.log(e.name, e.message, e.code, e instanceof Error) }
try { m.postMessage(1, 5) } catch(e) { console.log(e.name, e.message, e.code, e instanceof Error) }
setTimeout(()=>{ const back=moveMessagePortToContext(m, vm.createContext()); console.log(back===m); m.onmessage=1; back.close();
 try { moveMessagePortToContext(port2, globalThis) } catch (e) { console.log(e.name, e.code, e.message) } port2.close(); c2.port2.close() },100);
port1.on('close',()=>console.log('port1 closed')); port2.on('close',()=>console.log('port2 closed'));

// Messages with several receivers.
port2.on('close', () => {
const { BroadcastChannel } = require('worker_threads');
const crypto=require('crypto'); const net=require('net'); const {createHistogram}=require('perf_hooks');
const a=new BroadcastChannel('x'),b=new BroadcastChannel('x'),c=new BroadcastChannel('x'); let n=0;
b.onmessage=(e)=>{n++}; c.onmessage=(e)=>{n++};
const t={sab:new SharedArrayBuffer(8),wasm:new WebAssembly.Module(new Uint8Array([0,97,115,109,1,0,0,0])),key:crypto.generateKeyPairSync('ed25519').privateKey,secret:crypto.createSecretKey(Buffer.alloc(16)),blob:new Blob(['x']),bl:new net.BlockList(),hist:createHistogram(),sa:new net.SocketAddress(),dom:new DOMException('x'),ab:new ArrayBuffer(8),str:'x'.repeat(1e6)};
for (const k in t) { try { a.postMessage(t[k]); console.log(k,'ok') } catch (e) { console.log(k,e.name,e.message) } }
(function wait() { if (n < 8) return setTimeout(wait, 5); console.log(n); a.close(); b.close(); c.close(); modules(); })();
});

// Modules compiled in one thread run in another.
function modules() {
  const { Worker } = require('worker_threads');
  const add = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3,
    97, 100, 100, 0, 0, 10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11]));
  const worker = new Worker(`const { parentPort, workerData } = require('worker_threads');
    parentPort.on('message', ({ first, second }) => {
      parentPort.postMessage([first === second, new WebAssembly.Instance(first).exports.add(2, 3), workerData instanceof WebAssembly.Module]);
      parentPort.close();
    });`, { eval: true, workerData: add });
  worker.postMessage({ first: add, second: add });
  worker.on('message', (answer) => console.log(answer));
  worker.on('exit', () => process.exit()); // node keeps the port that was moved
}
