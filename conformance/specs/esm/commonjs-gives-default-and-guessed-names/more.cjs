exports.spread = 4;
