'use strict';

// Runs the cases of one subject: run.js SUBJECT [--seed=1] [--from=0] [--cases=N] [--print]
// Prints one line for each block of cases: the number of its first case and a hash of what its cases returned;
// with --print, what each case returned instead.

const fs = require('node:fs');
const path = require('node:path');
const { Random, hash32 } = require('./random.js');

const BLOCK = 100;
const LIMIT_MS = 10_000;

function options(args) {
  const found = { seed: '1', from: 0, cases: undefined, print: false };
  let subject;
  for (const arg of args) {
    const [, name, value] = /^--(seed|from|cases|print)(?:=(.+))?$/.exec(arg) ?? [];
    if (name === undefined && subject === undefined && !arg.startsWith('-')) subject = arg;
    else if (name === 'print') found.print = true;
    else if (name === 'seed' && value) found.seed = value;
    else if (/^\d+$/.test(value)) found[name] = Number(value);
    else throw new Error(`'${arg}' is not an option of run.js: see conformance/fuzz/README.md`);
  }
  if (!subject || !fs.existsSync(path.join(__dirname, 'subjects', `${subject}.js`))) {
    const names = fs.readdirSync(path.join(__dirname, 'subjects')).map((file) => file.replace(/\.js$/, ''));
    throw new Error(`there is no subject '${subject}': name one of ${names.join(', ')}`);
  }
  return { subject, ...found };
}

async function outcome(subject, name) {
  let limit;
  try {
    const result = subject.run(new Random(name));
    if (typeof result === 'string') return result;
    const late = new Promise((resolve) => { limit = setTimeout(resolve, LIMIT_MS, 'hangs'); });
    return await Promise.race([result, late]);
  } catch (error) {
    if (!(error instanceof Error)) return `throws ${String(error)}`;
    return `throws ${error.name} ${error.code}: ${error.message}`;
  } finally {
    clearTimeout(limit);
  }
}

async function main() {
  const { subject: name, seed, from, cases, print } = options(process.argv.slice(2));
  const subject = require(`./subjects/${name}.js`);
  process.chdir('/'); // what depends on the working folder is the same everywhere
  const end = from + (cases ?? subject.cases);
  await subject.before?.();
  let lines = '';
  for (let block = from; block < end; block += BLOCK) {
    let low = 0x811c9dc5;
    let high = 0x01234567;
    for (let i = block; i < Math.min(block + BLOCK, end); i++) {
      const text = `${i}: ${await outcome(subject, `${name}/${seed}/${i}`)}\n`;
      if (print) lines += text;
      low = hash32(text, low);
      high = hash32(text, high ^ low);
    }
    if (!print) lines += `${block} ${high.toString(16).padStart(8, '0')}${low.toString(16).padStart(8, '0')}\n`;
  }
  await subject.after?.();
  // A write that is whole before the process ends, on pipes too.
  fs.writeFileSync(1, lines);
}

main().then(() => process.exit(0), (error) => {
  console.error(error);
  process.exit(1);
});
