// cause: RECURSION
function down(n) {
  return down(n + 1) + 1; // near
}
setTimeout(() => {
  const end = Date.now() + blockMs;
  while (Date.now() < end) {
    try {
      down(0); // near
    } catch {
      // and again
    }
  }
}, 20);
