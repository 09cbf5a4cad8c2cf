'use strict';

// The core's JavaScript: its files, and the module ids that stand for them.

const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { join, resolve } = require('node:path');

const CORE = resolve(__dirname, '../node/src/main/java/dev/gyre/node');

// Paths from the core's folder, sorted.
function filesIn(core) {
  return readdirSync(core, { recursive: true }).filter((path) => path.endsWith('.js')).sort();
}

// V8's natives syntax, `%Name()`, is not JavaScript: `$Name()` has the same length.
const sourceOf = (core, path) => readFileSync(join(core, path), 'utf8').replace(/%(?=[A-Z][A-Za-z0-9]*\()/g, '$');

const folderOf = (path) => path.split('/')[0];

// The folder whose private part a module id names: `internal/fs/watch` is private to fs.
const internalsOf = (id) => /^internal\/([^/]+)\/./.exec(id)?.[1];

// The file of a module id, as in CONTRIBUTING.
function fileOf(core, id) {
  const inner = /^internal\/([^/]+)\/(.+)$/.exec(id);
  const paths = inner === null ? [`${id}.js`, `${id}/${id}.js`] : [`${inner[1]}/internal/${inner[2]}.js`, `${id}.js`];
  return paths.find((path) => existsSync(join(core, path)));
}

module.exports = { CORE, fileOf, filesIn, folderOf, internalsOf, sourceOf };
