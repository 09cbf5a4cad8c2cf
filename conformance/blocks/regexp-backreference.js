// cause: REGULAR_EXPRESSION /^(a+)+\1b$/
setTimeout(() => {
  for (let n = 14; !isOver(); n++) {
    'a'.repeat(n).match(/^(a+)+\1b$/); // here
  }
}, 20);
