'use strict';

// A mocked module of JSON is imported as the one it stands for.

const fs = require('fs');
const os = require('os');
const path = require('path');
const { mock } = require('node:test');
const { pathToFileURL } = require('url');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mock-'));
const file = path.join(folder, 'data.json');
fs.writeFileSync(file, '{"from":"file"}');
const url = pathToFileURL(file).href;
const hide = (text) => text.replaceAll(pathToFileURL(folder).href, 'FOLDER').replace(/\?[^"]*/, '');

(async () => {
  const mocked = mock.module(url, { defaultExport: { from: 'mock' } });
  await import(url).catch((error) => console.log(error.code, hide(error.message)));
  console.log((await import(url, { with: { type: 'json' } })).default, require(file));
  mocked.restore();
  await import(url).catch((error) => console.log(error.code, hide(error.message)));
  console.log((await import(url, { with: { type: 'json' } })).default);
  fs.rmSync(folder, { recursive: true });
})();
