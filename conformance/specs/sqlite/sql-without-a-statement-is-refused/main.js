'use strict';
const { DatabaseSync } = require('node:sqlite');

const db = new DatabaseSync(':memory:');
const store = db.createTagStore();
for (const make of [() => db.prepare(''), () => db.prepare(' ;'), () => db.prepare('-- comment'), () => db.prepare('/* comment */;'), () => store.all``]) {
  try {
    console.log(make());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
console.log(db.exec(''), db.exec('-- comment'), db.prepare('/* comment */ SELECT 1 AS one').get());
