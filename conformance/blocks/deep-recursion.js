// cause: RECURSION
function down(n) {
  return down(n + 1) + 1; // near
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
