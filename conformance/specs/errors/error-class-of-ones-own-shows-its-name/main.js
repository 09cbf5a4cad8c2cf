'use strict';
class ValidationError extends Error {
  constructor(field) {
    super(`${field} is wrong`);
    this.field = field;
  }
}
class NamedError extends Error {
  name = 'MyName';
}
try {
  throw new NamedError('named');
} catch (error) {
  console.log(String(error), error.stack.split('\n')[0]);
}
throw new ValidationError('age');
