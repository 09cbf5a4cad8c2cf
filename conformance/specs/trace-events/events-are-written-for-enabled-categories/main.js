'use strict';
// createTracing, getEnabledCategories, --trace-event-categories, --trace-event-file-pattern; console, vm and module events.
const { createTracing, getEnabledCategories } = require('trace_events');
const { execFile } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const tryIt = (label, f) => {
  try {
    console.log(label, f());
  } catch (err) {
    console.log(label, err.name, err.code, err.message);
  }
};
for (const options of [undefined, null, {}, { categories: 'a' }, { categories: [1] }, { categories: [] }])
  tryIt(JSON.stringify(options), () => createTracing(options));

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'trace-'));
process.chdir(folder);
console.log(getEnabledCategories());
const first = createTracing({ categories: ['b', 'a'] });
const second = createTracing({ categories: ['c', 'a'] });
console.log(first, first.enabled, first.categories, Object.keys(first));
first.enable();
first.enable();
second.enable();
console.log(getEnabledCategories(), first);
first.disable();
console.log(getEnabledCategories(), first.enabled);
second.disable();
second.disable();
console.log(getEnabledCategories());

const run = (args) => new Promise((resolve) => {
  const child = execFile(process.execPath, args, (error, stdout, stderr) =>
    resolve({ status: error?.code ?? 0, stderr, pid: child.pid }));
});

async function trace(code, ...options) {
  const { status, stderr, pid } = await run([...options, '-e', code]);
  if (stderr) console.log(stderr.split('\n').filter((line) => /^\w*Error/.test(line)));
  const names = fs.readdirSync('.').filter((name) => !name.startsWith('node_trace.') || name === 'node_trace.1.log');
  const file = names.find((name) => name.includes(`${pid}`)) ?? 'node_trace.1.log';
  console.log('exit code', status, file.replace(`${pid}`, 'PID'));
  const { traceEvents } = JSON.parse(fs.readFileSync(file, 'utf8'));
  console.log(traceEvents.every((event) => event.pid === pid && event.ts > 0 && event.tid > 0));
  for (const { ph, cat, name, id, args } of traceEvents) {
    if (cat !== '__metadata' && name !== "require('module')") console.log(ph, cat, name, id, args);
  }
  const about = (wanted) => traceEvents.find(({ cat, name }) => cat === '__metadata' && name === wanted).args;
  const { process: { arch, platform, release, ...rest } } = about('node');
  console.log(Object.keys(about('version')), about('thread_name'), arch === process.arch, platform, release, Object.keys(rest));
  fs.unlinkSync(file);
}

(async () => {
await trace(`
  console.time('t');
  console.count('c');
  console.count('c');
  console.countReset('c');
  console.timeLog('t', 1);
  console.timeEnd('t');
  console.time('\\\\"');
`, '--trace-event-categories', 'node.console', '--trace-event-file-pattern', 'my-${pid}-${rotation}.json');
await trace("const vm = require('vm'); new vm.Script('1', 'a.js').runInThisContext(); throw new Error('end')",
      '--trace-event-categories=node.module_timer');
await trace(`
  const t = require('trace_events').createTracing({ categories: ['node.console'] });
  console.count('before');
  t.enable();
  console.count('during');
  t.disable();
  console.count('after');
  t.enable();
  console.count('again');
  process.exit(3);
`);
process.chdir('/');
fs.rmSync(folder, { recursive: true });
})();
