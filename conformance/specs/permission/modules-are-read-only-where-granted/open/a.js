module.exports = "a";
