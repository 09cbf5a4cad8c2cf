// cause: COMPUTATION
setTimeout(function spin() {
  const end = Date.now() + blockMs;
  while (Date.now() < end); // here
}, 20);
