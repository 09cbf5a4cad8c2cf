'use strict';

// The text never holds the call where the loader could see it.
const call = ['imp', 'ort'].join('');
const text = (specifier, options = '') => `${call}('${specifier}'${options})`;
const AsyncFunction = (async () => {}).constructor;

async function show(title, load) {
  try {
    const result = await load();
    console.log(title, result.default ?? Object.keys(result));
  } catch (error) {
    console.log(title, error.code ?? error.message);
  }
}

(async () => {
  const local = './b.mjs';
  await show('direct', () => eval(text(local)));
  await show('a variable of the function', () => eval(`${call}(local)`));
  await show('indirect', () => (0, eval)(text(local)));
  await show('Function', () => new Function(`return ${text(local)}`)());
  await show('AsyncFunction', () => new AsyncFunction(`return await ${text(local)}`)());
  await show('eval in eval', () => eval(`eval(${JSON.stringify(text(local))})`));
  await show('JSON', () => eval(text('data:application/json,{"a":1}', ', { with: { type: "json" } }')));
  await show('missing attribute', () => eval(text('data:application/json,{}')));
  await show('bad options', () => eval(text('fs', ', 5')));
  await show('bad specifier', () => eval(`${call}(Symbol())`));
  await show('not found', () => eval(text('./no.mjs')));
  await show('no caller', () => Promise.resolve(text('fs')).then(eval));
  console.log(eval(text('fs')) instanceof Promise, await eval(text('fs')) === await import('fs'));

  await show('in a module', async () => (await import('./sub/c.mjs')).load(text('./d.mjs')));
  await new Promise((resolve) => {
    const { Worker } = require('worker_threads');
    new Worker(`eval(${JSON.stringify(text('./b.mjs'))}).then((b) => console.log('worker', b.default))`, { eval: true }).on('exit', resolve);
  });
  const { execFileSync } = require('child_process');
  const script = `eval(${JSON.stringify(text('./b.mjs'))}).then((b) => console.log('-e', b.default))`;
  process.stdout.write(execFileSync(process.execPath, ['-e', script], { cwd: __dirname }));
  process.stdout.write(execFileSync(process.execPath, ['-'], { cwd: __dirname, input: script.replace('-e', 'stdin') }));
  const module = `console.log('module', (await eval(${JSON.stringify(text('./b.mjs'))})).default)`;
  process.stdout.write(execFileSync(process.execPath, ['--input-type=module', '-e', module], { cwd: __dirname }));
})();
