import cron from 'node-cron';
console.log(['* * * * *', '*/2 * * * * *', '60 * * * *', '0 0 1 jan sun', 'x'].map((text) => cron.validate(text)).join(' '));
let runs = 0;
const task = cron.schedule('* * * * * *', (context) => {
  console.log('run', ++runs, context.date instanceof Date, context.task === undefined ? 'no task' : 'task');
  if (runs === 2) {
    task.stop();
    console.log(task.getStatus());
    task.destroy();
    console.log(task.getStatus());
  }
}, { name: 'each second', timezone: 'Asia/Kathmandu', noOverlap: true });
console.log(task.name, task.getStatus());
const failing = cron.createTask('* * * * * *', () => { throw new Error('of a task'); });
failing.on('execution:failed', ({ execution }) => console.log('failed', execution.error.message));
await failing.execute().catch((error) => console.log('rejected', error.message));
failing.destroy();
try {
  cron.schedule('99 * * * *', () => {});
} catch (error) {
  console.log(error.message);
}
