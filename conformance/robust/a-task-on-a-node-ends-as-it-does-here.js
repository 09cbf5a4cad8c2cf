'use strict';
// gyre:pool on a node: what a task throws, and which modules it finds, is what it is in a worker of this process.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { inspect } = require('node:util');
const { Pool } = require('gyre:pool');
const { scratch, startNode } = require('./support.js');

const folder = scratch();
const file = (name, text) => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), text);
};

// What a task throws arrives as it does from a worker of this process.
async function errors(node) {
  file('broken/syntax.js', 'module.exports = () => {\n  const x = ;\n};');
  file('broken/nothing.js', 'exports.a = 1;');
  file('broken/throws.js', "throw Object.assign(new RangeError('while loading'), { code: 'ELOAD', list: [1] });");
  file('broken/requires.js', "require('./gone'); module.exports = () => 1;");
  file('broken/imports.mjs', "import './gone.mjs'; export default () => 1;");
  const broken = ['syntax.js', 'nothing.js', 'throws.js', 'requires.js', 'imports.mjs', 'missing.js'].map((name) => path.join(folder, 'broken', name));
  const throwing = (which) => {
    class OwnError extends RangeError {
      detail = { deep: [new Date(0), 1n] };
      constructor(message, options) { super(message, options).name = 'OwnError'; }
    }
    const loop = new Error('loop');
    loop.cause = loop;
    return [
      () => null.x,
      () => { throw new OwnError('own', { cause: new OwnError('inner', { cause: 7 }) }); },
      () => { throw new AggregateError([new TypeError('a'), Object.assign(new OwnError('b'), { code: 'EB' }), 'text', () => {}], 'many'); },
      () => Promise.any([Promise.reject(new TypeError('only'))]),
      () => { throw Object.assign(new Error('partly'), { f() {}, ok: new Map([[1, 2]]), reason: new OwnError('property') }); },
      () => { throw new Error('odd cause', { cause: () => {} }); },
      () => { throw new DOMException('bad', 'DataError'); },
      () => { throw new Error('with one', { cause: new DOMException('bad', 'AbortError') }); },
      () => require('node:fs').readFileSync('/nowhere/to/be/found'),
      () => require('node:assert').strictEqual(1, 2),
      () => { throw loop; },
      () => { throw undefined; }, () => { throw 'text'; }, () => { throw { nested: { code: 7 } }; }, () => { throw Symbol('s'); },
      () => { throw function named() {}; },
      () => () => {}, () => Symbol('result'),
    ][which]();
  };
  const seen = (error) => [error?.constructor?.name, Object.prototype.toString.call(error), inspect(error, { depth: 9 })
    .replace(/\n *(?:at .*|\.\.\. \d+ lines matching.*)/g, '').replace(/Worker "[^"]*"/, 'Worker')];
  const compare = async (target, value) => {
    const both = [];
    for (const list of [undefined, [node.address]]) {
      await using pool = new Pool(target, { nodes: list, size: 1 });
      both.push(await pool.run(value).then((result) => assert.fail(`it should have thrown: ${result}`), (error) => error));
    }
    assert.deepStrictEqual(seen(both[1]), seen(both[0]));
    return both[1];
  };
  const all = [];
  for (let i = 0; i < 18; i++) all.push(await compare(throwing, i));
  assert.ok(all[1] instanceof RangeError && all[1].name === 'OwnError' && all[1].detail.deep[1] === 1n && all[1].cause.cause === 7);
  assert.ok(all[2] instanceof AggregateError && all[2].errors[0] instanceof TypeError && all[2].errors[1].code === 'EB' && all[2].errors.length === 4);
  assert.ok(all[4].reason instanceof RangeError && all[4].ok.get(1) === 2 && !('f' in all[4]));
  assert.ok(all[6] instanceof DOMException && all[16].name === 'DataCloneError' && all[16] instanceof DOMException);
  assert.strictEqual(all[10].cause, all[10]);
  for (const target of broken) {
    const error = await compare(target, 1);
    assert.strictEqual(error.code, 'ERR_GYRE_POOL_START_FAILED');
    assert.ok(!inspect(error).includes('gyre-node-'), 'files have the names of this machine');
  }
}

// What a module imports is found in its text; what it only mentions does not matter.
async function imports(node) {
  const link = (to, name) => fs.symlinkSync(to, path.join(folder, name));
  file('im/package.json', JSON.stringify({ name: 'im', exports: './parts/one.js', imports: {
    '#one': './parts/one.js', '#parts/*': './parts/*.js', '#linked': 'linked', '#by': { require: './parts/by.cjs', import: './parts/by.mjs' } } }));
  file('im/parts/one.js', "module.exports = 'one';");
  file('im/parts/two.js', "module.exports = 'two';");
  file('im/parts/by.cjs', "module.exports = 'by require';");
  file('im/parts/by.mjs', "export default 'by import';");
  file('im/parts/data.json', '{ "n": 3 }');
  file('im/parts/many.mjs', "export const a = 'a', b = 'b'; export default 'many';");
  file('im/node_modules/cond/package.json', '{ "name": "cond", "exports": { ".": { "import": "./i.mjs", "require": "./r.cjs" }, "./sub": { "node": "./sub.js" } } }');
  file('im/node_modules/cond/i.mjs', "export default 'cond, imported';");
  file('im/node_modules/cond/r.cjs', "module.exports = 'cond, required';");
  file('im/node_modules/cond/sub.js', "module.exports = 'cond/sub';");
  file('im/store/linked/index.js', "module.exports = 'linked';");
  link('../store/linked', 'im/node_modules/linked');
  link('parts', 'im/way');
  link('two.js', 'im/parts/alias.js');
  file('im/work.cjs', `
    // import x from './gone.js', read from '/dev/urandom'
    /* require('./gone') import './parts' from '.' */
    const texts = ['require("./gone")', "import z from './gone.js'", \`require('./gone') \${require('./parts/one.js')}\`, /from '[.]\\/gone"/.source];
    const overlapping = "read from '" + require('./parts/two.js') + "'";
    const commented = require(/* a comment */ './parts/by.cjs'); // and another
    module.exports = async () => [texts, overlapping, commented, require ( './parts/data' ).n, require('./parts/data.json').n, require('#one'), require('#parts/two'),
      require('#linked'), require('#by'), require('im'), require('cond'), require('cond/sub'), (await import('cond')).default, (await import(/* why */ '#by')).default,
      require('./way/one'), require('./way/alias'), require(require.resolve('linked'))];`);
  file('im/work.mjs', `
    // import x from './gone.js'
    import {
      a, // from './gone.js'
      b,
    } from /* here */
      './parts/many.mjs';
    import*as many from'./parts/many.mjs';
    import data from './parts/data.json' with { type: 'json' };
    import by from '#by';
    export { default as cond } from "cond";
    const text = \`import y from './gone.mjs' \${\`import('./gone')\`}\`;
    export default async () => [a, b, many.default, data.n, by, text, (await import('./way/two.js')).default, (await import(import.meta.resolve('./parts/one.js'))).default];`);
  for (const name of ['work.cjs', 'work.mjs']) {
    const both = [];
    for (const list of [undefined, [node.address]]) {
      await using pool = new Pool(path.join(folder, 'im', name), { nodes: list, size: 1 });
      both.push(await pool.run());
    }
    assert.deepStrictEqual(both[1], both[0]);
  }
}

(async () => {
  const node = await startNode();
  await errors(node);
  await imports(node);
  console.log('ok');
  process.exit();
})();
