exports.lost = true;
module.exports = { kept: true };
