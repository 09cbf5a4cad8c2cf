'use strict';
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-report-'));
function run(flags, script) {
  const { status, stderr } = spawnSync(process.execPath, [...flags, '-e', script], { cwd: folder, encoding: 'utf8' });
  const reports = fs.readdirSync(folder);
  console.log(status, reports.length, /Writing Node.js report to file: /.test(stderr), /Node.js report completed/.test(stderr));
  for (const name of reports) {
    const { header, javascriptStack } = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
    console.log(header.event, header.trigger, header.filename === name, /rejected|text|^$/.exec(javascriptStack.message)?.[0]);
    fs.rmSync(path.join(folder, name));
  }
}
run(['--report-uncaught-exception'], 'throw new RangeError("first")');
run(['--report-uncaught-exception'], 'Promise.reject(new Error("rejected"))');
run(['--report-uncaught-exception'], 'process.on("uncaughtException", () => {}); throw new Error("handled")');
run([], 'process.report.reportOnUncaughtException = true; process.report.filename = "named.json"; throw "text"');
run(['--report-on-signal'], 'process.kill(process.pid, "SIGUSR2"); const wait = setInterval(() => { if (require("fs").readdirSync(".").length > 0) clearInterval(wait); }, 10)');
run(['--report-on-signal', '--report-signal=SIGHUP'],
    'console.log(process.report.signal); process.kill(process.pid, "SIGHUP"); const wait = setInterval(() => { if (require("fs").readdirSync(".").length > 0) clearInterval(wait); }, 10)');
run([], 'process.report.reportOnSignal = true; process.report.reportOnSignal = false;' +
  'process.exitCode = process.listenerCount("SIGUSR2") + 40');
fs.rmSync(folder, { recursive: true });
