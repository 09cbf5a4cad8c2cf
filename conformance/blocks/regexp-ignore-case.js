// cause: REGULAR_EXPRESSION /^(a+)+$/i
setTimeout(() => {
  const end = Date.now() + blockMs;
  for (let n = 14; Date.now() < end; n++) {
    /^(a+)+$/i.test(`${'a'.repeat(n)}!`); // here
  }
}, 20);
