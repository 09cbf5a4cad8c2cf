// cause: REGULAR_EXPRESSION /^(\p{L}+)+$/u
const letters = /^(\p{L}+)+$/u;
setTimeout(() => {
  const end = Date.now() + blockMs;
  for (let n = 14; Date.now() < end; n++) {
    letters.exec(`${'é'.repeat(n)}!`); // here
  }
}, 20);
