// Workers are made ahead, as many as the machine has cores, and take requests in turn.
const path = require('node:path');
const { Pool } = require('gyre:pool');

const pool = new Pool(path.join(__dirname, 'sum.js'));
require('./serve.js')((n) => pool.run(n));
