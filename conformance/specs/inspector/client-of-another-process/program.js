let total = 0;
function add(amount) {
  total += amount;
  return total;
}
setTimeout(() => {
  add(2);
  console.log('total', add(3));
}, 10);
