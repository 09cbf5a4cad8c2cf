const readline = require('readline');
const { PassThrough } = require('stream');
const input = new PassThrough();
const rl = readline.createInterface({ input });
rl.on('line', (line) => console.log(JSON.stringify(line)));
rl.on('close', () => console.log('close'));
const bytes = Buffer.from('ä');
for (const chunk of ['one\ntwo\r\nth', 'ree\r', '\nfour\u2028five\rsix\n\n', bytes.subarray(0, 1), bytes.subarray(1)]) {
  input.write(chunk);
}
input.end();
