// cause: REGULAR_EXPRESSION /^(a+)+\1b$/
setTimeout(() => {
  const end = Date.now() + blockMs;
  for (let n = 14; Date.now() < end; n++) {
    'a'.repeat(n).match(/^(a+)+\1b$/); // here
  }
}, 20);
