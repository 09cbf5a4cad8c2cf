'use strict';

// --test-global-setup: a module whose functions run before the first test and after the last one of all files.

const { validateFunction } = require('internal/validators');

let hasBegun = false;

/** Returns a promise of the function for the end, or undefined if there is no such module. */
function begin({ globalSetupPath, cwd }) {
  if (hasBegun || !globalSetupPath) return undefined;
  hasBegun = true;
  return load(globalSetupPath, cwd);
}

async function load(path, cwd) {
  const { pathToFileURL } = require('url');
  const url = pathToFileURL(require('path').resolve(cwd, path)).href;
  const { importModule } = require('internal/module/esm_loader');
  const { globalSetup, globalTeardown } = await importModule(url, `${pathToFileURL(cwd)}/`);
  if (globalSetup) validateFunction(globalSetup, 'globalSetupModule.globalSetup');
  if (globalTeardown) validateFunction(globalTeardown, 'globalSetupModule.globalTeardown');
  if (globalSetup) await globalSetup();
  return globalTeardown || undefined;
}

module.exports = { begin };
