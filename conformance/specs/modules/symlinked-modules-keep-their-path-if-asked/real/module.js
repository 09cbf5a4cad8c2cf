exports.filename = __filename;
