'use strict';
for (const code of ['3', 4, undefined, null]) {
  process.exitCode = code;
  console.log(process.exitCode);
}
for (const wrong of ['text', 1.5, {}, true]) {
  try {
    process.exitCode = wrong;
  } catch ({ name, code, message }) {
    console.log(name, code, message);
  }
}
