import inquirer from 'inquirer';
import { PassThrough } from 'node:stream';
// The keys come one by one: the next when the question has been written anew.
const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {} });
const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
let screen = '';
output.on('data', (chunk) => { screen += chunk; });
const prompt = inquirer.createPromptModule({ input, output });
const press = async (keys) => {
  for (const key of keys) {
    input.write(key);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
const ask = async (question, keys) => {
  const answer = prompt([{ name: 'x', ...question }]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await press(keys);
  console.log(JSON.stringify((await answer).x));
};
const DOWN = '\x1b[B';
await ask({ type: 'input', message: 'Name?' }, ['A', 'd', 'x', '\x7f', 'a', '\r']);
await ask({ type: 'select', message: 'Which?', choices: ['one', 'two', 'three'] }, [DOWN, DOWN, '\r']);
await ask({ type: 'checkbox', message: 'Several?', choices: ['one', 'two', 'three'] }, [' ', DOWN, DOWN, ' ', '\r']);
await ask({ type: 'confirm', message: 'Sure?', default: false }, ['y', '\r']);
await ask({ type: 'password', message: 'Secret?', mask: '*' }, ['s', '3', '\r']);
await ask({ type: 'number', message: 'How many?' }, ['4', '2', '\r']);
console.log(screen.includes('****'), screen.includes('Which?'), screen.includes('❯'));
const stopped = prompt([{ name: 'x', type: 'input', message: 'Stop?' }]);
await new Promise((resolve) => setTimeout(resolve, 20));
input.write('\x03');
console.log(await stopped.catch((error) => error.name));
