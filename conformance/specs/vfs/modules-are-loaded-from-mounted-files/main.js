'use strict';
const vfs = require('node:vfs');

const files = vfs.create({ emitExperimentalWarning: false });
files.mkdirSync('/node_modules/pkg/lib', { recursive: true });
files.writeFileSync('/node_modules/pkg/package.json',
                    '{ "name": "pkg", "exports": { ".": "./lib/i.js", "./m": "./lib/m.mjs" } }');
files.writeFileSync('/node_modules/pkg/lib/i.js', 'exports.i = `cjs ${__filename}`');
files.writeFileSync('/node_modules/pkg/lib/m.mjs', 'export const m = `esm ${import.meta.url}`;');
files.writeFileSync('/a.js', 'module.exports = [require("pkg").i, require("./b"), require("./d.json"), __dirname]');
files.writeFileSync('/b.js', 'module.exports = "b"');
files.writeFileSync('/d.json', '{ "x": 1 }');
files.writeFileSync('/e.mjs', 'import { m } from "pkg/m"; import b from "./b.js";' +
  'import d from "./d.json" with { type: "json" }; export default [m, b, d]');
files.symlinkSync('b.js', '/link.js');
const root = files.mount();
console.log(root, require(`${root}/a.js`));
console.log(require.resolve(`${root}/link`));
const tell = (run) => {
  try {
    console.log(run());
  } catch ({ code, message }) {
    console.log(code, message.split('\n')[0]);
  }
};
tell(() => require(`${root}/none`));
tell(() => require(`${root}/node_modules/pkg/lib/other`));

(async () => {
  console.log((await import(`${root}/e.mjs`)).default);
  files.unmount();
  console.log(Object.keys(require.cache).filter((name) => name.startsWith(root)));
  tell(() => require(`${root}/a.js`));
  files.writeFileSync('/b.js', 'module.exports = "other b"');
  files.mount();
  console.log(require(`${root}/a.js`)[1], (await import(`${root}/e.mjs`)).default[1]);
})();
