'use strict';
async function main() {
  throw new Error('not caught');
}
main();
