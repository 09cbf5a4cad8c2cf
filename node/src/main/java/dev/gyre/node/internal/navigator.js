'use strict';

// navigator: information about the host.

const {
  ObjectDefineProperty, ObjectFreeze, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeToUpperCase, Symbol,
} = require('internal/primordials');
const { codes: { ERR_ILLEGAL_CONSTRUCTOR } } = require('internal/errors');
const { kEnumerableProperty } = require('internal/util');

const kInitialize = Symbol('kInitialize');

// Formatted as in browsers: "Linux x86_64", "MacIntel", "Win32".
function platformName(platform, arch) {
  if (platform === 'darwin') return 'MacIntel'; // on both kinds of processor
  if (platform === 'win32') return 'Win32';
  const machine = arch === 'x64' ? 'x86_64' : arch === 'ia32' ? 'i686' : arch;
  return `${StringPrototypeToUpperCase(platform[0])}${StringPrototypeSlice(platform, 1)} ${machine}`;
}

class Navigator {
  #concurrency;
  #userAgent = `Node.js/${StringPrototypeSplit(StringPrototypeSlice(process.version, 1), '.', 1)[0]}`;
  #platform = platformName(process.platform, process.arch);
  #languages = ObjectFreeze([Intl.Collator().resolvedOptions().locale]);

  constructor(key) {
    if (key !== kInitialize) throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  get hardwareConcurrency() { return this.#concurrency ??= require('os').availableParallelism(); }

  get language() { return this.#languages[0]; }

  get languages() { return this.#languages; }

  get userAgent() { return this.#userAgent; }

  get platform() { return this.#platform; }

  get locks() { return require('internal/worker_threads/locks').locks; }
}

for (let i = 0, list = ['hardwareConcurrency', 'language', 'languages', 'userAgent', 'platform', 'locks']; i < list.length; i++) {
  const name = list[i];
  ObjectDefineProperty(Navigator.prototype, name, kEnumerableProperty);
}

let navigator;

module.exports = {
  Navigator,
  get navigator() { return navigator ??= new Navigator(kInitialize); },
};
