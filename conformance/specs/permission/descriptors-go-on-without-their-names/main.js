// What is open can be used; what would change it by descriptor is off.
const fs = require('fs');
const fd = fs.openSync(__filename);
const attempt = (name, run) => {
  try {
    run();
    console.log(name, 'done');
  } catch (error) {
    console.log(name, error.code, JSON.stringify([error.permission, error.resource]), error.message);
  }
};
attempt('fstat', () => fs.fstatSync(fd));
attempt('read', () => fs.readSync(fd, Buffer.alloc(4)));
attempt('fsync', () => fs.fsyncSync(fd));
attempt('fdatasync', () => fs.fdatasyncSync(fd));
attempt('fchmod', () => fs.fchmodSync(fd, 0o600));
attempt('fchown', () => fs.fchownSync(fd, 0, 0));
attempt('futimes', () => fs.futimesSync(fd, 1, 1));
fs.promises.open(__filename).then(async (handle) => {
  for (const [name, ...args] of [['sync'], ['datasync'], ['chmod', 0o600], ['chown', 0, 0], ['utimes', 1, 1], ['stat']]) {
    await handle[name](...args).then(() => console.log(name, 'done'), (error) => console.log(name, error.code, error.message));
  }
  await handle.close();
});
