const { spawnSync } = require('child_process');
const path = require('path');
const codes = ["require('nope')", "require('./nope')", "require('module').createRequire(process.cwd() + '/')('nope')",
  "console.log(module.children.length, require.main, module.id, typeof path, module.filename.split('/').pop(), module.paths.length > 0)"];
for (const [how, run] of [['-e', (code) => [['-e', code]]], ['stdin', (code) => [['-'], { input: code }]]]) {
  for (const code of codes) {
    const [args, options] = run(code);
    const { stdout, stderr, status } = spawnSync(process.execPath, args, options);
    const lines = `${stderr}`.split('\n');
    const at = lines.findIndex((line) => line.startsWith('Error:'));
    console.log(how, code, status, `${stdout}`.trim());
    for (const line of lines.slice(at, at + 4)) if (!/^ +at /.test(line)) console.log('  ', line.replace(/- .*\//, '- '));
    console.log('  ', lines.filter((line) => line.includes('requireStack') || /^ +'.*'/.test(line)).map((line) => path.basename(line)).join());
  }
}
