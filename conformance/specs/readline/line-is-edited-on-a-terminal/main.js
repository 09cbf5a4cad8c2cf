const readline = require('readline');
const { PassThrough, Writable } = require('stream');
const input = new PassThrough();
let screen = '';
const output = new Writable({ write(chunk, encoding, callback) { screen += chunk; callback(); } });
output.columns = 20;
const rl = readline.createInterface({
  input, output, terminal: true, prompt: '> ', historySize: 3,
  completer: (line) => [['help', 'hello', 'held'].filter((word) => word.startsWith(line)), line],
});
rl.on('line', (line) => console.log('line', JSON.stringify(line)));
rl.on('history', (history) => console.log('history', history));
rl.prompt();
function type(keys) {
  screen = '';
  input.emit('data', Buffer.from(keys));
  console.log(JSON.stringify(keys), JSON.stringify(rl.line), rl.cursor, JSON.stringify(screen));
}
['he', '\t', '\t', 'p', '\r', 'two words', '\x17', '\x19', '\x01', '\x0b', '\x19', '\x1b[D', '\x7f', '\x1f', '\x1f', '\x1e', '\r',
  'wide 中文 that wraps around', '\x1bb', '\x1bd', '\x15', '\x1b[A', '\x1b[A', '\x1b[B', 'x\nrest', '\x0c', '\x03'].forEach(type);
console.log(rl.closed, rl.terminal);
