// cause: REGULAR_EXPRESSION /(?<=^(a|aa)+)b$/
setTimeout(() => {
  for (let n = 18; !isOver(); n++) {
    `!${'a'.repeat(n)}b`.replace(/(?<=^(a|aa)+)b$/, ''); // here
  }
}, 20);
