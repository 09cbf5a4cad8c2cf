'use strict';

// Every file of conformance/blocks blocks the loop in its own way. Each is reported while it runs, with the cause and the line
// that stand in the file, before it has run for two seconds. On a machine that is too busy a block may be over before it is
// seen; then it has its turn again, and is longer.
//
// A pool that is full is reported in the-pool-says-what-holds-its-threads.js.

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');

const FOLDER = path.join(__dirname, '../blocks');
const WARN_MS = 50;
const BLOCK_MS = 350;
const WARM_UP_MS = 700;
const ROUNDS = 4;
const MAX_REPORT_MS = 2000;

const WORDS = {
  ATOMICS_WAIT: 'Atomics.wait',
  COMPUTATION: 'code that runs without a pause',
  GARBAGE_COLLECTION: 'garbage collection',
  JSON: 'JSON',
  MICROTASKS: 'promise jobs that add others',
  NEXT_TICKS: 'process.nextTick callbacks that add others',
  RECURSION: 'deep recursion',
  REGULAR_EXPRESSION: 'a regular expression',
  SYNCHRONOUS_CALL: 'a synchronous call',
};

if (process.argv[2] === 'blocks') blockInTurn(Number(process.argv[3]), process.argv.slice(4));
else main();

function blockInTurn(blockMs, files) {
  globalThis.blockMs = blockMs;
  function next() {
    const file = files.shift();
    if (file === undefined) return;
    require(file);
    setTimeout(() => setTimeout(next, 100), 60); // after the block
  }
  // The watch begins when the program has been idle, and its first report loads classes.
  setTimeout(() => {
    const end = Date.now() + WARM_UP_MS;
    while (Date.now() < end);
    setTimeout(next, 100);
  }, 300);
}

function expectation(file) {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  const [, name, other, detail] = /^\/\/ cause: (\w+)(?: or (\w+))? ?(.*)$/.exec(lines[0]);
  const isExpected = (line) => /\/\/ (?:here|near)/.test(line);
  const numbers = lines.flatMap((line, i) => (isExpected(line) ? [i + 1] : []));
  const causes = [name, other ?? name].map((one) => `${WORDS[one]}${detail && `: ${detail}`}`);
  return { causes, numbers, isNear: lines.some((line) => line.includes('// near')) };
}

// What is wrong about a report; undefined if nothing is.
function wrongOf(file, report) {
  const [, elapsed, unit] = /been running for (\d+) (ms|s)/.exec(report);
  if (unit === 's' || elapsed > MAX_REPORT_MS) return `after ${elapsed} ${unit}`;
  const { causes, numbers, isNear } = expectation(file);
  const seen = /^ {2}cause: (.*)$/m.exec(report)[1].replace(/^too little CPU.*; meanwhile: /, '');
  if (!causes.some((cause) => seen.startsWith(cause))) return `cause: ${seen}`;
  const place = new RegExp(`^  where: .*${path.basename(file)}:(\\d+)`, 'm').exec(report);
  if (place === null) return 'no place';
  const line = Number(place[1]);
  const isRight = isNear ? line >= numbers[0] - 6 && line <= numbers.at(-1) + 6 : numbers.includes(line);
  return isRight ? undefined : `line ${line}`;
}

// The file may have been slow to load, which is reported too.
function complaint(file, errors) {
  const reports = errors.split(/^gyre: the event loop/m).filter((text) => /^ .*is blocked/.test(text));
  const wrong = reports.filter((text) => text.includes(`${path.basename(file)}:`)).map((text) => wrongOf(file, text));
  return wrong.includes(undefined) ? undefined : `${wrong.join(' or ') || 'no report'}`;
}

async function run(files, blockMs) {
  const options = ['--no-regexp-guard', `--block-warn=${WARN_MS}`];
  const child = spawn(process.execPath, [...options, __filename, 'blocks', String(blockMs), ...files]);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => { errors += text; });
  child.stdout.resume();
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.strictEqual(code, 0, errors);
  return errors;
}

async function main() {
  let left = fs.readdirSync(FOLDER).filter((name) => name.endsWith('.js')).map((name) => path.join(FOLDER, name));
  assert.strictEqual(left.length, 20);
  for (let round = 1; left.length > 0; round++) {
    const errors = await run(left, BLOCK_MS * 2 ** (round - 1));
    const wrong = left.map((file) => [file, complaint(file, errors)]).filter(([, what]) => what !== undefined);
    if (wrong.length > 0 && round === ROUNDS) assert.fail(`${wrong.map(([file, what]) => `${path.basename(file)}: ${what}`).join('\n')}\n${errors}`);
    left = wrong.map(([file]) => file);
    if (process.env.SHOW) console.error(`round ${round}: ${wrong.map(([file, what]) => `${path.basename(file)}: ${what}`).join('; ')}`);
  }
  console.log('ok');
}
