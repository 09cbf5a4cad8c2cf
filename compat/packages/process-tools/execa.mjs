import { execa, execaNode, $ } from 'execa';
console.log((await execa('node', ['one.js'])).stdout);
console.log((await $`node two.js`.catch((error) => error)).exitCode);
for await (const line of execa('node', ['-e', 'console.log("a\\nb")'])) console.log(line);
console.log((await execa('node', ['-e', 'setInterval(() => {}, 1000)'], { timeout: 300 }).catch((error) => error)).timedOut);
const child = execaNode('ipc.mjs');
await child.sendMessage({ a: 1 });
console.log(await child.getOneMessage());
