'use strict';

// Starts the program that is to be debugged, as a child that waits for a debugger.

const { ArrayPrototypeUnshift, DateNow, Number, Promise, RegExpPrototypeExec, copyList } = require('internal/primordials');
const { spawn } = require('child_process');
const net = require('net');
const { setTimeout: delay } = require('timers/promises');

const { codes: { ERR_DEBUGGER_STARTUP_ERROR } } = require('internal/errors');

const RETRY_MS = 150;
const FREE_LIMIT_MS = 3000;
const LISTENING = /Debugger listening on ws:\/\/\[?(.+?)\]?:(\d+)\//;

function isRefused(host, port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, host);
    socket.on('error', (error) => resolve(error.code === 'ECONNREFUSED'));
    socket.on('connect', () => {
      socket.end();
      resolve(false);
    });
  });
}

// A program that was ended a moment ago may still listen.
async function untilFree(host, port) {
  if (port === 0) return;
  const endMs = DateNow() + FREE_LIMIT_MS;
  for (;;) {
    if (await isRefused(host, port)) return;
    if (DateNow() >= endMs) {
      throw new ERR_DEBUGGER_STARTUP_ERROR(`Timeout (${FREE_LIMIT_MS}) waiting for ${host}:${port} to be free`);
    }
    await delay(RETRY_MS);
  }
}

// Returns child, port and host when the child listens. `onOutput(text, 'stdout' | 'stderr')` gets all that it writes.
async function launch(words, { host, port, isPortKnownFree = false }, onOutput) {
  if (!isPortKnownFree) await untilFree(host, port);
  const all = copyList(words);
  ArrayPrototypeUnshift(all, `--inspect-brk=${port}`);
  const child = spawn(process.execPath, all);
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  child.stdout.on('data', (text) => onOutput(text, 'stdout'));
  child.stderr.on('data', (text) => onOutput(text, 'stderr'));
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (message) => {
      const error = new ERR_DEBUGGER_STARTUP_ERROR(message);
      error.childStderr = said;
      reject(error);
    };
    const onExit = (code, signal) => {
      fail(`Target exited before the inspector was ready (${signal === null ? `code ${code}` : signal})`);
    };
    const onError = (error) => fail(error.message);
    const onText = (text) => {
      said += text;
      const found = RegExpPrototypeExec(LISTENING, said);
      if (found === null) return;
      child.stderr.removeListener('data', onText);
      child.removeListener('exit', onExit);
      child.removeListener('error', onError);
      resolve({ child, port: Number(found[2]), host: found[1] });
    };
    child.once('exit', onExit);
    child.once('error', onError);
    child.stderr.on('data', onText);
  });
}

module.exports = { launch };
