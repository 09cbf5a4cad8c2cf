'use strict';
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
