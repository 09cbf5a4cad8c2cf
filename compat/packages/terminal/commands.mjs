import { Command, Option } from 'commander';
const program = new Command('tool').version('1.2.3').description('A tool').option('-v, --verbose', 'more', (value, before) => before + 1, 0)
  .addOption(new Option('-c, --colour <name>', 'a colour').choices(['red', 'blue']).default('red').env('TOOL_COLOUR')).showSuggestionAfterError();
program.command('add <numbers...>').option('--no-check', 'no check').action((numbers, options) => console.log('add', numbers, options, program.opts()));
program.command('later').action(async () => { await new Promise((resolve) => setTimeout(resolve, 5)); throw new Error('of a command'); });
program.command('other', 'a program of its own', { executableFile: './other.cjs' });
await program.parseAsync();
