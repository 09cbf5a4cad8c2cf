'use strict';

// Operations of SQLite that wait for JavaScript: they end with their worker or process, refuse what would free memory under
// them, and nest.

const assert = require('assert');
const { spawnSync } = require('child_process');
const { DatabaseSync } = require('node:sqlite');
const { Worker, isMainThread, parentPort } = require('worker_threads');

function makeDatabase() {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (3)');
  return db;
}

if (!isMainThread) {
  const db = makeDatabase();
  db.function('stuck', () => {
    parentPort.postMessage('inside');
    for (;;);
  });
  db.aggregate('listed', { start: () => [], step: (list, x) => [...list, x], result: (list) => list.join() });
  db.prepare('SELECT stuck() + listed(x) FROM t').get();
} else {
  const db = makeDatabase();
  let depth = 0;
  db.function('deep', (x) => (++depth < 40 ? db.prepare('SELECT deep(?) + 1 AS d').get(x).d : x));
  assert.strictEqual(db.prepare('SELECT deep(0) AS d').get().d, 39);

  let again;
  const refused = [];
  db.function('again', () => {
    for (const attempt of [() => again.get(), () => again.all(), () => again.close(), () => db.close(), () => [...again.iterate()]]) {
      assert.throws(attempt, { code: 'ERR_INVALID_STATE' });
      refused.push(attempt);
    }
    return 1;
  });
  again = db.prepare('SELECT again() AS a');
  assert.strictEqual(again.get().a, 1);
  assert.strictEqual(refused.length, 5);

  // An iteration that is left in the middle of an aggregate's rows, and one that throws.
  db.function('third', (x) => { if (x === 3) throw new Error('third'); return x; });
  const rows = db.prepare('SELECT third(x) AS x FROM t').iterate();
  assert.strictEqual(rows.next().value.x, 1);
  rows.return();
  assert.throws(() => [...db.prepare('SELECT third(x) AS x FROM t').iterate()], { message: 'third' });

  // Many calls, and databases that nobody closes.
  db.function('plus', (x) => x + 1);
  const plus = db.prepare('SELECT plus(?) AS p');
  for (let i = 0; i < 5000; i++) assert.strictEqual(plus.get(i).p, i + 1);
  for (let i = 0; i < 50; i++) {
    const lost = makeDatabase();
    lost.function('f', () => i);
    lost.prepare('SELECT f() AS f').get();
  }

  const exits = 'const { DatabaseSync } = require("node:sqlite"); const db = new DatabaseSync(":memory:");' +
    'db.function("ends", () => process.exit(7)); db.prepare("SELECT ends()").get();';
  assert.strictEqual(spawnSync(process.execPath, ['-e', exits]).status, 7);

  const worker = new Worker(__filename);
  worker.on('message', () => worker.terminate());
  worker.on('exit', () => {
    db.close();
    console.log('ok');
  });
}
