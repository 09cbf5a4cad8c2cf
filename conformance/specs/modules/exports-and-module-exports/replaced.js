module.exports = (n) => n * 2;
