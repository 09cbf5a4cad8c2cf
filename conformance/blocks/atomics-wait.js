// cause: ATOMICS_WAIT
setTimeout(() => {
  Atomics.wait(overWord, 0, 0); // here
}, 20);
