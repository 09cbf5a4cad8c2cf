'use strict';
const { DatabaseSync, constants } = require('node:sqlite');
const attempt = (what, f) => {
  try { console.log(what, f()); } catch (e) { console.log(what, e.name, e.code, e.message); }
};
const db = new DatabaseSync(':memory:');
const get = (sql, ...args) => db.prepare(sql).get(...args);
db.exec('CREATE TABLE t(x INTEGER); INSERT INTO t VALUES (1), (2), (3), (4)');
db.function('twice', (x) => x * 2);
db.function('kinds', { varargs: true }, (...args) => args.map((a) => a === null ? 'null' : typeof a).join());
db.function('big', { useBigIntArguments: true }, (x) => x + 1n);
db.function('bytes', (b) => new Uint8Array([...b].reverse()));
console.log(get('SELECT twice(21) AS a, kinds(1, 1.5, \'x\', x\'00\', NULL) AS b, big(9007199254740993) > 9007199254740993 AS c, bytes(x\'010203\') AS d'));
db.function('nested', (x) => get('SELECT twice(?) + sum(x) AS s FROM t', x).s);
console.log(get('SELECT nested(x) AS n FROM t ORDER BY x DESC'));
const thrown = new Error('mine');
db.function('throws', () => { throw thrown; });
try { get('SELECT throws()'); } catch (e) { console.log(e === thrown); }
db.function('later', async () => 1);
attempt('promise', () => get('SELECT later()'));
db.function('odd', () => ({}));
attempt('object', () => get('SELECT odd()'));
attempt('count', () => get('SELECT twice(1, 2)'));
attempt('large', () => get('SELECT twice(9007199254740993)'));
db.function('closes', () => { attempt('close', () => db.close()); return 1; });
console.log(get('SELECT closes() AS c'));
attempt('still open', () => get('SELECT twice(1) AS t'));

db.aggregate('total_of', { start: 0, step: (sum, x) => sum + x });
db.aggregate('listed', { start: () => [], step: (list, x) => [...list, x], result: (list) => list.join('+') });
db.aggregate('moving', { start: 0, step: (sum, x) => sum + x, inverse: (sum, x) => sum - x, result: (sum) => sum });
console.log(get('SELECT total_of(x) AS a, listed(x) AS b FROM t'), get('SELECT listed(x) AS none FROM t WHERE x > 9'));
console.log(db.prepare('SELECT moving(x) OVER (ORDER BY x ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS m FROM t').all());
db.aggregate('fails', { start: 0, step: () => { throw thrown; } });
try { get('SELECT fails(x) FROM t'); } catch (e) { console.log(e === thrown); }
attempt('options', () => db.aggregate('x', { step() {} }));

const asked = [];
db.setAuthorizer((action, a, b, database, trigger) => {
  asked.push([action, a, b, database, trigger]);
  return action === constants.SQLITE_DROP_TABLE ? constants.SQLITE_DENY :
    a === 't' && b === 'x' ? constants.SQLITE_IGNORE : constants.SQLITE_OK;
});
console.log(get('SELECT x FROM t'), asked);
attempt('denied', () => db.exec('DROP TABLE t'));
db.setAuthorizer(() => 'no');
attempt('wrong type', () => get('SELECT 1'));
db.setAuthorizer(() => 9);
attempt('wrong code', () => get('SELECT 1'));
db.setAuthorizer(null);
console.log(get('SELECT x FROM t'));
db.close();
