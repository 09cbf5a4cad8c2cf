'use strict';

// A server whose callbacks are short, under load and with much garbage: a report on a blocked loop would be a false alarm.
//
//   gyre bench/watch/false-alarms.js [seconds] [connections] [pause ms]       Express is used if it can be found
//   WARN_MS=100 gyre bench/watch/false-alarms.js 600 32 20                    a stricter limit: more of an hour in less time
//
// Each connection pauses between its requests, so that the rate is moderate. Prints how many requests were answered, how long the
// longest took, how long the loop was held at most as the loop itself saw it, and how many reports there were. A report is a false
// alarm if its callback was not held for the limit; one that says that there was too little CPU is told separately.

const { spawn } = require('node:child_process');
const http = require('node:http');

const SECONDS = Number(process.argv[2] ?? 60);
const CONNECTIONS = Number(process.argv[3] ?? 32);

const PAUSE_MS = Number(process.argv[4] ?? 0);
const WARN_MS = process.env.WARN_MS ?? '500';

if (process.argv[5] === 'server') serve();
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
  const delay = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  process.on('SIGTERM', () => {
    console.log(`${Math.round(delay.max / 1e6)}`);
    process.exit();
  });
}

function main() {
  const args = [`--block-warn=${WARN_MS}`, __filename, String(SECONDS), String(CONNECTIONS), '0', 'server'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => { errors += text; });
  child.stdout.setEncoding('utf8').once('data', (text) => {
    const [port, kind] = text.trim().split(' ');
    load(Number(port), (requests, longestMs) => {
      child.kill();
      child.stdout.once('data', (longestDelayMs) => {
        const reports = errors.split('\n').filter((line) => line.includes('is blocked')).length;
        const starved = errors.split('cause: too little CPU').length - 1;
        console.log(`${kind}: ${requests} requests in ${SECONDS} s, the longest ${longestMs} ms; the loop was late by ` +
          `${longestDelayMs.trim()} ms at most; ${reports} reports, ${starved} of them for too little CPU`);
        if (reports > 0) console.log(errors);
      });
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
        if (PAUSE_MS > 0) setTimeout(next, PAUSE_MS);
        else next();
      });
    });
  };
  for (let i = 0; i < CONNECTIONS; i++) next();
}
