'use strict';
async function inner() {
  await null;
  throw new Error('after an await');
}
async function middle() {
  await inner();
}
async function outer() {
  await middle();
}
outer();
