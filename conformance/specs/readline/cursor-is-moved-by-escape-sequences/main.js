const readline = require('readline');
const { Readline } = require('readline/promises');
const { Writable } = require('stream');
let text = '';
const stream = new Writable({ write(chunk, encoding, callback) { text += chunk; callback(); } });
readline.cursorTo(stream, 3);
readline.cursorTo(stream, 3, 4);
readline.moveCursor(stream, -1, 2);
readline.moveCursor(stream, 0, 0);
for (const dir of [-1, 0, 1]) readline.clearLine(stream, dir);
readline.clearScreenDown(stream, () => console.log('written'));
console.log(JSON.stringify(text));
for (const args of [['a', 1], [NaN], [1, NaN], [1, 2, 'x']]) {
  try {
    readline.cursorTo(stream, ...args);
  } catch (err) {
    console.log(err.code, err.message);
  }
}
text = '';
const together = new Readline(stream).cursorTo(1, 2).moveCursor(1, -1).clearLine(0).clearScreenDown();
console.log(JSON.stringify(text));
together.commit().then(() => console.log(JSON.stringify(text)));
