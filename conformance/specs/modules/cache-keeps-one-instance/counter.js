console.log('evaluated');
exports.count = 0;
