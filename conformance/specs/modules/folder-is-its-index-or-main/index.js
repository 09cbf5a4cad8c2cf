exports.here = 'index';
