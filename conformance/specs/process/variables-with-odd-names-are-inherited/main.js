'use strict';

// The kernel keeps any name without "="; shells on the way lose those that they can't have themselves.

const { spawnSync } = require('child_process');

const NAMES = ['spring.datasource.url', '42', 'with-dash', 'with space', 'größe', 'plain', 'many.lines'];

if (process.argv[2] === 'child') {
  for (const name of NAMES) console.log(name, JSON.stringify(process.env[name]));
} else {
  const env = { ...process.env };
  for (const name of NAMES) env[name] = `value of ${name}, with = and ü`;
  env['many.lines'] = 'first\nplain=no\nlast';
  const { stdout, stderr } = spawnSync(process.execPath, [__filename, 'child'], { env, encoding: 'utf8' });
  process.stdout.write(stdout + stderr);
}
