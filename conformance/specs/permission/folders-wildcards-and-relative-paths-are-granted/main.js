const has = (scope, ...paths) => paths.forEach((p) => console.log(scope, p, process.permission.has(scope, p)));
has('fs.read', 'folder', 'folder/', 'folder/a/b', 'folder2', 'folde', 'file.txt', 'file.txt/x', 'file.txt2', 'missing', 'missing/x');
has('fs.read', '/srv/te', '/srv/test', '/srv/tests', '/srv/test/x', '/srv/tes', '/srv');
has('fs.read', '/opt', '/opt/', '/opt/x.js', '/optional', '/opt/a/b.md');
has('fs.read', 'a,b', 'a', 'b', 'main.js', './main.js', 'sub/../main.js', '.', '', '/');
has('fs.write', 'out', 'out/x', 'folder', 'main.js', '/');
for (const scope of ['fs', 'fs.read', 'fs.write', 'child', 'worker', 'net', 'wasi', 'addon', 'inspector', 'ffi', 'openssl.store', 'x']) {
  console.log(scope, process.permission.has(scope));
}
console.log(process.permission.has('fs.read', Buffer.from('folder/x')), process.permission.has('fs.read', new Uint8Array([0x2f])),
            process.permission.has('fs.read', require('url').pathToFileURL('folder/x')));
for (const args of [[], [1], ['fs.read', 1], ['fs.read', {}], ['fs.read', true]]) {
  try {
    console.log(args, process.permission.has(...args));
  } catch (error) {
    console.log(args, error.code);
  }
}
console.log(Object.keys(process.permission), Object.getOwnPropertyDescriptor(process, 'permission').configurable);
