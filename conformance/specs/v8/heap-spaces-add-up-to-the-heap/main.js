const v8 = require('v8');
const keep = new Array(1e6).fill(1.5);
const spaces = v8.getHeapSpaceStatistics();
const whole = v8.getHeapStatistics();
for (const name of ['read_only_space', 'new_space', 'old_space', 'code_space', 'large_object_space']) {
  const space = spaces.find(({ space_name }) => space_name === name);
  console.log(name, Object.keys(space).join(), Object.values(space).slice(1).every((n) => Number.isInteger(n) && n >= 0));
}
const sum = (field) => spaces.reduce((total, space) => total + space[field], 0);
console.log(Math.abs(sum('space_size') / whole.total_heap_size - 1) < 0.1, sum('space_used_size') > 4e6,
            spaces.find(({ space_name }) => space_name === 'old_space').space_used_size > 1e6, keep.length);
