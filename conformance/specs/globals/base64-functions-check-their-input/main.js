'use strict';
console.log(btoa('hello'), atob('aGVsbG8='), atob(' aGVs bG8 '), btoa('ÿ'), JSON.stringify(atob('')));
for (const wrong of [() => btoa('€'), () => atob('a'), () => atob('*'), () => btoa()]) {
  try {
    wrong();
  } catch ({ name, message, code }) {
    console.log(name, message, code);
  }
}
