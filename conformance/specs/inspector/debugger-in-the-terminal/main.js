'use strict';
// Drives `inspect` as a person does: a command at each prompt. What only depends on time (the child's own lines, prompts) is left
// out.
const { spawn } = require('child_process');

const child = spawn(process.execPath, ['inspect', '--port=0', 'program.js'], { cwd: __dirname });
let output = '';
let wake = () => {};
child.stdout.setEncoding('utf8').on('data', (text) => { output += text; wake(); });
child.stderr.setEncoding('utf8').on('data', (text) => { output += text; wake(); });

async function until(pattern) {
  while (!pattern.test(output.replaceAll('\b', ''))) await new Promise((resolve) => { wake = resolve; });
}

function shown() {
  const lines = output.replaceAll('\b', '').replaceAll('debug> ', '').split('\n')
    .filter((line) => !line.startsWith('<') && !/^connecting to|^ ok$|^\.* ok$|^$/.test(line));
  output = '';
  return lines.join('\n');
}

async function run(command, pattern = /> $/) {
  output = '';
  child.stdin.write(`${command}\n`);
  await until(pattern);
  await until(/> $/);
  console.log(`--- ${command}\n${shown()}`);
}

(async () => {
  await until(/on start in[^]*> $/);
  console.log(shown());
  await run('n', /step in/);
  await run('list(1)');
  await run('exec [total, typeof add, { a: [1, 2] }]');
  await run('p new Map([[1, { b: 2 }]])');
  await run('sb("program.js", 3)', /sum/);
  await run('breakpoints');
  await run('watch("b")');
  await run('c', /break in/);
  await run('exec .scope', /sum/);
  await run('unwatch(0)');
  await run('o', /(break|step) in/);
  await run('clearBreakpoint("program.js", 3)');
  await run('breakpoints');
  await run('[1, 2].length');
  await run('setContextLineNumber(1)');
  await run('list(0)');
  await run('c', /Waiting for the debugger/);
  
  child.stdin.end('.exit\n');
})().catch((error) => { console.log(error); process.exit(1); });
child.on('close', (code) => console.log('exit', code));
setTimeout(() => { console.log('stuck', JSON.stringify(output)); process.exit(1); }, 60000).unref();
