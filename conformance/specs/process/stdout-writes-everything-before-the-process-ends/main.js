'use strict';
const line = 'x'.repeat(99) + '\n';
for (let i = 0; i < 700; i++) process.stdout.write(line);
process.stdout.write('the end\n', () => process.exit(0));
