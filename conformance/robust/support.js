'use strict';
const assert = require('node:assert');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/** A folder that goes away with the process. */
exports.scratch = () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-robust-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Resolves with [code, signal] when the process is over and its output read; kills it when that takes too long. */
exports.ended = (child, limitMs) => new Promise((resolve, reject) => {
  const limit = setTimeout(() => {
    child.kill('SIGKILL');
    reject(new Error(`process ${child.pid} is still running after ${limitMs} ms`));
  }, limitMs);
  child.on('error', reject);
  child.on('close', (code, signal) => {
    clearTimeout(limit);
    resolve([code, signal]);
  });
});

/** The kernels of V8's text decoders (simdutf) that this CPU has: values for SIMDUTF_FORCE_IMPLEMENTATION. */
exports.cpuKernels = () => {
  const flags = new Set(/^flags\s*:(.*)$/m.exec(fs.readFileSync('/proc/cpuinfo', 'latin1'))?.[1].trim().split(' '));
  const needed = {
    fallback: [],
    westmere: ['sse4_2', 'popcnt', 'pclmulqdq'],
    haswell: ['avx2', 'bmi1', 'bmi2'],
    icelake: ['avx512f', 'avx512dq', 'avx512cd', 'avx512bw', 'avx512vl', 'avx512_vbmi2', 'avx512_vpopcntdq'],
  };
  return Object.keys(needed).filter((kernel) => needed[kernel].every((flag) => flags.has(flag)));
};

const nodes = new Set();
process.on('exit', () => { for (const { child } of nodes) child.kill('SIGKILL'); });

/** Starts a node, `gyre node` with these options, and resolves when it listens. It ends with the process. */
exports.startNode = async (options = {}) => {
  const { workers = 1, join = [], listen = '127.0.0.1:0', ...rest } = options;
  const words = ['node', '--listen', listen, '--workers', `${workers}`];
  if (join.length > 0) words.push('--join', join.map((node) => node.address).join());
  for (const [name, value] of Object.entries(rest)) words.push(`--${name}`, value);
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const node = { child, address: undefined, output: '', refused: '' };
  child.stderr.on('data', (chunk) => {
    if (/^gyre node: a member at .* can't join/.test(chunk)) node.refused += chunk;
    else process.stderr.write(chunk);
  });
  nodes.add(node);
  child.once('exit', () => nodes.delete(node));
  node.address = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      node.output += chunk;
      const match = /listens at (\S+),/.exec(node.output);
      if (match !== null) resolve(match[1]);
    });
    child.once('exit', (code) => reject(new Error(`the node ended with ${code}: ${node.output}`)));
  });
  return node;
};

/** Resolves when the condition is true. */
exports.until = async (condition, what, limitMs = 20_000) => {
  for (const end = Date.now() + limitMs; !condition();) {
    assert.ok(Date.now() < end, `${what} did not come true in ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

/** Runs this runtime with these words, and resolves with { code, output }. */
exports.command = async (words, env = {}) => {
  const child = spawn(process.execPath, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => { output += chunk; });
  child.stderr.on('data', (chunk) => { output += chunk; });
  const [code] = await once(child, 'close');
  return { code, output };
};
