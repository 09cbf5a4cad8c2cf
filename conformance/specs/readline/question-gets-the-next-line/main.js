const readline = require('readline');
const rl = readline.createInterface({ input: process.stdin, output: process.stdout });
rl.question('name? ', (name) => {
  console.log(`[${name}]`, rl.getPrompt());
  const controller = new AbortController();
  rl.question('never answered? ', { signal: controller.signal }, () => console.log('wrong'));
  controller.abort();
  rl.on('line', (line) => console.log('line', line));
  rl.on('close', () => {
    try {
      rl.question('too late?', () => {});
    } catch (err) {
      console.log(err.code);
    }
  });
});
