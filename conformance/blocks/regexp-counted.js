// cause: REGULAR_EXPRESSION /^(?:a{1,40}){1,40}$/
setTimeout(() => {
  for (let n = 14; !isOver(); n++) {
    `${'a'.repeat(n)}!`.search(/^(?:a{1,40}){1,40}$/); // here
  }
}, 20);
