'use strict';

// Finds what replaced built-ins break: `run.js RUNTIME MODE [options]`, with any runtime. Prints one line for each built-in
// and step that fails or answers something else than it does with all built-ins in place.
//
//   --batch N      this many built-ins in one process (1: each has a fresh process, where first uses are tested too)
//   --only REGEXP  only built-ins of these names
//   --steps A,B    only these steps
//   --json FILE    the failures with their errors

const { spawn } = require('child_process');
const { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, existsSync } = require('fs');
const { tmpdir } = require('os');
const { join } = require('path');
const { all, OBJECT_PROTOTYPE_NAMES } = require('./builtins.js');

function run({ runtime, mode, names, batch = 1, steps, limitMs = 3000, parallel = 2 }) {
  const dir = mkdtempSync(join(tmpdir(), 'patched-'));
  const env = { ...process.env, PATCHED_DIR: dir, PATCHED_LIMIT_MS: `${limitMs}` };
  delete env.PATCHED_STEPS;
  if (steps !== undefined) env.PATCHED_STEPS = steps;
  let files = 0;

  // Resolves with the outcomes by name. A process that dies or hangs takes the rest of its names with it.
  const child = (some) => new Promise((resolve) => {
    const results = join(dir, `results-${files++}`);
    const process = spawn(runtime, [join(__dirname, 'child.js'), results, mode, ...some], { env, stdio: 'ignore', detached: true });
    const stop = () => { try { globalThis.process.kill(-process.pid, 'SIGKILL'); } catch { /* it is gone */ } };
    // A replaced built-in can make a process loop for ever: it is ended when it reports nothing for a while.
    let reported = -1;
    const timer = setInterval(() => {
      const size = existsSync(results) ? statSync(results).size : 0;
      if (size === reported) stop();
      reported = size;
    }, 20_000 + limitMs * 8);
    process.on('close', () => {
      clearInterval(timer);
      const lines = existsSync(results) ? readFileSync(results, 'utf8').trim().split('\n').filter((line) => line !== '') : [];
      resolve(lines.map((line) => JSON.parse(line)));
    });
  });

  async function outcomesOf(some, found) {
    while (some.length > 0) {
      const done = await child(some);
      for (const { name, outcomes } of done) found.set(name, outcomes);
      if (done.length === some.length) return;
      found.set(some[done.length], { process: { error: 'the process ended' } });
      some = some.slice(done.length + 1);
    }
  }

  return (async () => {
    try {
      const [{ outcomes: expected }] = await child(['nothing']);
      for (const step of Object.keys(expected)) {
        if (expected[step].error !== undefined) throw new Error(`${step} fails with nothing replaced: ${expected[step].error}`);
      }
      const found = new Map();
      const waiting = [];
      for (let i = 0; i < names.length; i += batch) waiting.push(names.slice(i, i + batch));
      await Promise.all(Array.from({ length: parallel }, async () => {
        while (waiting.length > 0) await outcomesOf(waiting.shift(), found);
      }));
      const failures = [];
      for (const name of names) {
        for (const [step, outcome] of Object.entries(found.get(name))) {
          if (outcome.error !== undefined) failures.push({ name, step, error: outcome.error });
          else if (outcome.result !== expected[step].result) failures.push({ name, step, error: `answered ${outcome.result}` });
        }
      }
      return failures;
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  })();
}

const namesFor = (mode) => (mode.startsWith('inherited') ? OBJECT_PROTOTYPE_NAMES : all().map(({ name }) => name));

module.exports = { run, namesFor };

if (require.main === module) {
  const [, , runtime, mode, ...options] = process.argv;
  const option = (name) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const only = new RegExp(option('--only') ?? '');
  const names = namesFor(mode).filter((name) => only.test(name));
  run({ runtime, mode, names, batch: Number(option('--batch') ?? 1), steps: option('--steps') }).then((failures) => {
    if (option('--json') !== undefined) writeFileSync(option('--json'), JSON.stringify(failures, null, 1));
    for (const { name, step } of failures) console.log(`${mode} ${name} ${step}`);
    console.error(`${new Set(failures.map(({ name }) => name)).size} of ${names.length} built-ins break a step`);
  });
}
