'use strict';
process.stdout.write('1 ');
console.log('2');
process.stdout.write('3\n', () => console.log('written'));
console.log('4');
process.nextTick(() => console.log('tick'));
