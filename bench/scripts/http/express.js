// Express as its guide begins.
const http = require('node:http');
const express = require('express');

const app = express();
app.get('/', (req, res) => res.send('hello'));
require('./ready')(http.createServer(app));
