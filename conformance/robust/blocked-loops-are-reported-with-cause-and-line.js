'use strict';

// Every file of conformance/blocks blocks the loop in its own way. Each is reported while it runs, with the cause and the line
// that stand in the file, before it has run for two seconds; /healthz of the dashboard answers all the time. A block ends when
// its report has come, so a busy machine makes it longer, and not unseen.
//
//   main process                          child                           thread of the child
//   reads the reports of the child  <──   runs one block after the other
//   writes the file's number        ──────────────────────────────────>   sets the word that ends that block
//
// A pool that is full is reported in the-pool-says-what-holds-its-threads.js, a process without CPU in
// a-loop-without-cpu-is-told-apart-from-a-busy-one.js.

const assert = require('assert');
const fs = require('fs');
const http = require('http');
const path = require('path');
const { spawn } = require('child_process');
const { Worker } = require('worker_threads');

const FOLDER = path.join(__dirname, '../blocks');
const WARN_MS = 50;
const WARM_UP_MS = 200;
const FIXED_MS = 400; // where a block can't be ended
const ROUNDS = 3;
const MAX_REPORT_MS = 2000;
const MAX_BLOCK_MS = 20_000;

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

if (process.argv[2] === 'blocks') blockInTurn(process.argv.slice(3));
else main();

function blockInTurn(files) {
  const words = new Int32Array(new SharedArrayBuffer(8)); // whether the block is over; the number of its file
  new Worker(`const { workerData: words } = require('worker_threads');
    for (const byte = Buffer.alloc(1); require('fs').readSync(3, byte, 0, 1) === 1;) {
      if (byte[0] !== Atomics.load(words, 1)) continue;
      Atomics.store(words, 0, 1);
      Atomics.notify(words, 0);
    }`, { eval: true, workerData: words, execArgv: ['--block-warn=0'] });
  globalThis.blockMs = FIXED_MS;
  globalThis.overWord = words;
  globalThis.isOver = Atomics.load.bind(Atomics, words, 0); // a function of V8's: reports name the caller
  let number = 0;
  function next() {
    if (number === files.length) return;
    Atomics.store(words, 0, 0);
    Atomics.store(words, 1, ++number);
    require(files[number - 1]);
    setTimeout(() => setTimeout(next, 10), 40); // after the block
  }
  // The watch begins when the program has been idle, and its first report loads classes.
  setTimeout(() => {
    const end = Date.now() + WARM_UP_MS;
    while (Date.now() < end);
    setTimeout(next, 10);
  }, 200);
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

const reportsOf = (file, errors) => errors.split(/^(?=gyre: the event loop)/m)
  .filter((text) => /^gyre: .*is blocked/.test(text) && text.includes(`${path.basename(file)}:`) && text.endsWith('\n'));

// The file may have been slow to load, which is reported too.
function complaint(file, errors) {
  const wrong = reportsOf(file, errors).map((text) => wrongOf(file, text));
  return wrong.includes(undefined) ? undefined : `${wrong.join(' or ') || 'no report'}`;
}

// How long /healthz takes, again and again.
async function poll(url, child, delaysMs) {
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  while (isAlive()) {
    const begin = performance.now();
    await new Promise((resolve) => http.get(`${url}/healthz`, (answer) => answer.resume().on('close', resolve)).on('error', resolve));
    if (isAlive()) delaysMs.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function run(files, delaysMs) {
  const options = ['--no-regexp-guard', `--block-warn=${WARN_MS}`, '--dashboard=0'];
  const child = spawn(process.execPath, [...options, __filename, 'blocks', ...files], { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  let errors = '';
  const waiting = new Map(files.map((file, i) => [file, i + 1]));
  let stuck = setTimeout(() => child.kill('SIGKILL'), MAX_BLOCK_MS);
  child.stderr.setEncoding('utf8').on('data', (text) => {
    const url = errors === '' && /Dashboard: (http:\S+)\//.exec(text)?.[1];
    if (url) poll(url, child, delaysMs);
    errors += text;
    for (const [file, number] of waiting) {
      if (reportsOf(file, errors).length === 0) continue;
      waiting.delete(file);
      child.stdio[3].write(Buffer.of(number));
      clearTimeout(stuck);
      stuck = setTimeout(() => child.kill('SIGKILL'), MAX_BLOCK_MS);
      if (number === files.length) child.stdio[3].end(); // its reader ends
    }
  });
  const [code] = await new Promise((resolve) => child.on('close', (...how) => resolve(how)));
  clearTimeout(stuck);
  assert.ok(code === 0 || code === null, errors);
  return errors;
}

async function main() {
  let left = fs.readdirSync(FOLDER).filter((name) => name.endsWith('.js')).map((name) => path.join(FOLDER, name));
  assert.strictEqual(left.length, 20);
  const delaysMs = [];
  for (let round = 1; left.length > 0; round++) {
    const errors = await run(left, delaysMs);
    const wrong = left.map((file) => [file, complaint(file, errors)]).filter(([, what]) => what !== undefined);
    if (wrong.length > 0 && round === ROUNDS) assert.fail(`${wrong.map(([file, what]) => `${path.basename(file)}: ${what}`).join('\n')}\n${errors}`);
    left = wrong.map(([file]) => file);
    if (process.env.SHOW) console.error(`round ${round}: ${wrong.map(([file, what]) => `${path.basename(file)}: ${what}`).join('; ')}`);
  }
  delaysMs.sort((a, b) => a - b);
  const at = (share) => Math.round(delaysMs[Math.floor(delaysMs.length * share)]);
  if (process.env.SHOW) console.error(`healthz: ${delaysMs.length} times, median ${at(0.5)} ms, 90 % ${at(0.9)} ms, longest ${at(0.9999)} ms`);
  assert.ok(at(0.5) < 100, `half of the answers of /healthz took ${at(0.5)} ms and more`);
  console.log('ok');
}
