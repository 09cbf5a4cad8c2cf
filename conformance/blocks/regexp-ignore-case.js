// cause: REGULAR_EXPRESSION /^(a+)+$/i
setTimeout(() => {
  for (let n = 14; !isOver(); n++) {
    /^(a+)+$/i.test(`${'a'.repeat(n)}!`); // here
  }
}, 20);
