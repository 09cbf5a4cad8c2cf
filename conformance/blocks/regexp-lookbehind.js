// cause: REGULAR_EXPRESSION /(?<=^(a|aa)+)b$/
setTimeout(() => {
  const end = Date.now() + blockMs;
  for (let n = 18; Date.now() < end; n++) {
    `!${'a'.repeat(n)}b`.replace(/(?<=^(a|aa)+)b$/, ''); // here
  }
}, 20);
