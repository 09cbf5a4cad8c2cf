'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'arguments-'));
const at = (name) => path.join(root, name);
fs.writeFileSync(at('file'), 'text');

const told = (name, ...args) => new Promise((resolve) => {
  fs[name](...args, (...results) => {
    console.log(name, results.length, results[0]?.code ?? results[0]);
    resolve();
  });
});

(async () => {
  await told('mkdir', at('made'), { recursive: true });
  await told('mkdir', at('made'), { recursive: true });
  await told('mkdir', at('plain'));
  await told('cp', at('file'), at('copy'));
  await told('cp', at('none'), at('copy'));
  await told('access', at('file'));
  await told('lstat', at('file'), null);
  await told('fstat', 0, null);
  await told('rm', at('copy'));
  await told('rename', at('made'), at('moved'));

  for (const name of ['statSync', 'lstatSync', 'statfsSync']) {
    try {
      fs[name](root, null);
    } catch (error) {
      console.log(name, error.name, error.message);
    }
  }
  for (const name of ['writeFile', 'appendFile']) {
    try {
      fs[name](-1, 'text', () => {});
    } catch (error) {
      console.log(name, error.code, error.message);
    }
  }
  try {
    fs.opendirSync(at('none'));
  } catch (error) {
    console.log(error.message, Object.keys(error));
  }
  fs.rmSync(at('file/below'), { recursive: true, force: true });
  fs.rmSync(root, { recursive: true });
})();
