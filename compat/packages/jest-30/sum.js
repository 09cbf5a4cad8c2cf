exports.sum = (a, b) => (a < 0 ? -1 : a + b);
exports.never = () => 1;
