const readline = require('readline');
const { PassThrough } = require('stream');
const input = new PassThrough();
readline.emitKeypressEvents(input);
input.on('keypress', (text, { name, ctrl, meta, shift, code }) => {
  console.log(JSON.stringify(text), name, [ctrl && 'ctrl', meta && 'meta', shift && 'shift'].filter(Boolean).join('+'), code);
});
const sequences = [
  'a', 'Z', '7', ' ', '.', 'ä', '😀', '\t', '\r', '\n', '\b', '\x7f', '\x03', '\x1ba', '\x1bA', '\x1b.', '\x1b\r',
  '\x1b[A', '\x1b[1;5A', '\x1b[2A', '\x1bOP', '\x1bO2P', '\x1b[3~', '\x1b[3;2~', '\x1b[24;6~', '\x1b[[A', '\x1b[[5~', '\x1b[a',
  '\x1b[7$', '\x1b[7^', '\x1bOa', '\x1b[Z', '\x1b[200~', '\x1b[999~', '\x1b\x1b[B', '\x1b\x1b\x1b', '\x1b[;x', '\x1b[1;5~',
];
for (const sequence of sequences) input.emit('data', Buffer.from(sequence));
