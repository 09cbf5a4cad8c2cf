'use strict';
process.env.NUMBER = 1;
process.env.UNDEFINED = undefined;
console.log(process.env.NUMBER === '1', process.env.UNDEFINED === 'undefined');
console.log('NUMBER' in process.env, Object.keys(process.env).includes('NUMBER'));
delete process.env.NUMBER;
console.log('NUMBER' in process.env, process.env.NUMBER, process.env.NO_SUCH_VARIABLE);
console.log(Object.getOwnPropertyDescriptor(process.env, 'UNDEFINED'));
try {
  process.env.SYMBOL = Symbol('s');
} catch (error) {
  console.log(error.message);
}
console.log(process.env.FROM_OUTSIDE);
