import { register } from 'node:module';
import { MessageChannel, isInternalThread, threadId } from 'node:worker_threads';

process.removeAllListeners('warning');
const { port1, port2 } = new MessageChannel();
const lines = [];
let answered = 0;
port1.on('message', (line) => {
  lines.push(line);
  if (line === 'end') {
    console.log(lines.join('\n'));
    port1.close();
  }
});
console.log(register('./first.mjs', import.meta.url, { data: { port: port2, answer: 42 }, transferList: [port2] }));
register('./second.mjs', { parentURL: import.meta.url });
console.log(isInternalThread, threadId);

console.log((await import('virtual:one')).default);
console.log(await import('./typed.txt'));
console.log((await import('./provided.cjs')).default);
console.log(import.meta.resolve('virtual:two'));
for (const specifier of ['virtual:throws', 'virtual:incomplete', 'virtual:no-url', 'virtual:no-format', 'virtual:bad-source', './missing.mjs']) {
  try {
    await import(specifier);
  } catch (error) {
    console.log(specifier, error.name, error.code, error.message.replaceAll(/file:\S+\//g, '').replace(/'\/.*\//g, "'/").replace(/from .*/, ''));
  }
}
console.log(await Promise.race([import('virtual:never'), import('node:path').then(() => 'not waited for')]));
try {
  import.meta.resolve('virtual:never');
} catch (error) {
  console.log(error.code);
}
await import('virtual:end');
