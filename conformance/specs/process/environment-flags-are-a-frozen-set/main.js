'use strict';
const flags = process.allowedNodeEnvironmentFlags;
console.log(flags instanceof Set, Object.isFrozen(flags));
for (const flag of ['--no-warnings', '--max_old_space_size=1', 'require', '-r', '--eval', '--stack-size', 'max-old-space-size']) {
  console.log(flag, flags.has(flag));
}
const { size } = flags;
flags.add('--eval');
flags.delete('--require');
flags.clear();
console.log(flags.has('--eval'), flags.has('--require'), [...flags].length === [...flags.keys()].length, size === flags.size);
