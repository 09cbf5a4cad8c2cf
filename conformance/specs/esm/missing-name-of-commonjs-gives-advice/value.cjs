module.exports = { present: 1 };
