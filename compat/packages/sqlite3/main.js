const sqlite3 = require('sqlite3').verbose();
const fs = require('fs'), path = require('path'), os = require('os');
const file = path.join(os.tmpdir(), `sq-${process.pid}.db`);
const db = new sqlite3.Database(file);
const traced = []; // by another thread: in no fixed order beside the callbacks
const trace = (sql) => traced.push(sql);
db.on('trace', trace);
db.on('open', () => console.log('open'));
db.on('close', () => console.log('closed event'));
db.serialize(() => {
  db.run('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, n REAL, b BLOB)');
  const s = db.prepare('INSERT INTO t (name, n, b) VALUES (?, ?, ?)');
  for (let i = 0; i < 20; i++) s.run(`name ${i} ü€😀`, i / 3, Buffer.from([i, 255, 0]));
  s.finalize((e) => console.log('finalized', e));
  db.run('INSERT INTO t (name) VALUES ($n)', { $n: 'named' }, function(e) { console.log(e, this.lastID, this.changes); });
  db.all('SELECT * FROM t WHERE id < 4', (e, rows) => console.log(e, rows));
  db.get('SELECT count(*) AS c, sum(n) AS s FROM t', (e, row) => console.log(e, row));
  db.each('SELECT id, name FROM t', (e, row) => { if (row.id % 7 === 0) console.log(row); }, (e, n) => console.log('each done', e, n));
  db.run('SELEKT', (e) => console.log(e.message, e.code, e.errno));
  db.run('INSERT INTO t (id) VALUES (1)', (e) => console.log(e.message, e.code));
  db.exec('BEGIN; DELETE FROM t WHERE id > 10; COMMIT', (e) => console.log('exec', e));
  db.get('SELECT count(*) AS c FROM t', (e, row) => console.log(row));
});
db.wait(() => {
  db.removeListener('trace', trace);
});
db.parallelize(() => {
  let left = 50;
  for (let i = 0; i < 50; i++) db.get('SELECT ? AS i', i, (e, r) => { if (--left === 0) console.log('parallel done'); });
});
db.wait(() => {
  const st = db.prepare('SELECT * FROM t WHERE id = ?');
  st.get(2, (e, r) => { console.log(r.name, r.b);
    st.reset(() => st.all(3, (e, r) => { console.log(r);
      st.finalize();
      db.loadExtension('/nonexistent', (e) => { console.log(e.code);
        db.close((e) => { console.log('close', e); fs.unlinkSync(file); console.log(traced.filter((sql) => sql.startsWith('INSERT INTO t (name, n, b)')).sort());
          db.run('SELECT 1', (e) => { console.log(e.message, e.code); others(); }); }); });
    }));
  });
});
try { new sqlite3.Database(); } catch (e) { console.log(e.message); }

// One after the other: each has a thread of its own.
function others() {
  new sqlite3.Database('/nonexistent/x.db', (error) => {
    console.log(error.message, error.code, error.errno);
    const memory = new sqlite3.Database(':memory:', (e) => console.log('memory', e));
    memory.configure('busyTimeout', 1000);
    memory.wait(() => memory.close((e) => console.log('memory is closed', e)));
  });
}
