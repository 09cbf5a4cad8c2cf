// cause: MICROTASKS
setTimeout(() => {
  function again() {
    let sum = 0;
    for (let i = 0; i < 1e4; i++) sum += i;
    if (!isOver()) Promise.resolve(sum).then(again); // near
  }
  Promise.resolve().then(again);
}, 20);
