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

// A file in `fs/internal/` is for fs alone; one in `fs/shared/` is for all folders of the core.
const isPrivate = (path) => path.split('/')[1] === 'internal';
const isShared = (path) => path.split('/')[1] === 'shared';

// The paths that a module id may stand for, as in CONTRIBUTING.
function pathsOf(id) {
  const inner = /^internal\/([^/]+)\/(.+)$/.exec(id);
  if (inner !== null) return [`${inner[1]}/internal/${inner[2]}.js`, `${inner[1]}/shared/${inner[2]}.js`, `${id}.js`];
  return [`${id}.js`, `${id}/${id}.js`, `${/^_([^_]+)_/.exec(id)?.[1]}/${id}.js`];
}

const fileOf = (core, id) => pathsOf(id).find((path) => existsSync(join(core, path)));

module.exports = { CORE, fileOf, filesIn, folderOf, isPrivate, isShared, sourceOf };
