// Every function of fs that names a file, in all its forms: only this script may be read.
const fs = require('fs');
const secret = '/etc/passwd';
const there = '/etc';
const show = (name, form, error) => console.log(name, form, error?.code, error?.permission, error?.resource);

const ONE = [
  ['access', [secret]], ['appendFile', [secret, 'x']], ['chmod', [secret, 0o600]], ['chown', [secret, 0, 0]],
  ['copyFile', [secret, '/tmp/copy']], ['copyFile', [__filename, '/tmp/copy']], ['lchown', [secret, 0, 0]],
  ['link', [secret, '/tmp/link']], ['link', [__filename, '/tmp/link']], ['lstat', [secret]], ['lutimes', [secret, 1, 1]],
  ['mkdir', ['/tmp/gyre-denied']], ['mkdir', ['/tmp/gyre/denied', { recursive: true }]], ['mkdtemp', ['/tmp/gyre-']],
  ['open', [secret]], ['open', [secret, 'w']], ['open', [secret, 'r+']], ['open', [secret, 'a']],
  ['open', [__filename, fs.constants.O_RDONLY | fs.constants.O_CREAT]], ['opendir', [there]], ['readFile', [secret]],
  ['readdir', [there]], ['readdir', [there, { recursive: true }]], ['readlink', [secret]], ['rename', [secret, '/tmp/x']],
  ['rename', [__filename, '/tmp/x']], ['rmdir', [there]], ['rm', [secret]], ['stat', [secret]], ['statfs', [there]],
  ['symlink', [secret, '/tmp/x']], ['truncate', [secret]], ['unlink', [secret]], ['utimes', [secret, 1, 1]],
  ['writeFile', [secret, 'x']], ['stat', ['']], ['cp', [secret, '/tmp/x']],
];

function attempt(name, form, run) {
  try {
    run();
    console.log(name, form, 'nothing was thrown');
  } catch (error) {
    show(name, form, error);
  }
}

async function main() {
  for (const [name, args] of ONE) {
    attempt(name, 'sync', () => fs[`${name}Sync`](...args));
    await new Promise((resolve) => {
      try {
        fs[name](...args, (error) => {
          show(name, 'callback', error);
          resolve();
        });
      } catch (error) {
        show(name, 'callback', error);
        resolve();
      }
    });
    await fs.promises[name](...args).then(() => console.log(name, 'promise fulfilled'), (error) => show(name, 'promise', error));
  }
  attempt('rm', 'recursive', () => fs.rmSync(there, { recursive: true, force: true }));
  attempt('exists', 'sync', () => fs.existsSync(secret));
  attempt('watch', 'sync', () => fs.watch(secret));
  attempt('watchFile', 'sync', () => fs.watchFile(secret, () => {}));
  attempt('openAsBlob', 'sync', () => fs.openAsBlob(secret));
  attempt('realpath', 'native', () => fs.realpathSync.native(secret));
  attempt('chdir', 'sync', () => process.chdir('/'));
  attempt('loadEnvFile', 'sync', () => process.loadEnvFile(secret));
  attempt('writeHeapSnapshot', 'sync', () => require('v8').writeHeapSnapshot('/tmp/x.heapsnapshot'));
  attempt('setHeapSnapshotNearHeapLimit', 'sync', () => require('v8').setHeapSnapshotNearHeapLimit(1));
  attempt('writeReport', 'sync', () => process.report.writeReport('/tmp/x.json'));
  console.log('exists', await new Promise((resolve) => fs.exists(secret, resolve)));
  console.log('glob', fs.globSync('/etc/*'));
  console.log('realpath of no link', fs.realpathSync(__filename) === __filename);
  for (const make of [fs.createReadStream, fs.createWriteStream]) {
    await new Promise((resolve) => make(secret).on('error', (error) => {
      show(make.name, 'stream', error);
      resolve();
    }));
  }
  for await (const _ of fs.promises.watch(secret)) break;
}
main().catch((error) => show('watch', 'iterator', error));
