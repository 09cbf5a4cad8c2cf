'use strict';

// An answered request ends in a few ticks. Nobody may listen; who begins to in one of them hears of the rest.

const http = require('http');

const flags = (req, res) => [
  req.complete, req.destroyed, req.closed, req.readableEnded, req.readableFlowing, req.readable, req.aborted,
  res.writableEnded, res.writableFinished, res.destroyed, res.closed, res.socket === null,
].map(Number).join('');

const listen = (say, req, res) => {
  for (const name of ['end', 'close', 'resume']) req.on(name, () => say(`req ${name} ${flags(req, res)}`));
  for (const name of ['finish', 'close']) res.on(name, () => say(`res ${name} ${flags(req, res)}`));
};

const cases = {
  nobody() {},
  'in the handler': listen,
  'a tick later': (say, req, res) => process.nextTick(listen, say, req, res),
  'two ticks later': (say, req, res) => process.nextTick(process.nextTick, listen, say, req, res),
  'in a microtask': (say, req, res) => queueMicrotask(() => listen(say, req, res)),
  'on finish': (say, req, res) => res.on('finish', () => listen(say, req, res)),
  'on close': (say, req, res) => res.on('close', () => listen(say, req, res)),
  'on end': (say, req, res) => req.on('end', () => listen(say, req, res)),
};

function run(name, answer, done) {
  const log = [];
  const server = http.createServer((req, res) => {
    const say = (line) => log.push(line);
    if (answer === 'last') cases[name](say, req, res);
    if (answer === 'callback') res.end('x', () => cases[name](say, req, res));
    else res.end('x');
    if (answer === 'first') cases[name](say, req, res);
    say(`handled ${flags(req, res)}`);
    process.nextTick(() => say(`tick ${flags(req, res)}`));
    Promise.resolve().then(() => say(`microtask ${flags(req, res)}`));
    setImmediate(() => say(`immediate ${flags(req, res)}`));
  }).listen(0, () => {
    http.get({ port: server.address().port, agent: false }, (res) => {
      res.resume().on('end', () => server.close(() => {
        console.log(`${name}, ${answer}\n  ${log.join('\n  ')}`);
        done();
      }));
    });
  });
}

const all = Object.keys(cases).flatMap((name) => ['first', 'last', 'callback'].map((answer) => [name, answer]));
(function next() {
  const one = all.shift();
  if (one !== undefined) run(...one, next);
})();
