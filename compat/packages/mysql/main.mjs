import { setTimeout as pause } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import callbacks from 'mysql2';
import knexOf from 'knex';
import { DataTypes, Sequelize } from 'sequelize';

const socketPath = process.env.SOCKET;
for (let attempt = 0; ; attempt++) {
  try {
    const first = await mysql.createConnection({ socketPath, user: 'root' });
    await first.query('create database trial character set utf8mb4');
    await first.end();
    break;
  } catch (error) {
    if (attempt === 300) throw error;
    await pause(100);
  }
}
const pool = mysql.createPool({ socketPath, user: 'root', database: 'trial', connectionLimit: 4, timezone: 'Z' });
await pool.query('create table t (id int primary key, name text, at datetime, amount decimal(10,2), big bigint, raw blob)');
await pool.execute('insert into t values (?, ?, ?, ?, ?, ?)', [1, 'ä€😀', new Date(0), '12.50', 2n ** 60n, Buffer.from('raw')]);
const [rows, fields] = await pool.execute({ sql: 'select * from t', supportBigNumbers: true, bigNumberStrings: true });
console.log(rows, fields.map((field) => field.name));
const numbers = await Promise.all(Array.from({ length: 50 }, (_, i) => pool.execute('select ? + 0 as n', [i])));
console.log(numbers.map(([[row]]) => row.n).join());
await pool.query('select none').catch((error) => console.log(error.code, error.errno, error.sqlState));
const connection = await pool.getConnection();
await connection.beginTransaction();
await connection.query("insert into t (id, name) values (2, 'gone')");
await connection.rollback();
console.log((await connection.query('select count(*) as n from t'))[0]);
connection.release();
const long = 'x'.repeat(3_000_000);
console.log((await pool.query('select length(?) as n', [long]))[0]);
await pool.end();

const plain = callbacks.createConnection({ socketPath, user: 'root', database: 'trial' });
let sum = 0;
for await (const row of plain.query('select seq as n from seq_1_to_5000').stream()) sum += row.n;
console.log(sum);
plain.end();

const knex = knexOf({ client: 'mysql2', connection: { socketPath, user: 'root', database: 'trial' } });
await knex('t').insert({ id: 3, name: 'c' });
console.log(await knex('t').whereIn('id', [1, 3]).orderBy('id').select('id', 'name'));
await knex.destroy();

const sequelize = new Sequelize('trial', 'root', '', { dialect: 'mysql', dialectOptions: { socketPath }, logging: false });
const Person = sequelize.define('Person', { name: DataTypes.STRING, tags: DataTypes.JSON }, { timestamps: false });
await sequelize.sync();
await Person.bulkCreate([{ name: 'Ada', tags: ['a'] }, { name: 'Bob', tags: [] }]);
console.log((await Person.findAll({ order: ['name'], raw: true })).map((person) => person.name), await Person.count());
await sequelize.close();
