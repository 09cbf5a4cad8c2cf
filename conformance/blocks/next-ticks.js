// cause: NEXT_TICKS
setTimeout(() => {
  const end = Date.now() + blockMs;
  function again() {
    let sum = 0;
    for (let i = 0; i < 1e4; i++) sum += i;
    if (Date.now() < end) process.nextTick(again); // near
    return sum;
  }
  again();
}, 20);
