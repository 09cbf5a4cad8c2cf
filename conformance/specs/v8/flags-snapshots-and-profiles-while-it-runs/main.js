'use strict';

const v8 = require('v8');
const vm = require('vm');
const fs = require('fs');
const os = require('os');
const path = require('path');

if (process.argv[2] === 'child') return snapshotsAndProfiles();

// Flags.
const isSyntax = () => { try { return eval('%_IsSmi(42)'); } catch (error) { return error.name; } };
console.log(isSyntax());
v8.setFlagsFromString('--allow_natives_syntax');
console.log(isSyntax());
v8.setFlagsFromString('--noallow-natives-syntax');
console.log(isSyntax());
const inNewContext = () => vm.runInNewContext('typeof gc + Error.stackTraceLimit');
console.log(inNewContext());
v8.setFlagsFromString('--expose-gc word --stack-trace-limit 7');
console.log(typeof gc, inNewContext());
v8.setFlagsFromString('--no-expose-gc --stack-trace-limit=10 --stack-size=500 --max-old-space-size=100');
console.log(inNewContext());
for (const flags of ['--no-such-flag --expose-gc', '--stack-trace-limit', 'expose-gc']) {
  v8.setFlagsFromString(flags); // V8 complains on stderr
  console.log(inNewContext());
}
try { v8.setFlagsFromString(1); } catch (error) { console.log(error.code, error.message); }

// In a process of its own, whose stderr nobody reads: these take their time, and Gyre says so.
require('child_process').spawn(process.execPath, [__filename, 'child'], { stdio: ['ignore', 'inherit', 'ignore'] })
  .on('exit', (code) => console.log(code));

function snapshotsAndProfiles() {
  // Snapshots.
  class OnlyInThisFile {}
  globalThis.kept = new OnlyInThisFile();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'snapshots-'));
  process.chdir(folder);
  const hasClass = (text) => JSON.parse(text).strings.includes('OnlyInThisFile');
  const name = v8.writeHeapSnapshot();
  console.log(/^Heap\.\d{8}\.\d{6}\.\d+\.0\.001\.heapsnapshot$/.test(name), hasClass(fs.readFileSync(name, 'utf8')),
              fs.statSync(name).mode & 0o777);
  try { v8.writeHeapSnapshot('/no/such/folder'); } catch (error) { console.log(error.code, error.syscall, error.path); }
  for (const wrong of [1, { exposeInternals: 1 }]) {
    try { v8.getHeapSnapshot(wrong); } catch (error) { console.log(error.code, error.message); }
  }
  fs.rmSync(folder, { recursive: true });

  // Profiles.
  const first = v8.startCpuProfile();
  const second = v8.startCpuProfile({ sampleInterval: 0.5 });
  for (const end = Date.now() + 20; Date.now() < end;);
  console.log(Object.keys(JSON.parse(first.stop())).slice(0, 3), first.stop());
  console.log(Array.isArray(JSON.parse(second.stop()).nodes));
  const heap = v8.startHeapProfile();
  try { v8.startHeapProfile(); } catch (error) { console.log(error.code); }
  console.log(typeof JSON.parse(heap.stop()).head, heap.stop());

  let text = '';
  v8.getHeapSnapshot().on('data', (part) => { text += part; }).on('end', () => console.log(hasClass(text)));
}
