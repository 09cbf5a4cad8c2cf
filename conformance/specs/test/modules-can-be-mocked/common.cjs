'use strict'; module.exports = { own: 'own' };
