// cause: COMPUTATION
setTimeout(function spin() {
  while (!isOver()); // here
}, 20);
