import { call } from './other.mjs';
function local() { return new Error('here'); }
for (const error of [local(), call(local)]) {
  console.log(error.stack.split('\n').slice(1, 4).map((line) => line.replace(/file:\/\/.*\//, 'file://…/')).filter((line) => line.includes('file:')));
}
