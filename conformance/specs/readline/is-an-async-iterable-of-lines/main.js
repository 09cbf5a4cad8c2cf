const readline = require('readline/promises');
(async () => {
  const rl = readline.createInterface({ input: process.stdin });
  console.log('first', await rl.question(''));
  for await (const line of rl) console.log('then', line);
  console.log('closed', rl.closed);
})();
