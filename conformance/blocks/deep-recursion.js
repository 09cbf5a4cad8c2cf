// cause: RECURSION
function down(n) {
  let sum = 0;
  for (let i = 0; i < 200; i++) sum += i ^ n;
  return down(n + 1) + sum; // near
}
setTimeout(() => {
  while (!isOver()) {
    try {
      down(0); // near
    } catch {
      // and again
    }
  }
}, 20);
