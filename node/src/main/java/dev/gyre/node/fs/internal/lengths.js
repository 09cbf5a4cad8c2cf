'use strict';

// The number of parameters of Node's functions: their `length`. Ours are made by call_styles.js and take any number.

const { ArrayPrototypeForEach, ObjectDefineProperty, StringPrototypeSplit } = require('internal/primordials');

const LENGTHS = {
  fs: [
    '',
    'close closeSync existsSync fdatasyncSync fstat fstatSync fsyncSync ftruncate ftruncateSync lstat lstatSync ' +
    'openAsBlob openAsBlobSync stat statSync statfs statfsSync unlinkSync',
    'accessSync chmodSync createReadStream createWriteStream exists fchmodSync fdatasync fsync globSync linkSync ' +
    'mkdirSync mkdtempDisposableSync mkdtempSync opendirSync readFileSync readdirSync readlinkSync realpathSync ' +
    'renameSync rmSync rmdirSync truncateSync unlink unwatchFile',
    'access appendFileSync chmod chownSync copyFileSync cpSync fchmod fchownSync futimesSync glob lchownSync link ' +
    'lutimesSync mkdir mkdtemp openSync opendir readFile readdir readlink readvSync realpath rename rm rmdir ' +
    'symlinkSync truncate utimesSync watch watchFile writeFileSync writevSync',
    'appendFile chown copyFile cp fchown futimes lchown lutimes open readv symlink utimes writeFile writev',
    'readSync writeSync',
    'read write',
  ],
  promises: [
    '',
    'access lstat stat statfs truncate unlink watch',
    'chmod glob lchmod link mkdir mkdtemp mkdtempDisposable readFile readdir readlink realpath rename rm rmdir',
    'appendFile chown copyFile cp lchown lutimes open opendir symlink utimes writeFile',
  ],
};

function setLengths(functions, form) {
  ArrayPrototypeForEach(LENGTHS[form], (names, value) => {
    for (let i = 0, list = StringPrototypeSplit(names, ' '); i < list.length; i++) {
      const name = list[i];
      if (name !== '' && functions[name].length !== value) {
        ObjectDefineProperty(functions[name], 'length', { __proto__: null, value, configurable: true });
      }
    }
  });
}

module.exports = { setLengths };
