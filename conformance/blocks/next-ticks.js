// cause: NEXT_TICKS
setTimeout(() => {
  function again() {
    let sum = 0;
    for (let i = 0; i < 1e4; i++) sum += i;
    if (!isOver()) process.nextTick(again); // near
    return sum;
  }
  again();
}, 20);
