exports.index = 'dots';
