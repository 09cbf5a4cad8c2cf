'use strict';

// The examples with packages start, answer and log.

const { spawn } = require('node:child_process');
const { once } = require('node:events');
const path = require('node:path');
const readline = require('node:readline');
const { json, request, show } = require('../request');

async function start(name) {
  const app = path.join(__dirname, '..', '..', '..', 'examples', name, 'app.js');
  const child = spawn(process.execPath, [app, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = [];
  const output = readline.createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  await once(output, 'line');
  return { child, lines, port: Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(lines[0])[1]) };
}

async function stop({ child }) {
  child.kill();
  console.log('ended', ...await once(child, 'close'));
}

(async () => {
  const express = await start('express');
  await show(express.port, '/');
  await show(express.port, '/notes', json({ text: 'hello <b>' }));
  await show(express.port, '/notes', json({ no: 'text' }));
  for (const name of ['/notes', '/notes/1', '/notes/9', '/']) await show(express.port, name);
  const { headers, body } = await request(express.port, '/style.css');
  console.log(headers['content-type'], body.length > 0);
  await stop(express);

  const fastify = await start('fastify');
  await show(fastify.port, '/cities/Bern', json({ celsius: 21.5, more: 1 }, 'PUT'));
  await show(fastify.port, '/cities/Nowhere', json({ celsius: -300 }, 'PUT'));
  await show(fastify.port, '/cities');
  // The client can have its answer before the server says that it is done.
  const isDone = () => fastify.lines.filter((line) => line.includes('request completed')).length === 3;
  while (!isDone()) await new Promise(setImmediate);
  await stop(fastify);
  const log = fastify.lines.map((line) => JSON.parse(line));
  for (const lines of Object.values(Object.groupBy(log, ({ reqId }) => reqId))) {
    for (const { level, msg, reqId, res } of lines) console.log(level, msg.replace(/:\d+$/, ''), reqId, res);
  }
})();
