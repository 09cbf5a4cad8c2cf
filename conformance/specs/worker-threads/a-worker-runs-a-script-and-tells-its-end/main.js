const { Worker, SHARE_ENV } = require('worker_threads');
const once = (w, e) => new Promise(r => w.once(e, (...a) => r(a)));
(async () => {
  let w = new Worker('for(;;);', { eval: true }); await once(w, 'online'); console.log('terminate', await w.terminate());
  w = new Worker('process.exit(7)', { eval: true }); console.log('exit', await once(w, 'exit'));
  w = new Worker('process.exitCode=3', { eval: true }); console.log('exit', await once(w, 'exit'));
  w = new Worker('throw new TypeError("x")', { eval: true }); { const ended = once(w, 'exit'); console.log('err', (await once(w, 'error'))[0].message, await ended); }
  w = new Worker('syntax error', { eval: true }); console.log('err', (await once(w, 'error'))[0].name);
  w = new Worker('./nix.js'); console.log('err', (await once(w, 'error'))[0].message.split(' ').slice(0, 3));
  w = new Worker('import fs from "fs"; console.log("esm", typeof fs.open, import.meta.url.slice(-8), process.argv.slice(1))', { eval: true }); console.log('exit', await once(w, 'exit'));
  w = new Worker(new URL('data:text/javascript,console.log("data", import.meta.url)')); console.log('exit', await once(w, 'exit'));
  w = new Worker('Promise.reject(new Error("rej"))', { eval: true }); console.log('err', (await once(w, 'error'))[0].message);
  w = new Worker('process.env.ZZ = "from worker"', { eval: true, env: SHARE_ENV }); await once(w, 'exit'); console.log(process.env.ZZ, Object.keys(process.env).includes('ZZ'), 'ZZ' in process.env);
  w = new Worker('const {parentPort,workerData}=require("worker_threads"); parentPort.on("message", (m) => { parentPort.postMessage([m, workerData]); if (m===3) parentPort.close(); })', { eval: true, workerData: {a:1} });
  w.on('message', (m) => console.log(m)); w.postMessage(1); w.postMessage(2); w.postMessage(3); console.log('exit', await once(w, 'exit'));
  w = new Worker('new (require("worker_threads").Worker)("console.log(1);setTimeout(()=>{},1e6)", {eval:true})', { eval: true }); setTimeout(() => w.terminate(), 500); console.log('exit', await once(w, 'exit'));
  w = new Worker('process.stdin.pipe(process.stdout)', { eval: true, stdin: true, stdout: true }); w.stdin.end('abc'); let s=''; for await (const c of w.stdout) s+=c; console.log(s);
  w = new Worker('const a = new Int32Array(new SharedArrayBuffer(4)); Atomics.wait(a,0,0)', { eval: true }); await once(w, 'online'); console.log('terminate wait', await w.terminate());
  console.log(await require('worker_threads').postMessageToThread(99, 1).catch(e => e.code));
  w = new Worker('setTimeout(()=>{}, 1e6)', { eval: true }); w.unref();
})();
process.on('exit', (c) => console.log('main exit', c));
