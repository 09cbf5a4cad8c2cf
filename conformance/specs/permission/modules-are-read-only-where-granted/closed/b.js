module.exports = "b";
