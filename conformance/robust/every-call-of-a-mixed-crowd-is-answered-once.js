'use strict';
// Thousands of calls at once, of many kinds: each calls back once, with what it asked for, also when callbacks throw,
// and however immediates, timers, ticks and calls that wait come in between.
const fs = require('fs');
const os = require('os');
const path = require('path');

const FILES = 100;
const BEGIN = 1000;
const ROUNDS = 4;

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'crowd-'));
const fileOf = (i) => path.join(root, `file-${i}`);
const textOf = (i) => `x${i};`.repeat(1 + (i * 31) % 900);
for (let i = 0; i < FILES; i++) fs.writeFileSync(fileOf(i), textOf(i));

const counts = { asked: 0, answered: 0, toThrow: 0, thrown: 0 };
process.on('uncaughtException', (error) => {
  if (error.message !== 'planned') throw error;
  counts.thrown++;
});

function must(condition, what) {
  if (!condition) throw new Error(what);
}

let state = 7;
function pick(n) {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) % n;
}

function ask(rounds) {
  counts.asked++;
  const i = pick(FILES);
  const file = fileOf(i);
  let isAnswered = false;
  const then = (later) => {
    must(!isAnswered, 'answered twice');
    isAnswered = true;
    counts.answered++;
    if (rounds > 1) later(() => ask(rounds - 1));
  };
  const kinds = [
    () => fs.readFile(file, (error, bytes) => {
      must(!error && bytes.latin1Slice() === textOf(i), 'other bytes');
      then((next) => next());
    }),
    () => fs.stat(file, (error, { size }) => {
      must(size === textOf(i).length, 'other size');
      then(process.nextTick);
    }),
    () => fs.readFile(`${file}-not`, (error) => {
      must(error.code === 'ENOENT' && error.path === `${file}-not`, 'other error');
      then(setImmediate);
    }),
    () => fs.promises.readFile(file, 'latin1').then((text) => {
      must(text === textOf(i), 'other text');
      then(queueMicrotask);
    }),
    () => {
      counts.toThrow++;
      fs.access(file, (error) => {
        must(error === null, 'no access');
        then((next) => next());
        throw new Error('planned');
      });
    },
    () => fs.writeFile(`${file}-${counts.asked}`, 'new', (error) => {
      must(error === null, 'not written');
      then((next) => setTimeout(next, pick(3)));
    }),
    () => {
      must(fs.statSync(file).size === textOf(i).length, 'other size at once');
      fs.open(file, (error, fd) => fs.fstat(fd, (_, { size }) => fs.close(fd, () => {
        must(size === textOf(i).length, 'other size of what is open');
        then((next) => next());
      })));
    },
  ];
  kinds[pick(kinds.length)]();
}

for (let i = 0; i < BEGIN; i++) ask(ROUNDS);
process.on('exit', () => {
  fs.rmSync(root, { recursive: true });
  const { asked, answered, toThrow, thrown } = counts;
  const isRight = asked === BEGIN * ROUNDS && answered === asked && thrown === toThrow;
  console.log(isRight ? 'ok' : `not ok: ${JSON.stringify(counts)}`);
});
