'use strict';
// examples/dont-block: every version gives the same answer, and light requests are served while the divided ones run.

const assert = require('node:assert');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const http = require('node:http');
const path = require('node:path');
const { text } = require('node:stream/consumers');

(async () => {
  const server = spawn(process.execPath, [path.join(__dirname, '../../examples/dont-block/server.js'), '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(server.stdout, 'data');
    const base = /http:\S+\//.exec(line)[0];
    const ask = async (url) => (await once(http.get(base + url), 'response'))[0];
    const get = async (url) => text(await ask(url));
    assert.strictEqual(await get(''), 'light\n');
    for (const version of ['blocking', 'partitioned', 'breathe', 'pool']) {
      assert.strictEqual(await get(`average/${version}?n=1000001`), '500001\n', version);
    }
    for (const version of ['blocking', 'slices']) assert.strictEqual(await get(`json/${version}`), 'first,second\n', version);
    for (const [file, isFound] of [['/a/b', true], ['a', false], ['//\n', false], ['/a\n/b', true]]) {
      for (const version of ['evil', 'safe']) assert.strictEqual(await get(`path/${version}?path=${encodeURIComponent(file)}`), `${isFound}\n`, version);
    }
    for (const version of ['partitioned', 'breathe', 'pool']) {
      let isDone = false;
      const heavy = get(`average/${version}?n=30000000`).then(() => { isDone = true; });
      let light = 0;
      for (; !isDone && light < 3; light++) await get('');
      assert.ok(light > 1, `${light} light requests beside ${version}`);
      await heavy;
    }
    assert.strictEqual((await ask('average/none?n=1')).statusCode, 404);
  } finally {
    server.kill();
  }
  console.log('ok');
  process.exit(); // connections are kept alive
})();
