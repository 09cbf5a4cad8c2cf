'use strict';
// --trace-sync-io: a warning with the caller for each call that JavaScript waits for.
const { promisify } = require('util');
const execFile = promisify(require('child_process').execFile);

const calls = [
  "fs.statSync('.')", "fs.mkdtempSync('/none/x')", "fs.openSync('/none')", "fs.readdirSync('.')",
  "require('child_process').spawnSync('true')", "require('zlib').gzipSync('x')",
  "require('crypto').pbkdf2Sync('a', 'b', 1, 8, 'sha1')", "fs.promises.stat('.')", "fs.stat('.', () => {})",
];
(async () => {
  for (const call of calls) {
    const code = `
      const fs = require('fs');
      require('zlib');
      require('crypto');
      require('child_process');
      fs.promises;
      fs.statSync('.');
      setImmediate(function late() {
        try { ${call} } catch {}
      });`;
    const { stderr } = await execFile(process.execPath, ['--trace-sync-io', '-e', code]);
    const reports = stderr.replace(/\(node:\d+\)/g, '(PID)').split('\n\n').filter((text) => text !== '');
    console.log(call, reports.length > 0);
    for (const report of reports.slice(0, 1)) {
      const lines = report.split('\n');
      console.log(lines[0], lines.some((line) => /^ {4}at late \(\[eval\]:9:/.test(line)));
    }
  }
})();
