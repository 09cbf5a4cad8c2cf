'use strict';

exports.choose = function choose(value) {
  if (value) {
    return 'yes';
  }
  return 'no';
};

exports.never = () => {
  return 'called';
};

/* node:coverage ignore next 3 */
exports.ignored = () => {
  return 'ignored';
};
/* node:coverage disable */
exports.alsoIgnored = () => {
  return 'ignored';
};
/* node:coverage enable */
