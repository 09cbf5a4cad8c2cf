'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { DatabaseSync, backup } = require('node:sqlite');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-sqlite-'));
const file = (name) => path.join(folder, name);
const attempt = (what, f) => {
  try { console.log(what, f()); } catch (e) { console.log(what, e.name, e.code, e.message); }
};
(async () => {
  const db = new DatabaseSync(file('a.db'));
  console.log(path.basename(db.location()));
  db.exec('CREATE TABLE t(x TEXT)');
  const insert = db.prepare('INSERT INTO t VALUES (?)');
  db.exec('BEGIN');
  for (let i = 0; i < 500; i++) insert.run('x'.repeat(1000));
  db.exec('COMMIT');
  let steps = 0;
  const pages = await backup(db, file('b.db'), { rate: 50, progress: ({ totalPages, remainingPages }) => {
    if (remainingPages < totalPages) steps++;
  } });
  console.log(pages > 100, steps > 1);
  const copy = new DatabaseSync(file('b.db'), { readOnly: true });
  console.log(copy.prepare('SELECT count(*) AS n, sum(length(x)) AS s FROM t').get());
  attempt('read only', () => copy.exec('DELETE FROM t'));
  const bytes = copy.serialize();
  console.log(bytes.constructor.name, bytes.length === pages * 4096, Buffer.from(bytes.subarray(0, 15)).toString());
  const clone = new DatabaseSync(':memory:');
  const before = clone.prepare('SELECT 1');
  clone.deserialize(bytes);
  attempt('a statement of before', () => before.get());
  console.log(clone.prepare('SELECT count(*) AS n FROM t').get(), clone.exec('DELETE FROM t'), clone.location());
  attempt('nothing', () => clone.deserialize(new Uint8Array()));
  const other = new DatabaseSync(file('a.db'), { timeout: 10 });
  db.exec('BEGIN IMMEDIATE');
  attempt('busy', () => other.exec('BEGIN IMMEDIATE'));
  await backup(db, folder).catch((e) => console.log(e.code, e.message, e.errcode));
  db.exec('ROLLBACK');
  console.log(db.prepare('PRAGMA journal_mode = WAL').get(), fs.existsSync(file('a.db-wal')));
  for (const each of [db, copy, clone, other]) each.close();
  attempt('missing', () => new DatabaseSync(file('none.db'), { readOnly: true }));
  fs.rmSync(folder, { recursive: true });
})();
