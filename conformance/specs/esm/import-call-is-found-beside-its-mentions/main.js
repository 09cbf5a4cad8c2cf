'use strict';

// Calls of import() in sources that mention it in comments and strings, too.
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mentions-'));
fs.writeFileSync(path.join(folder, 'x.mjs'), 'export default "x"');
const sources = [
  '/** @type {import("./x.mjs").T} */ module.exports = import("./x.mjs");',
  '/**\n * @type {import("./x.mjs").T}\n */\nmodule.exports = import("./x.mjs");',
  '// import("./y.mjs")\nmodule.exports = import("./x.mjs");',
  'module.exports = "import()" && import("./x.mjs");',
  "module.exports = 'it is \"' && import('./x.mjs');",
  'module.exports = "a\\\nb" && import("./x.mjs");',
  'module.exports = "a\\\r\nb" && import("./x.mjs");',
  'module.exports = `it"s ${"a"}` && import("./x.mjs");',
  'let p; `it"s ${p = import("./x.mjs")}`; module.exports = p;',
  'let p; `\nit"s ${p = import("./x.mjs")}`; module.exports = p;',
  'let t = `\nit"s`; module.exports = import("./x.mjs");',
  '/*\n don\'t */ module.exports = import("./x.mjs");',
  '/*\n don\'t */ module.exports = 2 /* @x */, module.exports = import("./x.mjs");',
  'const two = 2; module.exports = two\n / 2 && import("./x.mjs");',
  'module.exports = /"/ && import("./x.mjs");',
  "module.exports = '\\'' && import('./x.mjs');",
  "module.exports = '\\\\' && import('./x.mjs');",
  'module.exports = (() => { return {import: 1}.import, import("./x.mjs") })();',
  'module.exports = (()=>{return import("./x.mjs")})();',
  'module.exports = 1 /* import( */ && import(/* it\'s */ "./x.mjs");',
  'module.exports = new Function("return import(\\"" + __dirname + "/x.mjs\\")")();',
  'const text = "return import(p)"; module.exports = Function\n("p", text)(__dirname + "/x.mjs");',
  'const message = "use import() here"; module.exports = { default: message };',
  '/* import("./y.mjs") */ // import("./z.mjs")\nmodule.exports = { default: "none" };',
];

(async () => {
  for (const [i, source] of sources.entries()) {
    const file = path.join(folder, `${i}.cjs`);
    fs.writeFileSync(file, source);
    try {
      console.log(i, (await require(file)).default);
    } catch (error) {
      console.log(i, error.message);
    }
  }
  fs.rmSync(folder, { recursive: true });
})();
