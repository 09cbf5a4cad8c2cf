'use strict';

// import() in code that the program makes of text: eval, new Function. The loader does not see such text, so V8 asks `answer`:
// the capability `import-callback`. Without it V8 rejects such a promise ("Not supported").
//
// V8 tells the name of the script that has made the code, and the global object of its context. Scripts of node:vm and those
// without a file have said before what their names stand for (internal/vm/importers). Other names are files and URLs of modules.

const { Error, StringPrototypeStartsWith } = require('internal/primordials');
const { codes: { ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING } } = require('internal/errors');
const { atStart } = require('internal/start');
const { importerNamed, realmOf } = require('internal/vm/importers');
const path = require('path');

const OF_SOURCE = 0; // the phase of import.source()

function importerFor(global, name) {
  const known = importerNamed(global, name);
  if (known !== undefined || global !== globalThis || typeof name !== 'string') return known;
  const { importer, isModule, urlOfFile } = require('internal/module/esm_loader');
  if (path.isAbsolute(name)) return importer(urlOfFile(name));
  return isModule(name) && !StringPrototypeStartsWith(name, 'node:') ? importer(name) : undefined;
}

async function load(name, specifier, phase, global, count, pairs) {
  const call = importerFor(global, name);
  if (call === undefined) throw new ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING();
  if (count === 0) return phase === OF_SOURCE ? call.source(specifier) : call(specifier);
  if (count > pairs.length) throw new Error(`import() by evaluated code can have ${pairs.length / 2} attributes at most`);
  const attributes = { __proto__: null };
  for (let i = 0; i < count; i += 2) attributes[pairs[i]] = pairs[i + 1];
  const options = { __proto__: null, with: attributes };
  return phase === OF_SOURCE ? call.source(specifier, options) : call(specifier, options);
}

// `count`: how many strings follow in V8's list, a key and a value for each attribute; `pairs` has no more than V8 passes on.
// The answer is a promise of the code's own realm.
function answer(name, specifier, phase, global, count, ...pairs) {
  const run = realmOf(global)?.promising(load) ?? load;
  return run(name, specifier, phase, global, count, pairs);
}

atStart(() => { binding('esm').answerImports(answer); });
