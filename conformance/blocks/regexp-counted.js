// cause: REGULAR_EXPRESSION /^(?:a{1,40}){1,40}$/
setTimeout(() => {
  const end = Date.now() + blockMs;
  for (let n = 14; Date.now() < end; n++) {
    `${'a'.repeat(n)}!`.search(/^(?:a{1,40}){1,40}$/); // here
  }
}, 20);
