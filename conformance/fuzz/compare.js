'use strict';

// Compares two runtimes: compare.js NODE GYRE SUBJECT [--seed=S] [--cases=N] [--minutes=M]
// Ends with 1 at the first difference and shows both outcomes, with 0 when there is none.

const { spawnSync } = require('node:child_process');
const path = require('node:path');

const RUN = path.join(__dirname, 'run.js');
const ROUND_CASES = 5000;
const ROUND_LIMIT_MS = 10 * 60_000;

function run(command, subject, seed, from, cases, ...more) {
  const [file, ...words] = command.split(' ');
  const result = spawnSync(file,
    [...words, RUN, subject, `--seed=${seed}`, `--from=${from}`, `--cases=${cases}`, ...more],
    { encoding: 'utf8', maxBuffer: 1 << 30, timeout: ROUND_LIMIT_MS });
  if (result.status !== 0) {
    const how = result.error?.message ?? `it ended with ${result.signal ?? result.status}`;
    throw new Error(`${command} on ${subject}, seed ${seed}, from ${from}, ${cases} cases: ${how}\n${result.stderr}`);
  }
  return result.stdout.trimEnd().split('\n');
}

/** Shows the first case that differs; false when there is none. */
function differs(runtimes, subject, seed, cases) {
  const [blocks, others] = runtimes.map((command) => run(command, subject, seed, 0, cases));
  const block = blocks.findIndex((line, i) => line !== others[i]);
  if (block === -1) return false;
  const from = Number(blocks[block].split(' ')[0]);
  const count = Math.min(100, cases - from);
  const [texts, theirs] = runtimes.map((command) => run(command, subject, seed, from, count, '--print').join('\n'));
  const split = (text) => text.split(/\n(?=\d+: )/);
  const [a, b] = [split(texts), split(theirs)];
  const i = a.findIndex((text, n) => text !== b[n]);
  if (i === -1) {
    console.log(`${subject}, seed ${seed}: cases ${from} to ${from + count - 1} differed once, and not when run again`);
    return true;
  }
  console.log(`${subject}, seed ${seed}, case ${from + i} differs; ${a.filter((text, n) => text !== b[n]).length} of the ${count} cases from ${from} do.`);
  runtimes.forEach((command, n) => console.log(`--- ${command}\n${[a, b][n][i]}`));
  console.log(`--- again: ${runtimes[1]} ${path.relative('', RUN)} ${subject} --seed=${seed} --from=${from + i} --cases=1 --print`);
  return true;
}

function main([node, gyre, subject, ...rest]) {
  const given = Object.fromEntries(rest.map((arg) => /^--(seed|cases|minutes)=(.+)$/.exec(arg)?.slice(1) ?? [arg]));
  const wrong = Object.keys(given).find((name) => name.startsWith('-'));
  if (!subject || wrong) throw new Error(`${wrong ?? ''}: usage: compare NODE GYRE SUBJECT [--seed=S] [--cases=N] [--minutes=M]`);
  const end = Date.now() + Number(given.minutes ?? 0) * 60_000;
  let seed = given.seed ?? String(Date.now() % 1e9);
  let compared = 0;
  do {
    const cases = Number(given.cases ?? ROUND_CASES);
    if (differs([node, gyre], subject, seed, cases)) return 1;
    compared += cases;
    console.log(`${subject}: ${compared} cases compared, the last with seed ${seed}, none differs`);
    seed = String(Number(seed) + 1 || `${seed}1`);
  } while (Date.now() < end);
  return 0;
}

process.exitCode = main(process.argv.slice(2));
