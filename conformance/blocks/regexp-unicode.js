// cause: REGULAR_EXPRESSION /^(\p{L}+)+$/u
const letters = /^(\p{L}+)+$/u;
setTimeout(() => {
  for (let n = 14; !isOver(); n++) {
    letters.exec(`${'é'.repeat(n)}!`); // here
  }
}, 20);
