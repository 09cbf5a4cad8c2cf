module.exports = module;
