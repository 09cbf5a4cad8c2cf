process.removeAllListeners('warning');
import * as instance from './add.wasm';
import source compiled from './add.wasm';

console.log(instance, instance.add(2, 3), instance.twice(4));
console.log(compiled instanceof WebAssembly.Module, WebAssembly.Module.exports(compiled).length);
console.log(await import.source('./add.wasm') === compiled, (await import('./add.wasm')) === instance);
console.log(Object.prototype.toString.call(compiled), Object.getPrototypeOf(WebAssembly.Module).name);
for (const what of [() => import.source('./dep.mjs'), () => import('./broken.wasm')]) {
  await what().catch((error) => console.log(error.name, error.message.replace(/'file.*\//, "'").replace(/^\/.*\//, '')));
}
