module.exports = [require('outer'), require('near'), require('shadowed')];
