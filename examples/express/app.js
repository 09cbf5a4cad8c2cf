// A web application with Express: npm install, then gyre app.js [port]
const path = require('node:path');
const express = require('express');

const notes = ['Try POST /notes with {"text": "…"}'];

const app = express();
app.set('view engine', 'ejs');
app.set('views', path.join(__dirname, 'views'));
app.use(express.static(path.join(__dirname, 'public')));
app.use(express.json());

app.get('/', (req, res) => res.render('notes', { notes }));
app.get('/notes', (req, res) => res.json(notes));
app.get('/notes/:index', (req, res, next) => {
  const note = notes[req.params.index];
  if (note === undefined) next(); // on to "not found"
  else res.json(note);
});
app.post('/notes', (req, res) => {
  if (typeof req.body?.text !== 'string') throw Object.assign(new Error('A note has a text.'), { status: 400 });
  res.status(201).json({ index: notes.push(req.body.text) - 1 });
});

app.use((req, res) => res.status(404).json({ error: `There is nothing at ${req.path}.` }));
app.use((error, req, res, next) => res.status(error.status ?? 500).json({ error: error.message }));

const server = app.listen(Number(process.argv[2] ?? 8080), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
