'use strict';

// A server whose callbacks are short, under load and with much garbage: a report on a blocked loop would be a false alarm.
//
//   gyre bench/watch/false-alarms.js [seconds] [connections]       Express is used if it can be found
//
// Prints how many requests were answered, how long the longest took, and how many reports there were.

const { spawn } = require('node:child_process');
const http = require('node:http');

const SECONDS = Number(process.argv[2] ?? 60);
const CONNECTIONS = Number(process.argv[3] ?? 32);

if (process.argv[4] === 'server') serve();
else main();

function serve() {
  const cache = new Map();
  let count = 0;
  const answer = (req, res) => {
    // Some survive, and are replaced later: work for both generations.
    for (let i = 0; i < 200; i++) cache.set((count + i) % 200_000, { count, url: req.url, list: new Array(10).fill(i) });
    count += 200;
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ url: req.url, count, list: Array.from({ length: 100 }, (_, i) => ({ i })) }));
  };
  let listener = answer;
  try {
    const express = require('express');
    listener = express().use(express.json()).get('/{*any}', answer);
  } catch {
    // without
  }
  const server = http.createServer(listener).listen(0, '127.0.0.1', () => {
    console.log(`${server.address().port} ${listener === answer ? 'plain' : 'express'}`);
  });
}

function main() {
  const child = spawn(process.execPath, [__filename, String(SECONDS), String(CONNECTIONS), 'server'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => { errors += text; });
  child.stdout.setEncoding('utf8').once('data', (text) => {
    const [port, kind] = text.trim().split(' ');
    load(Number(port), (requests, longestMs) => {
      child.kill();
      const reports = errors.split('\n').filter((line) => line.includes('is blocked')).length;
      console.log(`${kind}: ${requests} requests in ${SECONDS} s, the longest ${longestMs} ms, ${reports} reports`);
      if (reports > 0) console.log(errors);
    });
  });
}

function load(port, done) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const end = Date.now() + SECONDS * 1000;
  let requests = 0;
  let longestMs = 0;
  let left = CONNECTIONS;
  const next = () => {
    if (Date.now() >= end) {
      if (--left === 0) {
        agent.destroy();
        done(requests, longestMs);
      }
      return;
    }
    const began = Date.now();
    http.get({ port, agent, host: '127.0.0.1', path: `/items/${requests}` }, (res) => {
      res.resume().on('end', () => {
        requests++;
        longestMs = Math.max(longestMs, Date.now() - began);
        next();
      });
    });
  };
  for (let i = 0; i < CONNECTIONS; i++) next();
}
