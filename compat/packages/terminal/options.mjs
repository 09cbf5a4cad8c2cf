import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
await yargs(hideBin(process.argv)).scriptName('tool').locale('en').command('copy <from> [to]', 'copies', (command) => command.positional('from', { type: 'string' }).option('n', { type: 'number', default: 1, alias: 'count' }), (argv) => console.log(JSON.stringify(argv)))
  .command('list', 'lists', {}, async (argv) => { await null; console.log('list', argv.deep?.value); }).demandCommand(1).strictCommands().wrap(80).version('9.9').parseAsync();
