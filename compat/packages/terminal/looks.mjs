import chalk, { Chalk, supportsColor } from 'chalk';
import ora from 'ora';
import { Listr } from 'listr2';
console.log(JSON.stringify([chalk.level, supportsColor, chalk.red('red') + chalk.bold.underline.hex('#123456')('x'), new Chalk({ level: 3 }).bgRgb(1, 2, 3)('y'), new Chalk({ level: 1 })`z`]));
const spinner = ora({ text: 'working', stream: process.stdout }).start();
await new Promise((resolve) => setTimeout(resolve, 30));
spinner.succeed('worked');
ora({ stream: process.stdout }).fail('failed');
const tasks = new Listr([
  { title: 'first', task: async (context, task) => { context.n = 1; task.output = 'said'; } },
  { title: 'group', task: (context, task) => task.newListr([{ title: 'a', task: () => {} }, { title: 'b', skip: 'not now', task: () => {} }], { concurrent: true }) },
  { title: 'broken', task: () => { throw new Error('of a task'); }, exitOnError: false },
  { title: 'retried', retry: 2, task: (context, task) => { if (task.isRetrying().count < 1) throw new Error('once more'); } },
], { renderer: 'simple', rendererOptions: { lazy: false } });
console.log(await tasks.run({}), tasks.errors.length);
